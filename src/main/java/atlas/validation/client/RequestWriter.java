package atlas.validation.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import atlas.validation.record.Phase;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes requests as bytes before any clock runs. Plain HTTP/1.1 with a {@code Content-Length}, and never an
 * {@code Upgrade}: common servers drop the body of a request that offers one.
 */
final class RequestWriter {

    private final JsonMapper json = JsonMapper.builder().build();
    private final Endpoint endpoint;
    private final RequestTemplate template;
    private final String requestIdPrefix;
    private final boolean keepText;

    /** @param keepText whether the text of answers is kept */
    RequestWriter(Endpoint endpoint, RequestTemplate template, String requestIdPrefix, boolean keepText) {
        this.endpoint = endpoint;
        this.template = template;
        this.requestIdPrefix = requestIdPrefix;
        this.keepText = keepText;
        if (endpoint.apiKey() != null && !endpoint.apiKey().matches("[!-~]+")) {
            throw new IllegalArgumentException("the API key must be visible ASCII without spaces");
        }
    }

    PreparedRequest write(String cell, Phase phase, int index, Prompt prompt) {
        return write(cell, phase, index, 0, prompt, null);
    }

    /** Writes the first of the measured requests that follow one another; the others are written by its follow-up. */
    PreparedRequest writeFirst(String cell, PromptSource prompts, int first) {
        return writeTurn(cell, prompts, first, 0, prompts.measured(first));
    }

    private PreparedRequest writeTurn(String cell, PromptSource prompts, int first, int turn, Prompt prompt) {
        FollowUp followUp = turn + 1 == prompts.turns()
                ? null
                : new FollowUp(
                        prompts.think(),
                        answer -> writeTurn(
                                cell, prompts, first, turn + 1, prompts.followUp(first, turn + 1, prompt, answer)));
        return write(cell, Phase.MEASURE, first + turn, turn, prompt, followUp);
    }

    private PreparedRequest write(
            String cell, Phase phase, int index, int turn, Prompt prompt, @Nullable FollowUp followUp) {
        byte[] body = json.writeValueAsBytes(template.body(prompt));
        byte[] head = head(RequestId.of(requestIdPrefix, cell, phase, index), body.length);
        return new PreparedRequest(
                phase,
                index,
                turn,
                prompt.maxTokens(),
                prompt.forceLength(),
                keepText || followUp != null,
                head,
                body,
                prompt.tool(),
                followUp);
    }

    private byte[] head(String requestId, int length) {
        StringBuilder head = new StringBuilder(256);
        head.append("POST ").append(endpoint.requestTarget(template.api())).append(" HTTP/1.1\r\n");
        field(head, "Host", endpoint.authority());
        field(head, "Content-Type", "application/json");
        field(head, "Content-Length", Integer.toString(length));
        field(head, "Accept", "text/event-stream");
        field(head, "Accept-Encoding", "identity");
        field(head, "Connection", "keep-alive");
        field(head, "User-Agent", "atlas-validation");
        field(head, "x-request-id", requestId);
        if (endpoint.apiKey() != null) {
            field(head, "Authorization", "Bearer " + endpoint.apiKey());
        }
        return head.append("\r\n").toString().getBytes(ISO_8859_1);
    }

    private static void field(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }
}
