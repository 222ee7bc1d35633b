package atlas.validation.client;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Phase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestSupplyTest {

    private final List<Integer> written = Collections.synchronizedList(new ArrayList<>());

    @Test
    void givesEveryRequestOnceAndInOrder() {
        RequestSupply supply = new RequestSupply(100, index -> request(index, 10));
        prepare(supply);
        List<Integer> taken = take(supply, 100);

        assertThat(taken).isSorted().doesNotHaveDuplicates().hasSize(100);
        assertThat(written).hasSize(100);
    }

    @Test
    void f12WritesNoMoreAheadThanItsBudget() {
        RequestSupply supply = new RequestSupply(1000, index -> request(index, 1 << 20));
        prepare(supply);
        assertThat(written).hasSize(64);

        take(supply, 10);
        assertThat(supply.prepareSome()).isFalse();
        assertThat(written).hasSize(74);
    }

    @Test
    void writesItselfWhatNobodyHasWrittenAhead() {
        RequestSupply supply = new RequestSupply(RequestSupply.UNBOUNDED, index -> request(index, 10));

        assertThat(take(supply, 3)).containsExactly(0, 1, 2);
        supply.prepareSome();
        assertThat(take(supply, 2)).containsExactly(3, 4);
        assertThat(written).doesNotHaveDuplicates();
    }

    @Test
    void unboundedSupplyStaysAFewThousandAhead() {
        RequestSupply supply = new RequestSupply(RequestSupply.UNBOUNDED, index -> request(index, 10));
        prepare(supply);

        assertThat(written).hasSize(4096);
    }

    private static void prepare(RequestSupply supply) {
        supply.prepare(new Preparation(supply.ahead(), LoadListener.silent(), () -> false, System::nanoTime));
    }

    private static List<Integer> take(RequestSupply supply, int count) {
        List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(supply.take().index());
        }
        return taken;
    }

    private PreparedRequest request(int index, int bytes) {
        written.add(index);
        return new PreparedRequest(Phase.MEASURE, index, 16, false, false, new byte[0], new byte[bytes]);
    }
}
