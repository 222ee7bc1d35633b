package atlas.validation.simulator;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A kind of server that an evaluation may meet, by the name that {@code --sim-profile} takes. */
enum SimulatedProfile {
    WORKS("works", new SimulatedFailure.None()),
    NO_KERNELS("no-kernels", new SimulatedFailure.NoKernels()),
    SLOW_FIRST_REQUEST("slow-first-request", 1500),
    DEAD("dead", new SimulatedFailure.HealthOnly()),
    STREAMED_TOOL_CALLS("broken-streamed-tool-calls", SimulatedFlaw.STREAMED_TOOL_CALLS),
    SLOT_LEAK("slot-leak", SimulatedFlaw.SLOT_LEAK),
    REPEATS_UNDER_LOAD("repeats-under-load", SimulatedFlaw.REPEATS_UNDER_LOAD),
    TRUNCATES("truncates", SimulatedFlaw.TRUNCATES),
    /** The order of Atlas, which every profile has. */
    USAGE_BEFORE_FINISH("usage-before-finish", new SimulatedFailure.None()),
    WRONG_COUNTS("wrong-counts", SimulatedFlaw.WRONG_COUNTS),
    REFUSES_TOOLS("refuses-tools", SimulatedFlaw.REFUSES_TOOLS),
    OTHER_LANGUAGE("other-language", SimulatedFlaw.OTHER_LANGUAGE);

    private final String word;
    private final SimulatedFailure failure;
    private final @Nullable Double firstRequestMs;

    SimulatedProfile(String word, SimulatedFailure failure) {
        this.word = word;
        this.failure = failure;
        this.firstRequestMs = null;
    }

    SimulatedProfile(String word, SimulatedFlaw flaw) {
        this(word, new SimulatedFailure.Flawed(flaw));
    }

    SimulatedProfile(String word, double firstRequestMs) {
        this.word = word;
        this.failure = new SimulatedFailure.None();
        this.firstRequestMs = firstRequestMs;
    }

    /** Returns the profile of this name, or empty when there is none. */
    static Optional<SimulatedProfile> named(String word) {
        return Arrays.stream(values())
                .filter(profile -> profile.word.equals(word))
                .findFirst();
    }

    /** Returns every name, for a message. */
    static String words() {
        return Arrays.stream(values()).map(profile -> profile.word).collect(Collectors.joining(", "));
    }

    String word() {
        return word;
    }

    SimulatedFailure failure() {
        return failure;
    }

    /** Returns what the first request takes longer, or null for what is set otherwise. */
    @Nullable
    Double firstRequestMs() {
        return firstRequestMs;
    }
}
