package atlas.validation.testing;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.TokenCountSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of requests. */
public final class RequestFixtures {

    private RequestFixtures() {}

    /** A successful request with every field filled. */
    public static RequestRecord request(int index) {
        return new RequestRecord(
                "l40s_atlas",
                "w1_1k_1k-conc8",
                index,
                0,
                0,
                Phase.MEASURE,
                Outcome.SUCCESS,
                200,
                null,
                "length",
                0.0,
                0.25,
                152.75,
                41.5,
                52.125,
                52.125,
                152.125,
                152.5,
                50.0,
                1024,
                3,
                0,
                0,
                TokenCountSource.USAGE,
                3,
                new double[] {50.0, 50.0},
                new int[] {1, 1, 1},
                41.5,
                ConnectionUse.REUSED,
                0,
                List.of(),
                null);
    }

    /** A request that failed before its first token. */
    public static RequestRecord failed(int index, Phase phase, Outcome outcome, int status, String error) {
        return without(index, phase, outcome, status, error, null, List.of());
    }

    /** A request that succeeded with something odd about it. */
    public static RequestRecord odd(int index, String warning) {
        return without(index, Phase.MEASURE, Outcome.SUCCESS, 200, null, 3, List.of(warning));
    }

    private static RequestRecord without(
            int index,
            Phase phase,
            Outcome outcome,
            int status,
            @Nullable String error,
            @Nullable Integer tokens,
            List<String> warnings) {
        return new RequestRecord(
                "l40s_atlas",
                "w1_1k_1k-conc8",
                index,
                0,
                0,
                phase,
                outcome,
                status,
                error,
                null,
                0.0,
                0.25,
                30.0,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                tokens,
                null,
                null,
                null,
                0,
                new double[0],
                null,
                null,
                ConnectionUse.REUSED,
                0,
                warnings,
                null);
    }
}
