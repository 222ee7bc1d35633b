package atlas.validation.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.stream.Answer;
import atlas.validation.stream.AnswerReader;
import atlas.validation.stream.SseDecoder;
import atlas.validation.stream.SseEvent;
import atlas.validation.stream.SseListener;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How many events a second one core decodes, without a socket, in reads of about one event each. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class DecodingBenchmark {

    private static final int EVENTS = 1000;
    private static final int READ = 300;

    /** What changes from one event to the next. */
    public enum Shape {
        /** The text of the token. */
        TEXT,
        /** The text, and the usage that vLLM sends with every chunk when asked to. */
        USAGE,
        /** Nothing has a place of its own: strings and lists as long as the token, as with log probabilities. */
        LOG_PROBABILITIES
    }

    @Param
    public Shape shape = Shape.TEXT;

    private byte[] stream = {};

    @Setup
    public void record() {
        StringBuilder events = new StringBuilder();
        for (int i = 1; i <= EVENTS; i++) {
            events.append("data: {\"id\":\"chatcmpl-0123456789abcdef\",\"object\":\"chat.completion.chunk\",")
                    .append("\"created\":1760000000,\"model\":\"Sehyo/Qwen3.5-35B-A3B-NVFP4\",")
                    .append("\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word")
                    .append(i)
                    .append("\"},\"finish_reason\":null,\"logprobs\":")
                    .append(shape == Shape.LOG_PROBABILITIES ? logProbabilities(i) : "null")
                    .append("}]")
                    .append(shape == Shape.USAGE ? usage(i) : "")
                    .append("}\n\n");
        }
        stream = events.toString().getBytes(UTF_8);
    }

    private static String usage(int i) {
        return ",\"usage\":{\"prompt_tokens\":128,\"completion_tokens\":" + i + ",\"total_tokens\":" + (128 + i) + "}";
    }

    private static String logProbabilities(int i) {
        return "{\"content\":[{\"token\":\" word" + i + "\",\"logprob\":-0." + i + ",\"bytes\":[32,119,"
                + "49,".repeat(Integer.toString(i).length()) + "49]}]}";
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public int framing() {
        Counter counter = new Counter();
        SseDecoder decoder = new SseDecoder(counter);
        for (int at = 0; at < stream.length; at += READ) {
            decoder.feed(stream, at, Math.min(READ, stream.length - at), at);
        }
        return require(counter.events);
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public int reading() {
        AnswerReader reader = new AnswerReader();
        for (int at = 0; at < stream.length; at += READ) {
            reader.feed(stream, at, Math.min(READ, stream.length - at), at);
        }
        Answer answer = reader.end(stream.length);
        return require(answer.tokenStamps().length);
    }

    private static int require(int seen) {
        if (seen != EVENTS) {
            throw new IllegalStateException("decoded " + seen + " of " + EVENTS + " events");
        }
        return seen;
    }

    private static final class Counter implements SseListener {

        private int events;

        @Override
        public void onEvent(SseEvent event) {
            events++;
        }

        @Override
        public void onEventTooLarge(int limitBytes, long stampNanos) {}
    }
}
