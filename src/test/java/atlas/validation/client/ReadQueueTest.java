package atlas.validation.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class ReadQueueTest {

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final ReadQueue queue = new ReadQueue(tasks::add);
    private final List<String> heard = new ArrayList<>();

    @Test
    void handsOnInTheOrderOfReadsInOneTask() {
        Recorder first = new Recorder("first");
        Recorder second = new Recorder("second");
        queue.add(first, bytes("one"), 1);
        queue.add(second, bytes("two"), 2);
        queue.add(first, bytes("three"), 3);
        assertThat(heard).isEmpty();
        assertThat(tasks).hasSize(1);
        runTasks();
        assertThat(heard)
                .containsExactly(
                        "first one 1", "first taken", "second two 2", "second taken", "first three 3", "first taken");
    }

    @Test
    void tellsOnceThatAllOfOneGoIsTaken() {
        Recorder only = new Recorder("only");
        queue.add(only, bytes("one"), 1);
        queue.add(only, bytes("two"), 2);
        runTasks();
        assertThat(heard).containsExactly("only one 1", "only two 2", "only taken");
    }

    @Test
    void tellsTheEndBehindWhatWasRead() {
        Recorder ending = new Recorder("ending");
        queue.add(ending, bytes("last"), 1);
        queue.addEnd(ending, 2);
        runTasks();
        assertThat(heard).containsExactly("ending last 1", "ending ended 2");
    }

    @Test
    void keepsACopySinceTheBufferIsReadIntoAgain() {
        Recorder only = new Recorder("only");
        ByteBuf shared = bytes("one");
        queue.add(only, shared, 1);
        shared.clear().writeBytes(bytes("two"));
        queue.add(only, shared, 2);
        runTasks();
        assertThat(heard).startsWith("only one 1", "only two 2");
    }

    @Test
    void takesAFloodAndGoesOnBehindIt() {
        Recorder only = new Recorder("only");
        String flood = "x".repeat(3 << 20);
        queue.add(only, bytes(flood), 1);
        queue.add(only, bytes(flood), 2);
        runTasks();
        assertThat(heard).startsWith("only " + flood + " 1", "only " + flood + " 2");
        heard.clear();
        queue.add(only, bytes("calm"), 3);
        runTasks();
        assertThat(heard).containsExactly("only calm 3", "only taken");
    }

    @Test
    void takesWhatIsReadWhileItHandsOn() {
        Recorder late = new Recorder("late");
        queue.add(
                new Recorder("first") {
                    @Override
                    public void take(byte[] bytes, int offset, int length, long stampNanos) {
                        super.take(bytes, offset, length, stampNanos);
                        queue.add(late, bytes("more"), 2);
                    }
                },
                bytes("one"),
                1);
        runTasks();
        assertThat(heard).containsExactly("first one 1", "first taken", "late more 2", "late taken");
        assertThat(tasks).isEmpty();
    }

    @Test
    void oneThatThrowsHoldsUpNobody() {
        Recorder fine = new Recorder("fine");
        Recorder throwing = new Recorder("throwing") {
            @Override
            public void take(byte[] bytes, int offset, int length, long stampNanos) {
                throw new IllegalStateException("take");
            }

            @Override
            public void ended(long stampNanos) {
                throw new IllegalStateException("ended");
            }
        };
        queue.add(throwing, bytes("one"), 1);
        queue.add(fine, bytes("two"), 2);
        queue.addEnd(throwing, 3);
        queue.add(fine, bytes("three"), 4);
        runTasks();
        queue.add(fine, bytes("four"), 5);
        runTasks();
        assertThat(heard)
                .containsExactly(
                        "throwing failed: take",
                        "fine two 2",
                        "fine taken",
                        "throwing failed: ended",
                        "fine three 4",
                        "fine taken",
                        "fine four 5",
                        "fine taken");
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, UTF_8);
    }

    private class Recorder implements ReadQueue.Taker {

        private final String name;

        Recorder(String name) {
            this.name = name;
        }

        @Override
        public void take(byte[] bytes, int offset, int length, long stampNanos) {
            heard.add(name + " " + new String(bytes, offset, length, UTF_8) + " " + stampNanos);
        }

        @Override
        public void taken() {
            heard.add(name + " taken");
        }

        @Override
        public void ended(long stampNanos) {
            heard.add(name + " ended " + stampNanos);
        }

        @Override
        public void failed(Throwable cause) {
            heard.add(name + " failed: " + cause.getMessage());
        }
    }
}
