package atlas.validation.client;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.workload.Prompt;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PreparationTest {

    private final List<String> told = new ArrayList<>();
    private final Cancellation cancellation = new Cancellation();

    @Test
    void f12TellsHowFarItIsOnceASecond() {
        List<PreparedRequest> requests = prepare(640, 600_000_000);

        assertThat(requests).extracting(PreparedRequest::index).hasSize(640).isSorted();
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

    /** Prepares requests while the clock goes on by so much with each look at it. */
    private List<PreparedRequest> prepare(int count, long tickNanos) {
        RequestTemplate template = new RequestTemplate("m", Map.of(), Map.of(), Map.of());
        RequestWriter writer = new RequestWriter(new Endpoint(URI.create("http://host"), null), template, "p");
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
        return new Preparation(
                        writer, "c", count, listener, cancellation::isCancelled, () -> clock.addAndGet(tickNanos))
                .prepare(Phase.MEASURE, count, index -> new Prompt("prompt " + index, 1, false));
    }
}
