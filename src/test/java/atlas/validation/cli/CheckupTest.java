package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.cli.Finding.Level;
import atlas.validation.config.ClusterFile;
import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.testing.RequestFixtures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the doctor makes of what it sees; what it sees is the machine's business. */
class CheckupTest {

    private final ServerFindings server = new ServerFindings();

    @ParameterizedTest
    @CsvSource({
        "Apache Maven 3.8.7 (Debian), OK",
        "Apache Maven 3.9.16, OK",
        "Apache Maven 4.0.0-rc-3, OK",
        "Apache Maven 3.6.3, WARN",
        "command not found, WARN"
    })
    void aMavenThatIsTooOldOrMissingIsAWarning(String line, Level level) {
        assertThat(MachineCheckup.maven(Optional.of(line)).level()).isEqualTo(level);
    }

    @Test
    void withoutMavenTheJarIsEnough() {
        Finding none = MachineCheckup.maven(Optional.empty());

        assertThat(none.level()).isEqualTo(Level.WARN);
        assertThat(none.advice()).contains("this jar needs none");
    }

    @Test
    void limitsThatSpoilFiguresAreToldWithWhatToDo() {
        assertThat(MachineCheckup.openFiles(1024).advice()).contains("ulimit -n");
        assertThat(MachineCheckup.openFiles(65_536).level()).isEqualTo(Level.OK);
        assertThat(MachineCheckup.governor(Optional.of("powersave")).level()).isEqualTo(Level.WARN);
        assertThat(MachineCheckup.governor(Optional.of("performance")).level()).isEqualTo(Level.OK);
        assertThat(MachineCheckup.governor(Optional.empty()).level()).isEqualTo(Level.OK);
        assertThat(MachineCheckup.load(7.5, 8).level()).isEqualTo(Level.WARN);
        assertThat(MachineCheckup.load(1.2, 8).level()).isEqualTo(Level.OK);
        assertThat(MachineCheckup.clock(15_600_000, Optional.of("hpet")).level())
                .isEqualTo(Level.WARN);
        assertThat(MachineCheckup.disk(0, Path.of("/")).level()).isEqualTo(Level.FAIL);
        assertThat(MachineCheckup.disk(100, Path.of("/")).level()).isEqualTo(Level.OK);
    }

    private static List<Finding> docker(String... printed) {
        List<Finding> findings = new ArrayList<>();
        new NodeCheckup(ClusterFile.thisMachine(), findings::add).docker("this machine", List.of(printed));
        return findings;
    }

    @Test
    void aDaemonThatHandsOutGpusIsFine() {
        assertThat(docker(
                        "server 28.1.1 api 1.49 amd64", "runtimes io.containerd.runc.v2 nvidia runc", "free 419430400"))
                .extracting(Finding::level)
                .containsExactly(Level.OK, Level.OK, Level.OK);
        assertThat(docker("server 28.1.1 api 1.49 arm64", "runtimes runc", "cdi /etc/cdi/nvidia.yaml"))
                .extracting(Finding::level)
                .containsExactly(Level.OK, Level.OK);
    }

    @Test
    void aDaemonThatIsOldFullOrKnowsNoGpuIsToldWithWhatToDo() {
        List<Finding> findings = docker("server 19.03.1 api 1.40 amd64", "runtimes runc", "free 10485760");

        assertThat(findings).extracting(Finding::level).containsExactly(Level.WARN, Level.WARN, Level.WARN);
        assertThat(findings.get(0).advice()).contains("20.10");
        assertThat(findings.get(1).advice()).contains("nvidia-ctk runtime configure");
        assertThat(findings.get(2).message()).startsWith("10 GiB");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no docker",
                "Got permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock",
                "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?"
            })
    void aDaemonThatCannotBeUsedIsAWarningSinceARunningServerNeedsNone(String printed) {
        List<Finding> findings = docker(printed);

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().level()).isEqualTo(Level.WARN);
        assertThat(findings.getFirst().advice()).isNotBlank();
    }

    @Test
    void whatDockerComplainsOfIsToldAndNotTheEmptyLineBeforeIt() {
        String complaint =
                "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?";

        assertThat(docker("server ", complaint).getFirst().message())
                .isEqualTo("the daemon on this machine does not answer: " + complaint);
        assertThat(docker("server  api  ").getFirst().message())
                .isEqualTo("the daemon on this machine does not answer: it says nothing");
    }

    @Test
    void A29anAnswerThatComesAtOnceIsBuffered() {
        double[] atOnce = new double[47];
        Finding buffered = server.arrival(48, atOnce, 900.0);

        assertThat(buffered.level()).isEqualTo(Level.WARN);
        assertThat(buffered.message()).contains("47 of 48 chunks came together");
        assertThat(buffered.advice()).contains("proxy_buffering off");
    }

    @Test
    void anAnswerThatComesOneByOneIsStreamedEvenIfSomeChunksMeet() {
        double[] gaps = new double[47];
        Arrays.fill(gaps, 6);
        Arrays.fill(gaps, 0, 20, 0.1);

        assertThat(server.arrival(48, gaps, 30.0).level()).isEqualTo(Level.OK);
        assertThat(server.arrival(3, new double[] {5, 5}, 30.0).level())
                .as("three chunks tell nothing")
                .isEqualTo(Level.WARN);
    }

    @Test
    void aStreamThatFailsIsAFailureWithItsOutcome() {
        Finding failed =
                server.streaming(RequestFixtures.failed(0, Phase.MEASURE, Outcome.HTTP_ERROR, 400, "bad max_tokens"));

        assertThat(failed.level()).isEqualTo(Level.FAIL);
        assertThat(failed.message()).contains("http_error").contains("bad max_tokens");
    }

    @Test
    void whetherConnectionsAreKeptIsTold() {
        assertThat(server.keepAlive(ConnectionUse.REUSED).message()).contains("same connection");
        assertThat(server.keepAlive(ConnectionUse.NEW).message()).contains("no TTFT holds it");
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 200 OK, OK",
        "HTTP/1.1 101 Switching Protocols, OK",
        "HTTP/1.1 400 Bad Request, WARN",
        "HTTP/1.1 422 Unprocessable Entity, WARN",
        "junk, WARN"
    })
    void D20aServerThatStumblesOverAnOfferOfHttp2IsAWarning(String line, Level level) {
        assertThat(UpgradeOffer.judge(line).level()).isEqualTo(level);
    }

    @Test
    void D20anEndWithoutAnAnswerIsAWarningToo() {
        assertThat(UpgradeOffer.judge(null).level()).isEqualTo(Level.WARN);
    }
}
