package atlas.validation.metric;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.TokenCountSource;
import atlas.validation.record.ToolCallRecord;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds request records the way the client writes them: from the times of sent, of the first token and of the gaps
 * after it follow end-to-end latency, stream end and TPOT.
 */
final class RowBuilder {

    private final int index;
    private int turn;
    private Phase phase = Phase.MEASURE;
    private Outcome outcome = Outcome.SUCCESS;
    private @Nullable Double scheduled = 0.0;
    private @Nullable Double sent = 0.0;
    private @Nullable Double freed;
    private @Nullable Double firstEvent;
    private @Nullable Double ttft;
    private @Nullable Double ttfo;
    private @Nullable Double streamEnd;
    private double[] gaps = {};
    private int @Nullable [] chunkTokens;
    private @Nullable Integer promptTokens;
    private @Nullable Integer cachedTokens;
    private @Nullable Integer tokens;
    private TokenCountSource source = TokenCountSource.USAGE;
    private boolean hasTpot = true;
    private @Nullable Double e2e;
    private ConnectionUse connection = ConnectionUse.REUSED;
    private int retries;
    private List<String> warnings = List.of();
    private @Nullable ToolCallRecord tool;

    private RowBuilder(int index) {
        this.index = index;
    }

    static RowBuilder row(int index) {
        return new RowBuilder(index);
    }

    /** A request that ended otherwise, without a single token. */
    static RowBuilder failed(int index, Outcome outcome) {
        RowBuilder builder = new RowBuilder(index);
        builder.outcome = outcome;
        return builder;
    }

    RowBuilder warmup() {
        phase = Phase.WARMUP;
        return this;
    }

    RowBuilder ramp() {
        phase = Phase.RAMP;
        return this;
    }

    /** Was due and sent at one moment. */
    RowBuilder sentAt(double ms) {
        scheduled = ms;
        sent = ms;
        return this;
    }

    RowBuilder scheduledAt(double ms) {
        scheduled = ms;
        return this;
    }

    RowBuilder neverSent() {
        sent = null;
        return this;
    }

    /** Opened a connection for itself. */
    RowBuilder newConnection() {
        connection = ConnectionUse.NEW;
        return this;
    }

    RowBuilder retries(int times) {
        retries = times;
        return this;
    }

    /** Its place was free again. */
    RowBuilder freedAt(double ms) {
        freed = ms;
        return this;
    }

    RowBuilder firstEvent(double ms) {
        firstEvent = ms;
        return this;
    }

    /** First token of all, and of the answer unless told otherwise. */
    RowBuilder ttft(double ms) {
        ttft = ms;
        ttfo = ms;
        return this;
    }

    RowBuilder ttfo(@Nullable Double ms) {
        ttfo = ms;
        return this;
    }

    RowBuilder gaps(double... ms) {
        gaps = ms;
        return this;
    }

    RowBuilder evenGaps(int count, double ms) {
        gaps = new double[count];
        Arrays.fill(gaps, ms);
        return this;
    }

    RowBuilder chunkTokens(int... perChunk) {
        chunkTokens = perChunk;
        return this;
    }

    RowBuilder streamEnd(double ms) {
        streamEnd = ms;
        return this;
    }

    RowBuilder e2e(double ms) {
        e2e = ms;
        return this;
    }

    RowBuilder tokens(int completion) {
        tokens = completion;
        return this;
    }

    RowBuilder prompt(int count) {
        promptTokens = count;
        return this;
    }

    RowBuilder cached(int count) {
        cachedTokens = count;
        return this;
    }

    RowBuilder turn(int number) {
        turn = number;
        return this;
    }

    RowBuilder countedBy(TokenCountSource countSource) {
        source = countSource;
        return this;
    }

    RowBuilder withoutTpot() {
        hasTpot = false;
        return this;
    }

    RowBuilder tool(ToolCallRecord call) {
        tool = call;
        return this;
    }

    RowBuilder warning(String word) {
        warnings = List.of(word);
        return this;
    }

    // NullAway 0.14.3 does not see the annotation of a nullable array in a constructor that it reads from a class file.
    @SuppressWarnings("NullAway")
    RequestRecord build() {
        double decode = Arrays.stream(gaps).sum();
        Double last = e2e != null ? e2e : ttft == null ? null : Double.valueOf(ttft + decode);
        Double tpot = hasTpot && ttft != null && tokens != null && tokens > 1 && decode > 0
                ? Double.valueOf(decode / (tokens - 1))
                : null;
        return new RequestRecord(
                "target",
                "cell",
                index,
                0,
                turn,
                phase,
                outcome,
                200,
                null,
                "length",
                scheduled,
                sent,
                freed,
                firstEvent != null ? firstEvent : ttft,
                ttft,
                ttfo,
                last,
                streamEnd != null ? streamEnd : last,
                tpot,
                promptTokens,
                tokens,
                null,
                cachedTokens,
                tokens == null ? null : source,
                ttft == null ? 0 : gaps.length + 1,
                gaps,
                chunkTokens,
                firstEvent != null ? firstEvent : ttft,
                connection,
                retries,
                warnings,
                tool);
    }
}
