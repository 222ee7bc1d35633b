// Single requests: each a lane from its wait in the queue to its last token, and what changes the time to the first one.

const laneHeight = 11;
const mostGroups = 24;

/** Gaps between chunks by how they compare with the cell's median time per token. */
const gapClasses = [
  { below: 2, name: 'decode, gaps under 2 × the median TPOT', color: '--gap-1', share: 0.5 },
  { below: 5, name: '2 to 5 ×', color: '--gap-2', share: 0.8 },
  { below: Infinity, name: 'over 5 ×', color: '--gap-3', share: 1 },
];

function requestLanes() {
  const nothing = noSeriesReason();
  if (nothing) {
    return empty(nothing);
  }
  return [
    plot('Lanes', drawLanes, ['cell', 'lanes', 'clock'], [
      cellChoice(),
      choice('lanes', 'Requests', [['slowest', 'the 50 slowest'], ['sample', 'an even sample']]),
      choice('clock', 'From', [['sent', 'their sending'], ['cell', 'the cell’s start']]),
    ]),
    slowestTable(),
    el('div', { class: 'charts' }, plot('TTFT against prompt length', drawPromptLengths)),
    part('Cold against warm, and by turn', groupTable()),
  ];
}

function chosenLanes(cell) {
  const lanes = cell.series.lanes;
  if (view.lanes === 'sample') {
    return lanes.filter((lane) => lane.sampled !== false);
  }
  return slowest(lanes).slice(0, 50);
}

/** Slowest first; a request without a last token is slower than any with one. */
function slowest(lanes) {
  return [...lanes].sort((a, b) => (b.e2e_ms ?? Infinity) - (a.e2e_ms ?? Infinity) || a.index - b.index);
}

function drawLanes() {
  const chosen = chosenCell();
  if (!chosen) {
    return shownCells().length === 0 ? noCellReason() : 'No cell shown has requests to draw.';
  }
  const { cell } = chosen;
  const lanes = chosenLanes(cell);
  if (lanes.length === 0) {
    return `The requests of ${cell.id} are not kept here.`;
  }
  const typical = metricOf(cell, 'median_tpot_ms');
  const ownClock = view.clock !== 'cell';
  const rows = lanes.map((lane) => ({ lane, start: ownClock ? 0 : lane.sent_at_ms }));
  const left = Math.min(...rows.map(({ lane, start }) => start - (lane.queue_ms || 0)), 0);
  const right = Math.max(...rows.map(({ lane, start }) => start + (lane.e2e_ms ?? lane.ttft_ms ?? 0)), 1);
  const failed = lanes.filter((lane) => lane.outcome !== 'success').length;
  return {
    title: `${drawnName(cell)}: ${view.lanes === 'sample' ? counted(lanes.length, 'sampled request') : `the ${lanes.length} slowest requests`}`,
    words: slowest(lanes).slice(0, 10).map((lane) => `request ${lane.index}: ${laneWords(lane)}`).join('; '),
    key: laneKey(typical !== null),
    note: [
      typical === null ? 'No time per token was measured in this cell, so gaps are not told apart.' : `Median TPOT of the cell: ${figure(typical)} ms.`,
      failed > 0 ? `${counted(failed, 'request')} failed: marked × at the end.` : '',
      data.reduction ? data.reduction.lanes : '',
    ].filter(Boolean).join(' '),
    height: 70 + lanes.length * laneHeight,
    option: {
      grid: { left: 8, right: 24, top: 8, bottom: 34, containLabel: true },
      xAxis: axis(ownClock ? 'ms since sent' : 'ms since the cell began', { min: left < 0 ? -roundAbove([-left]) : 0, max: roundAbove([right]) }),
      yAxis: {
        type: 'category',
        inverse: true,
        data: lanes.map((lane) => `#${lane.index}`),
        axisLabel: { color: css('--soft'), fontSize: 10 },
        axisLine: { show: false },
        axisTick: { show: false },
      },
      series: [{
        type: 'custom',
        clip: true,
        encode: { x: 0, y: 1 },
        data: rows.map(({ lane, start }, row) => ({
          value: [start, row],
          tip: () => tip(`request ${lane.index}`, [laneWords(lane)]),
        })),
        renderItem: (params, api) => laneShapes(rows[params.dataIndex], params.dataIndex, typical, api),
      }],
    },
  };
}

function laneWords(lane) {
  const known = [
    lane.queue_ms > 0 ? `queued ${figure(lane.queue_ms)} ms` : null,
    lane.ttft_ms === null ? 'no token' : `TTFT ${figure(lane.ttft_ms)} ms`,
    lane.e2e_ms === null ? null : `E2E ${figure(lane.e2e_ms)} ms`,
    greatestGap(lane) === null ? null : `greatest gap ${figure(greatestGap(lane))} ms`,
    lane.prompt_tokens === null || lane.prompt_tokens === undefined ? null : `prompt of ${counted(lane.prompt_tokens, 'token')}`,
    lane.outcome,
  ];
  return known.filter(Boolean).join(', ');
}

function greatestGap(lane) {
  const pieces = lane.decode_ms || [];
  return pieces.length === 0 ? null : Math.max(...pieces.map(([, gap]) => gap));
}

function gapClass(gap, typical) {
  return typical === null ? gapClasses[0] : gapClasses.find(({ below }) => gap < below * typical);
}

function laneShapes({ lane, start }, row, typical, api) {
  const box = (from, to, color, share, more = {}) => {
    const [x1, y] = api.coord([from, row]);
    const [x2] = api.coord([to, row]);
    const height = (laneHeight - 2) * share;
    return { type: 'rect', shape: { x: x1, y: y - height / 2, width: Math.max(x2 - x1, 0.5), height }, style: { fill: css(color), ...more } };
  };
  const children = [];
  if (lane.queue_ms > 0) {
    children.push(box(start - lane.queue_ms, start, '--gap-queue', 0.25));
  }
  let at = start + (lane.ttft_ms ?? 0);
  if (lane.ttft_ms !== null) {
    children.push(box(start, at, '--gap-prefill', 1));
  }
  const pieces = lane.decode_ms?.length > 0 || lane.e2e_ms === null || lane.ttft_ms === null
    ? lane.decode_ms || []
    : [[lane.e2e_ms - lane.ttft_ms, 0]];
  for (const [length, gap] of pieces) {
    const kind = gapClass(gap, typical);
    children.push(box(at, at + length, kind.color, kind.share));
    at += length;
  }
  if (lane.outcome !== 'success') {
    const [x, y] = api.coord([lane.e2e_ms === null ? at : start + lane.e2e_ms, row]);
    children.push({ type: 'text', style: { text: '×', x: x + 3, y, fill: css('--fail'), fontSize: 13, fontWeight: 700, textVerticalAlign: 'middle' } });
  }
  return { type: 'group', children };
}

function laneKey(classed) {
  const marks = [
    { name: 'queue', color: '--gap-queue', share: 0.25 },
    { name: 'sent to first token', color: '--gap-prefill', share: 1 },
    ...(classed ? gapClasses : [{ ...gapClasses[0], name: 'decode' }]),
  ];
  return el('ul', { class: 'legend', 'aria-hidden': 'true' }, marks.map(({ name, color, share }) => el('li', {},
    svg('svg', { width: 22, height: 12 }, svg('rect', { x: 0, y: 6 - 5 * share, width: 22, height: 10 * share, fill: `var(${color})` })),
    el('span', {}, name))));
}

function slowestTable() {
  const body = el('tbody', {});
  const title = el('summary', {}, 'The slowest requests as a table');
  const fill = () => {
    const chosen = chosenCell();
    body.replaceChildren(...(chosen ? slowest(chosen.cell.series.lanes).slice(0, 50) : []).map((lane) => el('tr', {},
      el('th', { scope: 'row', class: 'figure' }, String(lane.index)),
      el('td', { class: 'figure' }, figure(lane.queue_ms)),
      el('td', { class: 'figure' }, figure(lane.ttft_ms)),
      el('td', { class: 'figure' }, figure(lane.e2e_ms)),
      el('td', { class: 'figure' }, figure(greatestGap(lane))),
      el('td', { class: 'figure' }, figure(lane.prompt_tokens)),
      el('td', { class: 'figure' }, figure(lane.cached_tokens)),
      el('td', {}, lane.outcome))));
  };
  onViewIn('requests', [...filterKeys, 'cell'], fill);
  return el('details', { class: 'part' }, title, scrollable('the slowest requests', el('table', { class: 'small narrow' },
    el('thead', {}, el('tr', {}, ['request', 'queue ms', 'TTFT ms', 'E2E ms', 'greatest gap ms', 'prompt tokens', 'cached tokens'].map((head) =>
      el('th', { scope: 'col', class: 'figure' }, head)), el('th', { scope: 'col' }, 'outcome'))),
    body)));
}

/** Every sampled request of the cells shown, by its prompt: prefill must grow with the prompt and with nothing else. */
function drawPromptLengths() {
  const lines = linesOf(shownCells(), (cell) => cell.concurrency ?? cell.request_rate).map((line) => ({
    ...line,
    points: line.points.flatMap(({ cell }) => (cell.series?.lanes || [])
      .filter((lane) => lane.sampled !== false && lane.prompt_tokens > 0 && lane.ttft_ms !== null)
      .map((lane) => ({ cell, lane }))),
  })).filter((line) => line.points.length > 0);
  if (lines.length === 0) {
    return shownCells().length === 0 ? noCellReason() : 'No request shown has both a count of its prompt tokens and a first token.';
  }
  return {
    title: 'TTFT against prompt length, ms',
    words: lines.map((line) => `${line.name}: ${counted(line.points.length, 'request')}`).join('; '),
    key: legend(lines),
    note: 'One point for each sampled request of the cells shown; cached prompt tokens are in the prompt too.',
    option: {
      xAxis: axis('prompt tokens'),
      yAxis: sideAxis(),
      series: lines.map((line) => ({
        type: 'scatter',
        symbol: line.symbol,
        symbolSize: 6,
        itemStyle: { color: css(`--series-${line.color}`), opacity: 0.55 },
        data: line.points.map(({ cell, lane }) => ({
          value: [lane.prompt_tokens, lane.ttft_ms],
          tip: () => tip(`${cell.id} request ${lane.index}`, [laneWords(lane)]),
        })),
      })),
    },
  };
}

function groupName(group) {
  const names = {
    turn: `turn ${group.name}`,
    prefix: group.name === 'warm' ? 'beginning seen before' : 'beginning new',
    cache: `${group.name} prompt cache`,
  };
  return names[group.by] || group.name;
}

function groupTable() {
  const body = el('tbody', {});
  const table = el('table', { class: 'small narrow' },
    el('thead', {}, el('tr', {},
      el('th', { scope: 'col' }, 'cell'), el('th', { scope: 'col' }, 'requests'),
      ['n', 'median TTFT ms', 'p90 TTFT ms'].map((head) => el('th', { scope: 'col', class: 'figure' }, head)))),
    body);
  const none = empty('');
  const more = el('p', { class: 'small soft' });
  const fill = () => {
    const rows = shownCells().flatMap((entry) => (entry.cell.series?.groups || []).map((group) => ({ entry, group })));
    table.hidden = rows.length === 0;
    none.hidden = rows.length > 0;
    none.textContent = rows.length > 0 ? '' : shownCells().length === 0 ? noCellReason()
      : 'In none of these cells do requests differ by turn or by what the server had cached of their prompts: each prompt has a salt of its own, unless the workload is about prefixes or conversations.';
    more.textContent = rows.length > mostGroups ? `and ${rows.length - mostGroups} more rows: use the filters` : '';
    body.replaceChildren(...rows.slice(0, mostGroups).map(({ entry, group }) => el('tr', {},
      el('th', { scope: 'row', class: 'mono' }, severalTargets ? `${shortNames.get(entry.target)}/${entry.cell.id}` : entry.cell.id),
      el('td', {}, groupName(group)),
      el('td', { class: 'figure' }, figure(group.n)),
      el('td', { class: 'figure' }, figure(group.median_ttft_ms)),
      el('td', { class: 'figure' }, figure(group.p90_ttft_ms)))));
  };
  onViewIn('requests', filterKeys, fill);
  return [scrollable('times to first token by turn and cache', table), more, none];
}
