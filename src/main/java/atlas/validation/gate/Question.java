package atlas.validation.gate;

import atlas.validation.gate.Evidence.Finding;
import java.util.function.Function;

/**
 * What is to be found out about a server, on its own; the first eight are what an evaluation has to answer at least.
 */
enum Question {
    STARTS("The server starts", Evidence::starts),
    FITS_THE_GPU("Its CUDA kernels run on this GPU", Evidence::fitsTheGpu),
    LOADS("The model loads", Evidence::loadsTheModel),
    LISTS_MODELS("/v1/models lists it", Evidence::listsModels),
    CHATS("Chat completions work", Evidence::chats),
    CALLS_TOOLS("Tool calls work", Evidence::callsTools),
    COLD_START("The cold start is measured", Evidence::coldStart),
    THROUGHPUT("Throughput is measured", Evidence::throughput),
    STREAMS("Streams are whole and in order", Evidence::streams),
    COUNTS("Token limits and counts hold", Evidence::counts),
    CONFORMS("Other requests are answered by the standard", Evidence::conforms),
    MAKES_SENSE("Answers make sense, under load too", Evidence::makesSense),
    SURVIVES("It survives a crowd and requests that are given up", Evidence::survives);

    private final String text;
    private final Function<Evidence, Finding> rule;

    Question(String text, Function<Evidence, Finding> rule) {
        this.text = text;
        this.rule = rule;
    }

    /** Returns it as a statement that holds or not. */
    String text() {
        return text;
    }

    Finding of(Evidence evidence) {
        return rule.apply(evidence);
    }
}
