package atlas.validation.simulator;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be set on the simulator.
 *
 * @param model the model's name, as told by {@code /v1/models}
 * @param bind address to listen on
 * @param port port to listen on; 0 takes a free one
 * @param maxBatchSize sequences that are decoded together, at least 1; more requests wait
 * @param maxSequenceLength most tokens of prompt and answer together, at least 2
 * @param timeModel how long prefill and decode steps take
 * @param prefixCache whether prompts that begin alike share their prefill
 * @param naturalLength about how many tokens an answer has when nothing forces its length, or null for as many as asked
 * @param seed seed of words, lengths and chunk sizes
 * @param startTime time from the start to listening
 * @param keepAlive silence in a stream after which a comment is sent
 * @param failure the fault to play
 * @param exitWithStdin whether to end at the end of standard input, and only then
 * @param api which fields the API refuses and heeds, and how it tells usage
 */
public record SimulatorOptions(
        String model,
        String bind,
        int port,
        int maxBatchSize,
        int maxSequenceLength,
        TimeModel timeModel,
        boolean prefixCache,
        @Nullable Integer naturalLength,
        long seed,
        Duration startTime,
        Duration keepAlive,
        SimulatedFailure failure,
        boolean exitWithStdin,
        ApiTraits api) {

    private static final int LARGEST_PORT = 65_535;

    public SimulatorOptions {
        requireNonNull(model, "model is null");
        requireNonNull(bind, "bind is null");
        requireNonNull(timeModel, "timeModel is null");
        requireNonNull(failure, "failure is null");
        requireNonNull(api, "api is null");
        if (model.isBlank()) {
            throw new IllegalArgumentException("model must not be blank");
        }
        if (port < 0 || port > LARGEST_PORT) {
            throw new IllegalArgumentException("port must be from 0 to 65535, got [" + port + "]");
        }
        requireAtLeast(1, "max batch size", maxBatchSize);
        requireAtLeast(2, "max sequence length", maxSequenceLength);
        if (naturalLength != null) {
            requireAtLeast(1, "natural length", naturalLength);
        }
        if (startTime.isNegative()) {
            throw new IllegalArgumentException("start time must not be negative, got [" + startTime + "]");
        }
        if (!keepAlive.isPositive()) {
            throw new IllegalArgumentException("keep-alive must be positive, got [" + keepAlive + "]");
        }
    }

    /** Returns what a simulator of this model uses unless told otherwise: loopback, a free port, no fault. */
    public static SimulatorOptions of(String model) {
        return new SimulatorOptions(
                model,
                "127.0.0.1",
                0,
                8,
                32_768,
                TimeModel.standard(),
                false,
                null,
                0,
                Duration.ofMillis(200),
                Duration.ofSeconds(15),
                new SimulatedFailure.None(),
                false,
                ApiTraits.atlas());
    }

    /**
     * Reads a command line such as {@code serve MODEL --port 0}.
     *
     * @throws UsageException if it is not understood
     */
    public static SimulatorOptions parse(List<String> arguments) {
        return CommandLine.parse(arguments);
    }

    /** Returns the same with another pace. */
    public SimulatorOptions withTimeModel(TimeModel model) {
        return new SimulatorOptions(
                this.model,
                bind,
                port,
                maxBatchSize,
                maxSequenceLength,
                model,
                prefixCache,
                naturalLength,
                seed,
                startTime,
                keepAlive,
                failure,
                exitWithStdin,
                api);
    }

    private static void requireAtLeast(int least, String what, int value) {
        if (value < least) {
            throw new IllegalArgumentException(what + " must be at least " + least + ", got [" + value + "]");
        }
    }
}
