package atlas.validation.stream;

import java.util.Locale;
import java.util.Set;

/**
 * Tells the finish reasons by which a server says that it did not finish: what it streamed until then is no answer,
 * even where {@code [DONE]} follows. A reason that is not known is taken for one of an answer.
 *
 * <p>{@code abort} is what vLLM and SGLang write of a request that their engine ended, {@code error} what vLLM, MLC and
 * routers do of one that failed, {@code cancelled} comes from TensorRT-LLM, and {@code insufficient_system_resource}
 * from DeepSeek. None is among those of OpenAI's API. An answer that ended at the server's limit of time is not among
 * them: like one that ended at its limit of tokens it was measured, and is as long as it is.
 */
final class GivenUp {

    private static final Set<String> REASONS =
            Set.of("abort", "aborted", "error", "cancel", "cancelled", "canceled", "insufficient_system_resource");

    private GivenUp() {}

    static boolean isToldBy(String finishReason) {
        return REASONS.contains(finishReason.toLowerCase(Locale.ROOT));
    }

    /** Says so in a clause, for an answer that tells nothing else. */
    static String sentence(String finishReason) {
        return "the server ended the answer with finish_reason \"" + finishReason + "\"";
    }
}
