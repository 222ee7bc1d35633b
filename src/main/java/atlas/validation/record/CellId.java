package atlas.validation.record;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;

/**
 * Names one sweep cell: a shape under one load. The only place that spells the id, which is JUnit tag, threshold key,
 * file name and title at once.
 *
 * @param combo the name of the sequence combination
 * @param load the load on the server
 */
public record CellId(String combo, Load load) {

    public CellId {
        requireNonNull(combo, "combo is null");
        requireNonNull(load, "load is null");
    }

    /** The load of a cell: closed loop with a number of users, or open loop with a rate. */
    public sealed interface Load {

        /** Returns the load's own tag, such as {@code conc128} or {@code rate0.5}. */
        String tag();
    }

    /**
     * Closed loop: so many requests are in flight at any time.
     *
     * @param users requests in flight, at least 1
     */
    public record Concurrency(int users) implements Load {

        public Concurrency {
            if (users < 1) {
                throw new IllegalArgumentException("concurrency must be positive, got [" + users + "]");
            }
        }

        @Override
        public String tag() {
            return "conc" + users;
        }
    }

    /**
     * Open loop: requests arrive at a rate, however many are in flight.
     *
     * @param perSecond requests per second, finite and above 0
     */
    public record Rate(double perSecond) implements Load {

        public Rate {
            if (!Double.isFinite(perSecond) || perSecond <= 0) {
                throw new IllegalArgumentException("request rate must be positive, got [" + perSecond + "]");
            }
        }

        @Override
        public String tag() {
            return "rate" + decimal(perSecond);
        }
    }

    public static CellId ofConcurrency(String combo, int users) {
        return new CellId(combo, new Concurrency(users));
    }

    public static CellId ofRate(String combo, double perSecond) {
        return new CellId(combo, new Rate(perSecond));
    }

    /** Returns the id itself, such as {@code w1_1k_1k-conc128}. */
    public String value() {
        return combo + "-" + load.tag();
    }

    /**
     * Returns the cell's key in threshold files that CVS wrote, such as {@code ISL=1024,OSL=1024,TP=1,PP=1,CONC=128}.
     *
     * @param isl input length in tokens
     * @param osl output length in tokens
     * @param tensorParallelism GPUs that share each layer
     * @param pipelineParallelism groups of layers
     */
    public String thresholdKey(int isl, int osl, int tensorParallelism, int pipelineParallelism) {
        String loadPart = switch (load) {
            case Concurrency(int users) -> "CONC=" + users;
            case Rate(double perSecond) -> "RATE=" + decimal(perSecond);
        };
        return "ISL=%d,OSL=%d,TP=%d,PP=%d,%s".formatted(isl, osl, tensorParallelism, pipelineParallelism, loadPart);
    }

    /** Writes a rate as the shortest decimal, never with an exponent. */
    private static String decimal(double value) {
        BigDecimal shortest = BigDecimal.valueOf(value).stripTrailingZeros();
        return shortest.toPlainString();
    }

    @Override
    public String toString() {
        return value();
    }
}
