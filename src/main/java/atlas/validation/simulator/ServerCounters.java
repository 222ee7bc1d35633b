package atlas.validation.simulator;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** Counts what {@code /metrics} tells, under Atlas's names. Safe for use by several threads. */
final class ServerCounters {

    private static final double[] FIRST_TOKEN_BUCKETS = {0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60};

    private final LongAdder requests = new LongAdder();
    private final AtomicInteger active = new AtomicInteger();
    private final LongAdder promptTokens = new LongAdder();
    private final LongAdder generatedTokens = new LongAdder();
    private final LongAdder toolCalls = new LongAdder();
    private final LongAdder cacheHits = new LongAdder();
    private final LongAdder cacheMisses = new LongAdder();
    private final LongAdder cachedTokens = new LongAdder();
    private final AtomicLongArray firstTokens = new AtomicLongArray(FIRST_TOKEN_BUCKETS.length + 1);
    private final DoubleAdder firstTokenSeconds = new DoubleAdder();

    void began(int prompt) {
        requests.increment();
        active.incrementAndGet();
        promptTokens.add(prompt);
    }

    void firstToken(double seconds, int cached) {
        int bucket = 0;
        while (bucket < FIRST_TOKEN_BUCKETS.length && seconds > FIRST_TOKEN_BUCKETS[bucket]) {
            bucket++;
        }
        firstTokens.incrementAndGet(bucket);
        firstTokenSeconds.add(seconds);
        (cached > 0 ? cacheHits : cacheMisses).increment();
        cachedTokens.add(cached);
    }

    void tokens(int count) {
        generatedTokens.add(count);
    }

    void toolCalled() {
        toolCalls.increment();
    }

    void ended() {
        active.decrementAndGet();
    }

    /** Returns how many generations are being served. */
    int active() {
        return active.get();
    }

    /** Returns the Prometheus text, format 0.0.4. */
    String text() {
        StringBuilder text = new StringBuilder();
        sample(text, "atlas_requests_total", "counter", requests.sum());
        sample(text, "atlas_requests_active", "gauge", active.get());
        sample(text, "atlas_prompt_tokens_total", "counter", promptTokens.sum());
        sample(text, "atlas_generation_tokens_total", "counter", generatedTokens.sum());
        sample(text, "atlas_tool_calls_total", "counter", toolCalls.sum());
        sample(text, "atlas_prefix_cache_hits_total", "counter", cacheHits.sum());
        sample(text, "atlas_prefix_cache_misses_total", "counter", cacheMisses.sum());
        sample(text, "atlas_prefix_cache_hit_tokens_total", "counter", cachedTokens.sum());
        histogram(text);
        return text.toString();
    }

    private static void sample(StringBuilder text, String name, String type, long value) {
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        text.append(name).append(' ').append(value).append('\n');
    }

    private void histogram(StringBuilder text) {
        String name = "atlas_time_to_first_token_seconds";
        text.append("# TYPE ").append(name).append(" histogram\n");
        long below = 0;
        for (int i = 0; i <= FIRST_TOKEN_BUCKETS.length; i++) {
            below += firstTokens.get(i);
            String bound = i < FIRST_TOKEN_BUCKETS.length ? String.valueOf(FIRST_TOKEN_BUCKETS[i]) : "+Inf";
            text.append(name)
                    .append("_bucket{le=\"")
                    .append(bound)
                    .append("\"} ")
                    .append(below)
                    .append('\n');
        }
        text.append(name).append("_sum ").append(firstTokenSeconds.sum()).append('\n');
        text.append(name).append("_count ").append(below).append('\n');
    }
}
