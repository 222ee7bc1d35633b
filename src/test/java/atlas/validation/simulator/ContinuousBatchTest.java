package atlas.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Plays batches on a virtual clock: 1 token of prefill is 1 ms, a step 10 ms and 1 ms for each sequence. */
class ContinuousBatchTest {

    private static final long MILLI = 1_000_000;

    private final TimeModel model = new TimeModel(1_000, 10, 1, 0, 1);
    private ContinuousBatch batch = new ContinuousBatch(model, 8, new PrefixCache(0));
    private final List<String> emitted = new ArrayList<>();

    @Test
    void theFirstTokenComesWithTheEndOfPrefillAndTheOthersStepByStep() {
        arrive("a", 5, 100, 3);
        playToEnd();

        assertThat(emitted).containsExactly("a 0-1 @105", "a 1-2 @116", "a 2-3 @127");
    }

    @Test
    void beingLateMovesNoPlannedTime() {
        Sequence a = arrive("a", 5, 100, 50);
        batch.advance(112 * MILLI, this::note);
        batch.advance(5_000 * MILLI, this::note);

        assertThat(a.isFinished()).isTrue();
        assertThat(a.lastTokenDueNanos()).isEqualTo((105 + 49 * 11) * MILLI);
    }

    @Test
    void aFullBatchLetsTheNextOneWaitInOrderOfArrival() {
        batch = new ContinuousBatch(model, 1, new PrefixCache(0));
        Sequence a = arrive("a", 5, 0, 2);
        Sequence b = arrive("b", 5, 1, 1);
        Sequence c = arrive("c", 5, 2, 1);
        playToEnd();

        assertThat(emitted).containsExactly("a 0-1 @5", "a 1-2 @16", "b 0-1 @21", "c 0-1 @26");
        assertThat(List.of(a.prefillStartNanos(), b.prefillStartNanos(), c.prefillStartNanos()))
                .containsExactly(0L, 16 * MILLI, 21 * MILLI);
    }

    @Test
    void neverMoreRunThanTheBatchHolds() {
        batch = new ContinuousBatch(model, 3, new PrefixCache(0));
        List<Sequence> sequences = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sequences.add(arrive("s" + i, 1, 0, 5));
        }
        while (batch.nextEvent() != ContinuousBatch.NEVER) {
            batch.advance(batch.nextEvent(), this::note);
            assertThat(batch.size()).isLessThanOrEqualTo(3);
        }

        assertThat(sequences).allMatch(Sequence::isFinished);
        assertThat(sequences).extracting(Sequence::maxBatch).containsOnly(2, 3);
    }

    @Test
    void prefillsFollowOneAnother() {
        arrive("a", 5, 0, 1);
        arrive("b", 5, 0, 1);
        playToEnd();

        assertThat(emitted).containsExactly("a 0-1 @5", "b 0-1 @10");
    }

    @Test
    void whoComesInTheMiddleOfAStepTakesPartFromTheNextOneOn() {
        arrive("a", 5, 0, 4);
        arrive("b", 3, 6, 2);
        playToEnd();

        assertThat(emitted).containsExactly("a 0-1 @5", "b 0-1 @9", "a 1-2 @16", "a 2-3 @28", "b 1-2 @28", "a 3-4 @39");
    }

    @Test
    void whoLeavesFreesThePlaceAtOnce() {
        batch = new ContinuousBatch(model, 1, new PrefixCache(0));
        Sequence a = arrive("a", 5, 0, 100);
        Sequence b = arrive("b", 5, 0, 1);
        batch.advance(40 * MILLI, this::note);
        batch.leave(a, 40 * MILLI);
        playToEnd();

        assertThat(b.prefillStartNanos()).isEqualTo(40 * MILLI);
        assertThat(emitted.getLast()).isEqualTo("b 0-1 @45");
        assertThat(batch.size()).isZero();
    }

    @Test
    void whoLeavesWhileWaitingOrPrefillingIsGoneToo() {
        batch = new ContinuousBatch(model, 1, new PrefixCache(0));
        Sequence prefilling = arrive("a", 50, 0, 10);
        Sequence waiting = arrive("b", 5, 0, 10);
        batch.leave(waiting, 10 * MILLI);
        batch.leave(prefilling, 10 * MILLI);
        batch.leave(prefilling, 11 * MILLI);
        playToEnd();

        assertThat(emitted).isEmpty();
        assertThat(batch.size()).isZero();
    }

    @Test
    void whenTheLastRunningOneLeavesThoseThatJoinedGoOn() {
        Sequence a = arrive("a", 5, 0, 100);
        arrive("b", 3, 6, 2);
        batch.advance(10 * MILLI, this::note);
        batch.leave(a, 12 * MILLI);
        playToEnd();

        assertThat(emitted).containsExactly("a 0-1 @5", "b 0-1 @9", "b 1-2 @23");
    }

    @Test
    void onlyTheVeryFirstPrefillIsCold() {
        batch = new ContinuousBatch(new TimeModel(1_000, 10, 1, 500, 1), 8, new PrefixCache(0));
        arrive("a", 5, 0, 1);
        arrive("b", 5, 600, 1);
        playToEnd();

        assertThat(emitted).containsExactly("a 0-1 @505", "b 0-1 @605");
    }

    @Test
    void aHeldBeginningNeedsNoPrefill() {
        batch = new ContinuousBatch(model, 8, new PrefixCache(100));
        long[] keys = {11, 12};
        Sequence cold = arrive("a", 40, 0, 1, keys);
        Sequence warm = arrive("b", 40, 100, 1, keys);
        playToEnd();

        assertThat(emitted).containsExactly("a 0-1 @40", "b 0-1 @108");
        assertThat(cold.cachedTokens()).isZero();
        assertThat(warm.cachedTokens()).isEqualTo(32);
    }

    @Test
    void speculativeStepsYieldExactlyTheWholeLength() {
        batch = new ContinuousBatch(new TimeModel(1_000, 10, 1, 0, 4), 8, new PrefixCache(0));
        Sequence a = arrive("a", 5, 0, 101);
        playToEnd();

        assertThat(a.emitted()).isEqualTo(101);
        assertThat(emitted).hasSizeLessThan(60);
        assertThat(emitted.getLast()).contains("-101 @");
    }

    private Sequence arrive(String name, int promptTokens, long atMillis, int length, long... keys) {
        Sequence sequence =
                new Sequence(new Named(name), atMillis * MILLI, promptTokens, keys, length, name.hashCode());
        batch.arrive(sequence);
        return sequence;
    }

    private void playToEnd() {
        while (batch.nextEvent() != ContinuousBatch.NEVER) {
            batch.advance(batch.nextEvent(), this::note);
        }
    }

    private void note(Sequence sequence, int from, int to) {
        emitted.add("%s %d-%d @%d".formatted(sequence.receiver(), from, to, sequence.lastTokenDueNanos() / MILLI));
    }

    /** Stands for a client; the batch itself calls neither method. */
    private record Named(String name) implements Sequence.Receiver {

        @Override
        public Executor executor() {
            return Runnable::run;
        }

        @Override
        public void tokens(int from, int to) {}

        @Override
        public String toString() {
            return name;
        }
    }
}
