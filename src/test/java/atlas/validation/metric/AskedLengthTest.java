package atlas.validation.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AskedLengthTest {

    /** The lengths that are asked and those that they are held against are the same: uniform in [⌈r · L⌉, L]. */
    @Test
    void theLeastLengthIsThatOfTheDecimalsThatTheUserWrote() {
        IntStream.rangeClosed(1, 100).forEach(hundredths -> {
            BigDecimal ratio = BigDecimal.valueOf(hundredths, 2);
            for (int length : new int[] {25, 50, 100, 300, 1000, 1024, 8192}) {
                int least = ratio.multiply(BigDecimal.valueOf(length))
                        .setScale(0, RoundingMode.CEILING)
                        .intValueExact();

                assertThat(AskedLength.of(length, ratio.doubleValue()).least())
                        .as("%s of %d", ratio, length)
                        .isEqualTo(least);
            }
        });
    }
}
