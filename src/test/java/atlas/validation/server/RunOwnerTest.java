package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whether the run that a container belongs to still lives: a living one's is never touched. */
class RunOwnerTest {

    private static final RunOwner HERE = RunOwner.current();

    /** No process has it: above the highest id that Linux gives. */
    private static final long NO_PROCESS = 1L << 40;

    @Test
    void thisProcessLivesAndIsReadBackFromItsLabels() {
        assertThat(RunOwner.of(HERE.labels())).hasValue(HERE);
        assertThat(HERE.seenFrom(HERE)).isEqualTo(RunOwner.State.ALIVE);
    }

    @Test
    void aProcessThatIsGoneIsDead() {
        assertThat(owner(HERE.machine(), HERE.boot(), HERE.space(), NO_PROCESS, HERE.startedMillis()))
                .isEqualTo(RunOwner.State.DEAD);
    }

    @Test
    void anIdThatAnotherProcessHasNowIsDead() {
        assertThat(owner(HERE.machine(), HERE.boot(), HERE.space(), HERE.pid(), HERE.startedMillis() - 3_600_000))
                .isEqualTo(RunOwner.State.DEAD);
    }

    @Test
    void everyProcessFromBeforeTheMachinesRestartIsDead() {
        RunOwner before = new RunOwner("node/4711", "a boot", "pid:[1]", 1, 1);

        assertThat(before.seenFrom(new RunOwner("node/4711", "another boot", "pid:[1]", 1, 1)))
                .isEqualTo(RunOwner.State.DEAD);
    }

    /** Two jobs in containers of one machine have the same kernel and see different processes under one id. */
    @Test
    void aProcessOfAnotherSpaceOrMachineIsLeftAlone() {
        assertThat(owner(HERE.machine(), HERE.boot(), "pid:[1]", NO_PROCESS, 1)).isEqualTo(RunOwner.State.UNKNOWN);
        assertThat(owner("another", "another boot", HERE.space(), NO_PROCESS, 1))
                .isEqualTo(RunOwner.State.UNKNOWN);
    }

    /** Machines without such files, and containers of one name, must not remove what others have running. */
    @Test
    void machinesThatDoNotTellWhatTheyAreAreNotTakenForOne() {
        for (String machine : List.of("unknown/unknown", "runner/", "runner/unknown")) {
            RunOwner other = new RunOwner(machine, "a boot", "pid:[1]", NO_PROCESS, 1);

            assertThat(other.seenFrom(new RunOwner(machine, "another boot", "pid:[1]", 1, 1)))
                    .isEqualTo(RunOwner.State.UNKNOWN);
        }
        RunOwner nowhere = new RunOwner("unknown/unknown", "unknown", "unknown", NO_PROCESS, 1);
        assertThat(nowhere.seenFrom(nowhere)).isEqualTo(RunOwner.State.UNKNOWN);
    }

    @Test
    void labelsThatNameNoOwnerAreNotGuessedAt() {
        Map<String, String> labels = new HashMap<>(HERE.labels());
        labels.replaceAll((name, value) -> name.endsWith("pid") ? "-1" : value);

        assertThat(RunOwner.of(labels)).isEmpty();
        assertThat(RunOwner.of(Map.of())).isEmpty();
    }

    private static RunOwner.State owner(String machine, String boot, String space, long pid, long started) {
        return new RunOwner(machine, boot, space, pid, started).seenFrom(HERE);
    }
}
