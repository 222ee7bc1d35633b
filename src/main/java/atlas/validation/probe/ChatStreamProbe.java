package atlas.validation.probe;

import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.TokenCountSource;
import atlas.validation.workload.Prompt;

/** Asks for a short streamed answer with the measuring client, as every measured request does. */
record ChatStreamProbe() implements Probe {

    private static final Prompt QUESTION = new Prompt("Count from one to five.", 8, false);
    private static final String SENT = "POST /v1/chat/completions with stream true and stream_options.include_usage";

    @Override
    public String name() {
        return "chat_stream";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        RequestRecord row = target.client().send(target.name(), "chat_stream", QUESTION, target.cancellation());
        String evidence = "outcome %s, finish_reason %s, %d chunks, %s completion tokens by %s, warnings %s"
                .formatted(
                        row.outcome().word(),
                        row.finishReason(),
                        row.chunks(),
                        row.completionTokens(),
                        row.tokenCountSource(),
                        row.warnings());
        if (row.outcome() != Outcome.SUCCESS) {
            String error = row.error() == null ? "" : ", " + row.error();
            return ProbeFinding.failed(
                    SENT,
                    "the answer ended as " + row.outcome().word() + error,
                    "it should be a stream that ends with a finish_reason and [DONE]",
                    evidence);
        }
        if (row.tokenCountSource() != TokenCountSource.USAGE) {
            return target.spelling().asksForUsage()
                    ? ProbeFinding.failed(SENT, "the stream carries no usage", "one of its events should", evidence)
                    : ProbeFinding.notOffered("the server refuses stream_options, and tells no usage", evidence);
        }
        return ProbeFinding.passed("a streamed answer is whole and carries its usage", evidence);
    }
}
