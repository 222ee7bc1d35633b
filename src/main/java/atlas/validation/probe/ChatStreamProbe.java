package atlas.validation.probe;

import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.TokenCountSource;
import atlas.validation.workload.Prompt;

/** Asks for a short streamed answer, as every measured request does, and looks at how it ended. */
public record ChatStreamProbe() implements Probe {

    private static final Prompt QUESTION = new Prompt("Count from one to five.", 16, false);

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
            String error = row.error() == null ? "" : ": " + row.error();
            return new ProbeFinding(
                    false, "a streamed answer ended as " + row.outcome().word() + error, evidence);
        }
        if (row.tokenCountSource() != TokenCountSource.USAGE) {
            String asked = target.spelling().asksForUsage()
                    ? "although stream_options.include_usage was sent"
                    : "as the server refuses stream_options";
            return new ProbeFinding(false, "the stream carries no usage " + asked, evidence);
        }
        return new ProbeFinding(true, "a streamed answer is whole and carries its usage", evidence);
    }
}
