package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.simulator.SimulatorMain;
import atlas.validation.testing.FixtureConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor on this machine and before simulated servers. */
class DoctorCommandIT {

    @TempDir
    private Path folder;

    private Process simulator;

    @AfterEach
    void endTheSimulator() {
        if (simulator != null) {
            simulator.destroyForcibly();
        }
    }

    private String simulator(String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SimulatorMain.class.getName(),
                "serve",
                "simulated/doctor",
                "--port",
                "0",
                "--sim-start-ms",
                "0",
                "--sim-exit-with-stdin"));
        command.addAll(List.of(flags));
        simulator = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader lines = simulator.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int at = line.indexOf("Listening on ");
            if (at >= 0) {
                return "http://" + line.substring(at + "Listening on ".length()).strip();
            }
        }
        throw new AssertionError("the simulator does not listen");
    }

    @Test
    void theMachineAndTheNodeAreExaminedWithoutAServer() {
        CommandRun doctor = CommandRun.in(folder, "doctor");

        assertThat(doctor.exitCode()).as(doctor.toString()).isZero();
        assertThat(doctor.out())
                .containsSubsequence(
                        "This machine", "java", "maven", "open files", "port", "cpu governor", "clock", "disk")
                .containsSubsequence("The node that serves", "node", "gpu", "docker")
                .containsPattern("\\d+ ok, \\d+ warn, 0 fail");
    }

    @Test
    void aServerThatWorksIsExaminedTraitByTrait() throws IOException {
        CommandRun doctor = CommandRun.in(folder, "doctor", "--base-url", simulator());

        assertThat(doctor.exitCode()).as(doctor.toString()).isZero();
        assertThat(doctor.words())
                .contains("ok readiness", "answers at /health, and says of itself that it is a simulator")
                .contains("ok models simulated/doctor")
                .contains("ok usage in streams told, before finish")
                .contains("ok forced length min_tokens")
                .contains("ok field spellings the usual ones are taken")
                .contains("ok unknown fields read over")
                .contains("ok role chunk a stream begins with one")
                .contains("ok streaming 48 chunks came one by one")
                .contains("ok keep-alive a second request takes the same connection")
                .contains("ok h2c");
    }

    @Test
    void D21aServerWithOddTraitsIsToldWithWhatTheyMean() throws IOException {
        String odd = simulator(
                "--sim-strict", "--sim-usage", "none", "--sim-role-chunk", "off", "--sim-refuse", "stream_options");

        CommandRun doctor = CommandRun.in(folder, "doctor", "--base-url", odd);

        assertThat(doctor.words())
                .contains("warn usage in streams a stream does not tell how many tokens it had")
                .contains("refused, and left out: ")
                .contains("stream_options")
                .contains("unknown fields refused")
                .contains("role chunk a stream begins with its first token");
    }

    @Test
    void aServerThatIsNotThereEndsWithThree() {
        CommandRun doctor = CommandRun.in(folder, "doctor", "--base-url", "http://127.0.0.1:1");

        assertThat(doctor.exitCode()).as(doctor.toString()).isEqualTo(3);
        assertThat(doctor.words()).contains("fail readiness http://127.0.0.1:1").contains("start the server");
    }

    @Test
    void aConfigNamesTheServerAndTheKeyIsNeverPrinted() throws IOException {
        Path config = FixtureConfig.named("running")
                .cell("w1", 1)
                .recordOnly()
                .runningAt(URI.create(simulator()))
                .params("\"api_key_env\": \"DOCTOR_KEY\"")
                .writeTo(folder);

        CommandRun doctor = CommandRun.in(
                folder, Map.of("DOCTOR_KEY", "sk-very-secret-0123456789"), "doctor", "--config", config.toString());

        assertThat(doctor.words()).contains("ok readiness");
        assertThat(doctor.out() + doctor.err()).doesNotContain("sk-very-secret");
    }

    @Test
    void aNodeThatSshDoesNotReachIsAFailureOfOneSentence() throws IOException {
        Path cluster = Files.writeString(folder.resolve("cluster.json"), """
                { "orchestrator": "container", "username": "atlas",
                  "head_node_dict": { "mgmt_ip": "127.0.0.1" },
                  "node_dict": { "127.0.0.1": { "docker_host": "ssh://atlas@127.0.0.1:1" } },
                  "env_vars": {} }
                """);

        CommandRun doctor = CommandRun.in(folder, "doctor", "--cluster", cluster.toString());

        assertThat(doctor.exitCode()).as(doctor.toString()).isEqualTo(1);
        assertThat(doctor.words()).contains("fail node").contains("127.0.0.1");
        assertThat(doctor.out()).doesNotContain("Exception");
    }

    @Test
    void whatIsWrongWithTheInputEndsWithTwo() {
        CommandRun doctor = CommandRun.in(folder, "doctor", "--config", "absent.json");

        assertThat(doctor.exitCode()).as(doctor.toString()).isEqualTo(2);
        assertThat(doctor.words()).contains("fail input absent.json: does not exist");
    }
}
