package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
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
        assertThat(owner(HERE.machine(), "another boot", HERE.space(), HERE.pid(), HERE.startedMillis()))
                .isEqualTo(RunOwner.State.DEAD);
    }

    /** Two jobs in containers of one machine have the same kernel and see different processes under one id. */
    @Test
    void aProcessOfAnotherSpaceOrMachineIsLeftAlone() {
        assertThat(owner(HERE.machine(), HERE.boot(), "pid:[1]", NO_PROCESS, 1)).isEqualTo(RunOwner.State.UNKNOWN);
        assertThat(owner("another", "another boot", HERE.space(), NO_PROCESS, 1))
                .isEqualTo(RunOwner.State.UNKNOWN);
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
