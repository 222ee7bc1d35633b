package atlas.validation.client;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PreparationTest {

    private final List<String> told = new ArrayList<>();
    private final Cancellation cancellation = new Cancellation();

    @Test
    void f12TellsHowFarItIsOnceASecond() {
        assertThat(prepare(640, 600_000_000)).hasSize(640);
        assertThat(told).containsExactly("128/640", "256/640", "384/640", "512/640", "640/640");
    }

    @Test
    void saysNothingWhereItIsQuick() {
        assertThat(prepare(640, 1_000)).hasSize(640);
        assertThat(told).isEmpty();
    }

    @Test
    void goesNoFurtherOnceItIsCancelled() {
        cancellation.cancel();

        assertThat(prepare(640, 1_000)).isEmpty();
    }

    /** Prepares requests while the clock goes on by so much with each look at it, and returns those written. */
    private Set<Integer> prepare(int count, long tickNanos) {
        Set<Integer> written = ConcurrentHashMap.newKeySet();
        RequestSupply supply = new RequestSupply(count, index -> {
            written.add(index);
            return new PreparedRequest(Phase.MEASURE, index, 1, false, false, new byte[8], new byte[8]);
        });
        AtomicLong clock = new AtomicLong();
        LoadListener listener = new LoadListener() {
            @Override
            public void preparing(int done, int of) {
                told.add(done + "/" + of);
            }

            @Override
            public void requestFinished(RequestRecord row) {}

            @Override
            public void progress(LoadProgress snapshot) {}
        };
        supply.prepare(new Preparation(count, listener, cancellation::isCancelled, () -> clock.addAndGet(tickNanos)));
        return written;
    }
}
