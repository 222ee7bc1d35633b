package atlas.validation.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecodePiecesTest {

    @Test
    void aStallStandsAloneBetweenRunsOfOrdinaryGaps() {
        List<double[]> pieces = DecodePieces.of(new double[] {10, 11, 10, 150, 10, 9});

        assertThat(pieces).containsExactly(new double[] {31, 11}, new double[] {150, 150}, new double[] {19, 10});
    }

    @Test
    void evenGapsAreOneRun() {
        assertThat(DecodePieces.of(new double[] {10, 10, 10})).containsExactly(new double[] {30, 10});
    }

    @Test
    void anAnswerOfOneEventHasNoPieces() {
        assertThat(DecodePieces.of(new double[0])).isEmpty();
        assertThat(DecodePieces.of(new double[] {0, 0})).isEmpty();
    }

    @Test
    void howeverManyStallsThereAreThePiecesAreFewTheTimeIsWholeAndTheGreatestIsKept() {
        double[] gaps = IntStream.range(0, 5_000)
                .mapToDouble(i -> i == 4_321 ? 900 : i % 7 == 0 ? 50 + i % 13 : 10)
                .toArray();

        List<double[]> pieces = DecodePieces.of(gaps);

        assertThat(pieces).hasSizeLessThanOrEqualTo(2 * DecodePieces.MOST_STALLS + 1);
        assertThat(pieces.stream().mapToDouble(piece -> piece[0]).sum())
                .isCloseTo(Arrays.stream(gaps).sum(), within(3.0));
        assertThat(pieces).contains(new double[] {900, 900});
    }
}
