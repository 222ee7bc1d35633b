package atlas.validation.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CancellationTest {

    private final Cancellation cancellation = new Cancellation();
    private final List<String> ran = new ArrayList<>();

    @Test
    void runsEveryActionOnceInOrder() {
        cancellation.onCancel(() -> ran.add("a"));
        cancellation.onCancel(() -> ran.add("b"));
        cancellation.cancel();
        cancellation.cancel();

        assertThat(ran).containsExactly("a", "b");
        assertThat(cancellation.isCancelled()).isTrue();
    }

    @Test
    void runsALateActionAtOnce() {
        cancellation.cancel();
        cancellation.onCancel(() -> ran.add("late")).close();

        assertThat(ran).containsExactly("late");
    }

    @Test
    void forgetsTheActionOfAClosedRegistrationOnly() {
        Runnable action = () -> ran.add("x");
        Cancellation.Registration first = cancellation.onCancel(action);
        cancellation.onCancel(action);
        first.close();
        cancellation.cancel();

        assertThat(ran).containsExactly("x");
    }
}
