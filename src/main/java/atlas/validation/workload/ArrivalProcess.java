package atlas.validation.workload;

import java.util.random.RandomGenerator;

/** How irregular the gaps between the arrivals of an open loop are. The mean gap is the rate's business. */
public sealed interface ArrivalProcess {

    /** Equal gaps. */
    record Constant() implements ArrivalProcess {}

    /** Exponential gaps: users that know nothing of each other. */
    record Poisson() implements ArrivalProcess {}

    /**
     * Gamma-distributed gaps.
     *
     * @param burstiness shape k of the distribution, as {@code vllm bench serve} uses the option of that name: the
     *     coefficient of variation of the gaps is 1/√k, so that 1 is {@link Poisson}, less is burstier, and more is
     *     more regular. (vLLM's documentation also says the opposite in one place; its code does this.)
     */
    record Gamma(double burstiness) implements ArrivalProcess {

        public Gamma {
            if (!(Double.isFinite(burstiness) && burstiness > 0)) {
                throw new IllegalArgumentException("burstiness must be positive, got [" + burstiness + "]");
            }
        }
    }

    /**
     * Returns the moments of {@code count} arrivals in rising order, in units of the mean gap: the first is 0, and each
     * is in [0, count).
     *
     * <p>As many gaps as there are arrivals, each behind its arrival and the last one up to the end, are scaled so that
     * they fill exactly {@code count} units. A gap is then one unit in the mean, however few they are, and very regular
     * random gaps are those of {@link Constant}; neither the number nor the rate of a schedule depends on luck. With
     * exponential gaps this is a Poisson process as one of its users sees it, of which the number of arrivals is given.
     *
     * <p>{@code vllm bench serve} scales as many gaps to the same length, but waits for the first before it sends
     * anything, so that its last request is sent at the end; between the requests both are the same.
     */
    default double[] moments(int count, RandomGenerator random) {
        double[] moments = new double[count];
        double now = 0;
        for (int i = 0; i < count; i++) {
            moments[i] = now;
            now += gap(random);
        }
        if (this instanceof Constant) {
            return moments;
        }
        double scale = now > 0 ? count / now : 0;
        for (int i = 0; i < count; i++) {
            moments[i] = Math.min(moments[i] * scale, Math.nextDown((double) count));
        }
        return moments;
    }

    private double gap(RandomGenerator random) {
        return switch (this) {
            case Constant() -> 1;
            case Poisson() -> random.nextExponential();
            case Gamma(double burstiness) -> gamma(burstiness, random);
        };
    }

    /**
     * Draws from the gamma distribution of scale 1 by the method of Marsaglia and Tsang (A simple method for generating
     * gamma variables, ACM TOMS 26, 2000); shapes below 1 are drawn from shape + 1, as its section 6 says.
     */
    private static double gamma(double shape, RandomGenerator random) {
        if (shape < 1) {
            return gamma(shape + 1, random) * Math.pow(1 - random.nextDouble(), 1 / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double root = 1 + c * x;
            double v = root * root * root;
            if (v > 0 && Math.log(1 - random.nextDouble()) < x * x / 2 + d - d * v + d * Math.log(v)) {
                return d * v;
            }
        }
    }
}
