package atlas.validation.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InterruptSignalTest {

    @Test
    void eachSignalRunsTheAction() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/kill")) || Files.isExecutable(Path.of("/usr/bin/kill")));
        CountDownLatch heard = new CountDownLatch(1);
        try (InterruptSignal signal = InterruptSignal.onEach(heard::countDown).orElseThrow()) {
            assertThat(signal).isNotNull();
            long self = ProcessHandle.current().pid();
            new ProcessBuilder("kill", "-INT", Long.toString(self)).start().waitFor();

            assertThat(heard.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }
}
