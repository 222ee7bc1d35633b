package atlas.validation.cli;

import atlas.validation.probe.Capabilities;
import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Says what the traits of a server mean for the figures of a run. */
final class ServerFindings {

    /** Fewer chunks tell nothing of how they come. */
    private static final int LEAST_CHUNKS = 8;

    /** Two chunks that were sent apart never come as near, but for chance. */
    private static final double TOGETHER_MS = 0.5;

    private static final double MOST_TOGETHER = 0.9;

    /** Above this, a chunk holds several tokens often enough to matter. */
    private static final double ONE_TOKEN = 1.05;

    static String sentence(RequestRecord row) {
        return row.outcome().word() + (row.error() == null ? "" : ", " + row.error());
    }

    List<Finding> capabilities(Capabilities found) {
        String trouble = found.trouble();
        if (trouble != null) {
            return List.of(Finding.fail("api", trouble, "a run would not find out what the server can do either"));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(usage(found));
        findings.add(forcing(found.forcing()));
        findings.add(Finding.ok(
                "field spellings",
                found.rejectedFields().isEmpty()
                        ? "the usual ones are taken"
                        : "refused, and left out: " + String.join(", ", found.rejectedFields())));
        findings.add(Finding.ok("unknown fields", unknownFields(found.rejectsUnknownFields())));
        findings.add(Finding.ok(
                "role chunk",
                Boolean.TRUE.equals(found.roleChunk())
                        ? "a stream begins with one; it is no token, and counts as none"
                        : "a stream begins with its first token"));
        Double tokens = found.tokensPerChunk();
        if (tokens != null) {
            findings.add(chunks(tokens));
        }
        return findings;
    }

    private static Finding usage(Capabilities found) {
        String order = found.usageOrder();
        return Boolean.TRUE.equals(found.usage())
                ? Finding.ok("usage in streams", "told" + (order == null ? "" : ", " + order.replace('_', ' ')))
                : Finding.warn(
                        "usage in streams",
                        "a stream does not tell how many tokens it had: chunks are counted in their place",
                        "switch usage in streams on, or name params.tokenizer_file");
    }

    private static Finding forcing(Capabilities.Forcing forcing) {
        return forcing.proved()
                ? Finding.ok("forced length", forcing.word() + ": " + forcing.proof())
                : Finding.warn(
                        "forced length",
                        forcing.proof(),
                        "answers may end early, and cells then differ in work: compare their token counts");
    }

    private static String unknownFields(@Nullable Boolean rejected) {
        if (rejected == null) {
            return "not told";
        }
        return rejected
                ? "refused: extra_body may hold only what the server knows"
                : "read over: a mistyped field of extra_body goes unnoticed";
    }

    private static Finding chunks(double tokens) {
        String message = String.format(Locale.ROOT, "%.1f tokens a chunk", tokens);
        return Finding.ok(
                "chunks",
                tokens > ONE_TOKEN
                        ? message + ": TPOT is computed by tokens, and gaps between chunks are no gaps between tokens"
                        : message);
    }

    /** Judges how the chunks of an answer came: one by one, or gathered by something between. */
    Finding streaming(RequestRecord row) {
        if (row.outcome() != Outcome.SUCCESS) {
            return Finding.fail(
                    "streaming",
                    "a longer streamed answer fails: " + sentence(row),
                    "look at the server's log, and at what lies between");
        }
        return arrival(row.chunks(), row.chunkGapsMs(), row.ttftMs());
    }

    /**
     * Judges when the chunks of an answer came.
     *
     * @param gapsMs times between one chunk and the next, in milliseconds
     */
    Finding arrival(int chunks, double[] gapsMs, @Nullable Double ttftMs) {
        if (chunks < LEAST_CHUNKS) {
            return Finding.warn(
                    "streaming",
                    "an answer came in %d chunks: too few to tell how they come".formatted(chunks),
                    "ask the server to stream each token");
        }
        long together = DoubleStream.of(gapsMs).filter(gap -> gap < TOGETHER_MS).count();
        if (together >= MOST_TOGETHER * gapsMs.length) {
            return Finding.warn(
                    "streaming",
                    "%d of %d chunks came together with the one before: a proxy gathers the answer, or the server does"
                                    .formatted(together, chunks)
                            + ", and TTFT is the time of all of it",
                    "switch buffering off (nginx: proxy_buffering off), or go to the server directly");
        }
        return Finding.ok(
                "streaming",
                "%d chunks came one by one%s"
                        .formatted(
                                chunks,
                                ttftMs == null ? "" : String.format(Locale.ROOT, ", the first after %.1f ms", ttftMs)));
    }

    Finding keepAlive(ConnectionUse use) {
        return Finding.ok(
                "keep-alive",
                switch (use) {
                    case REUSED -> "a second request takes the same connection";
                    case NEW ->
                        "each request opens a connection; it is open before the request is due, so that no TTFT holds it";
                });
    }
}
