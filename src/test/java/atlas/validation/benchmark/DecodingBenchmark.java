package atlas.validation.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.stream.Answer;
import atlas.validation.stream.AnswerReader;
import atlas.validation.stream.SseDecoder;
import atlas.validation.stream.SseEvent;
import atlas.validation.stream.SseListener;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Measures how many recorded events a second one core decodes, without a socket. Prints; fails for nothing. */
public final class DecodingBenchmark {

    private static final int EVENTS = 1000;
    private static final int ROUNDS = 400;
    private static final int READ = 300;

    private DecodingBenchmark() {}

    public static void main(String[] arguments) {
        byte[] stream = stream();
        for (int repeat = 0; repeat < 5; repeat++) {
            double framing = rate(() -> frame(stream));
            double reading = rate(() -> read(stream));
            System.out.printf(
                    Locale.ROOT,
                    "framing %.2f M events/s, framing and reading %.2f M events/s (%d bytes each)%n",
                    framing / 1e6,
                    reading / 1e6,
                    stream.length / EVENTS);
        }
    }

    private static double rate(Runnable round) {
        long start = cpuNanos();
        for (int i = 0; i < ROUNDS; i++) {
            round.run();
        }
        return (double) EVENTS * ROUNDS * 1e9 / (cpuNanos() - start);
    }

    /** Counts the time on the processor, so that a busy machine does not matter. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void frame(byte[] stream) {
        Counter counter = new Counter();
        SseDecoder decoder = new SseDecoder(counter);
        for (int at = 0; at < stream.length; at += READ) {
            decoder.feed(stream, at, Math.min(READ, stream.length - at), at);
        }
        require(counter.events == EVENTS, counter.events);
    }

    private static void read(byte[] stream) {
        AnswerReader reader = new AnswerReader();
        for (int at = 0; at < stream.length; at += READ) {
            reader.feed(stream, at, Math.min(READ, stream.length - at), at);
        }
        Answer answer = reader.end(stream.length);
        require(answer.tokenStamps().length == EVENTS, answer.tokenStamps().length);
    }

    private static void require(boolean expected, int seen) {
        if (!expected) {
            throw new IllegalStateException("decoded " + seen + " of " + EVENTS + " events");
        }
    }

    private static byte[] stream() {
        StringBuilder stream = new StringBuilder();
        for (int i = 0; i < EVENTS; i++) {
            stream.append("data: {\"id\":\"chatcmpl-0123456789abcdef\",\"object\":\"chat.completion.chunk\",")
                    .append("\"created\":1760000000,\"model\":\"Sehyo/Qwen3.5-35B-A3B-NVFP4\",")
                    .append(
                            "\"system_fingerprint\":\"fp_atlas\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word")
                    .append(i)
                    .append("\"},\"finish_reason\":null,\"logprobs\":null}]}\n\n");
        }
        return stream.toString().getBytes(UTF_8);
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
