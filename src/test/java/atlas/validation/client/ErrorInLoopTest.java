package atlas.validation.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Phase;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What becomes of requests when a task of their event loop ends in an {@link Error}: a library that does not fit, a
 * stack or a memory that is full. Netty goes on with the next task, so that whoever was not told waits for its limits,
 * or, where those are not running yet, for ever.
 */
class ErrorInLoopTest {

    private static final Duration NEVER = Duration.ofHours(1);

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final ReadQueue queue = new ReadQueue(tasks::add);
    private final List<String> heard = new ArrayList<>();

    @Test
    void oneConnectionWhoseReadsRaiseAnErrorCostsNoOtherItsReads() {
        queue.add(new Taker("broken", new NoSuchMethodError("decode")), bytes("one"), 1);
        queue.add(new Taker("fine", null), bytes("two"), 2);
        runTasks();

        assertThat(heard).containsExactly("broken failed: decode", "fine two");
    }

    @Test
    void aRequestWhoseAnswerRaisesAnErrorIsToldSo() {
        ReadClock clock = new ReadClock();
        EmbeddedChannel channel = new EmbeddedChannel();
        AnswerTaker taker = new AnswerTaker(channel, new AnswerBytes());
        channel.pipeline().addLast(clock).addLast(new Intake(clock, queue, taker));
        taker.await(new Listener(new StackOverflowError("decode")));

        channel.writeInbound(bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"));
        runTasks();
        channel.runPendingTasks();
        runTasks();

        assertThat(channel.isOpen()).as("nothing can be made of what it reads").isFalse();
        assertThat(heard).last().asString().startsWith("broken").contains("decode");
    }

    @Test
    void aRequestWhoseEndRaisesAnErrorIsToldSo() {
        ReadClock clock = new ReadClock();
        EmbeddedChannel channel = new EmbeddedChannel();
        AnswerTaker taker = new AnswerTaker(channel, new AnswerBytes());
        channel.pipeline().addLast(clock).addLast(new Intake(clock, queue, taker));
        taker.await(new Listener(new StackOverflowError("row")) {
            @Override
            public void onBody(byte[] bytes, int offset, int length, long stampNanos) {}
        });

        channel.writeInbound(bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
        runTasks();
        channel.runPendingTasks();
        runTasks();

        assertThat(channel.isOpen()).isFalse();
        assertThat(heard).last().asString().startsWith("broken").contains("row");
    }

    @Test
    void aRequestThatCannotBeWrittenEndsAlthoughNoLimitRunsForItYet() {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(new Full());
        Connection connection = new Connection(channel, List.of(), queue);
        PreparedRequest request = new PreparedRequest(Phase.MEASURE, 0, 4, false, false, new byte[8], new byte[8]);
        List<Attempt> ended = new ArrayList<>();
        Exchange exchange = new Exchange(
                request, 0, new TimeLimits(NEVER, NEVER, NEVER), channel.eventLoop(), new Exchange.Owner() {
                    @Override
                    public void ended(Attempt attempt, boolean reusable) {
                        ended.add(attempt);
                    }

                    @Override
                    public void retry(Exchange again) {
                        heard.add("retry");
                    }
                });

        run(() -> exchange.send(connection, ConnectionUse.NEW));

        assertThat(ended).hasSize(1);
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            run(task);
        }
    }

    /** Does what an event loop of Netty does with a task: notes what it throws, and goes on. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable logged) {
            // Netty writes it to its log.
        }
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, ISO_8859_1);
    }

    /** Has no memory beside the heap left. */
    private static final class Full extends AbstractByteBufAllocator {

        Full() {
            super(true);
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            throw new OutOfMemoryError("direct buffer memory");
        }

        @Override
        protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
            throw new OutOfMemoryError("Java heap space");
        }

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }
    }

    private final class Taker implements ReadQueue.Taker {

        private final String name;
        private final @Nullable Error error;

        Taker(String name, @Nullable Error error) {
            this.name = name;
            this.error = error;
        }

        @Override
        public void take(byte[] bytes, int offset, int length, long stampNanos) {
            if (error != null) {
                throw error;
            }
            heard.add(name + " " + new String(bytes, offset, length, ISO_8859_1));
        }

        @Override
        public void taken() {}

        @Override
        public void ended(long stampNanos) {
            heard.add(name + " ended");
        }

        @Override
        public void failed(Throwable cause) {
            heard.add(name + " failed: " + cause.getMessage());
        }
    }

    private class Listener implements ResponseListener {

        private final Error error;

        Listener(Error error) {
            this.error = error;
        }

        @Override
        public void onHead(HttpResponse response) {
            heard.add("head");
        }

        @Override
        public void onBody(byte[] bytes, int offset, int length, long stampNanos) {
            throw error;
        }

        @Override
        public void onEnd(long stampNanos) {
            throw error;
        }

        @Override
        public void onGarbage(String what) {
            heard.add("garbage: " + what);
        }

        @Override
        public void onBroken(String how, boolean orderly) {
            heard.add("broken: " + how);
        }
    }
}
