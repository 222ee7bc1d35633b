package atlas.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the simulator as a process. */
@Timeout(60)
class SimulatorMainIT {

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void itEndsWithItsStandardInputAndNotWithAnInterrupt() throws Exception {
        Process process = run("serve", "m", "--port", "0", "--sim-exit-with-stdin");
        readTo(process, "Listening on 127.0.0.1:");
        Process interrupt = new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start();
        assertThat(interrupt.waitFor()).isZero();

        assertThat(process.waitFor(300, TimeUnit.MILLISECONDS)).isFalse();
        process.getOutputStream().close();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void itsFirstLineSaysThatItIsASimulator() throws IOException {
        List<String> lines = readTo(run("serve", "m", "--port", "0"), "Listening on");

        assertThat(lines.getFirst()).contains("SIMULATOR");
        assertThat(lines).allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z  INFO [\\w:]+: .*"));
    }

    @Test
    void helpIsPrinted() throws Exception {
        Process process = run("--help");

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("Usage: serve MODEL");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void anUnknownFlagEndsItWithTwoAndOneSentence() throws Exception {
        Process process = run("serve", "m", "--nonsense");

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualToIgnoringNewLines("error: unexpected argument '--nonsense', see --help");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    @Test
    void aPortThatIsTakenIsTold() throws Exception {
        try (Simulator other = Simulator.start(SimulatorOptions.of("m"))) {
            int port = other.baseUrl().getPort();
            Process process = run("serve", "m", "--port", String.valueOf(port));

            assertThat(readTo(process, "Address already in use").getLast()).contains("binding 127.0.0.1:" + port);
            assertThat(process.waitFor()).isEqualTo(1);
        }
    }

    private Process run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SimulatorMain.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        started.add(process);
        return process;
    }

    /** Returns the lines up to the first that contains a sign. */
    private static List<String> readTo(Process process, String sign) throws IOException {
        List<String> lines = new ArrayList<>();
        BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(line);
            if (line.contains(sign)) {
                return lines;
            }
        }
        throw new IOException("the output ended without '" + sign + "': " + lines);
    }
}
