// How these figures map to those of other clients: one and the same stream gives each of them other numbers.

const peerNames = ['here', 'vllm bench serve', 'GuideLLM', 'AIPerf'];

const peerRows = [
  ['time to first token', 'ttft_ms: first event with text, reasoning or a tool call. vllm_ttft_ms is kept beside it', 'TTFT: first chunk with choices, so a role-only one counts; compare with vllm_ttft_ms', 'time to first token: first content, reasoning or tool call; as here', 'time to first token: first content or reasoning; as here'],
  ['first answer token', 'ttfo_ms: the same without reasoning', 'none', 'time to first output token', 'time to first output token (TTFO)'],
  ['time per token after the first', 'tpot_ms: (last token − first token) / (n − 1) for each request', 'TPOT: (latency − TTFT) / (n − 1), with its own TTFT and its own end', 'inter-token latency, as tpot_ms here; its time per output token includes TTFT', 'inter-token latency, as tpot_ms here'],
  ['gaps between chunks', 'itl_ms: each gap spread over the tokens of its chunk, where those are known', 'ITL: every chunk gap of every request, pooled', 'none', 'inter-chunk latency (ICL)'],
  ['end of a request', 'e2el_ms: last event with a token', 'last chunk with choices, the finish chunk too', 'end of the stream, or [DONE]', 'last response with content; as here'],
  ['output tokens', 'usage of the server, else counted; the source is on record', 'usage, else tokenised again', 'usage, else counted by events', 'tokenised by the client, unless told otherwise'],
  ['output throughput', 'tokens of successes from the first sent to the last token of a success', 'from the first task to the end of all, the tail included', 'window of its scheduler', 'from the first request to the last response'],
  ['goodput', 'good requests / span; failed ones are bad, those that cannot be judged are told apart', 'good / duration, over successes', 'its "tpot" limit is held against its inter-token latency', 'good / duration; shares count errors too'],
  ['an answer cut short', 'failed (truncated) where the length could be forced', 'a success', 'a success', 'a success in older versions'],
];

/**
 * A stream of six tokens, in ms after sending: role chunk 5, reasoning of two tokens 200, one token 230, three tokens
 * 260, finish 262, usage 263, [DONE] 264, socket closed 270.
 */
const sameStream = [
  ['time to first token, ms', '200 (vllm_ttft_ms 5)', '5', '200', '200'],
  ['first answer token, ms', '230', 'none', '230', '230'],
  ['time per token, ms', '12', '51.4', '12; 43.3 as its time per output token', '12'],
  ['end to end, ms', '260', '262', '264', '260'],
];

function peerTable(label, rows) {
  return scrollable(label, el('table', { class: 'small peers' },
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, ''), peerNames.map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, rows.map(([head, ...cells]) => el('tr', {}, el('th', { scope: 'row' }, head), cells.map((text) => el('td', {}, text)))))));
}

function peers() {
  return part('How these figures map to other clients',
    peerTable('how figures map to other clients', peerRows),
    el('p', { class: 'small soft peers-stream' }, 'One stream as each would tell it: a role chunk after 5 ms, two reasoning tokens at 200, one token at 230, three at 260, the finish chunk at 262, usage at 263, [DONE] at 264, the socket closed at 270.'),
    peerTable('one stream as each client tells it', sameStream));
}
