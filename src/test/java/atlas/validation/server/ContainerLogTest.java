package atlas.validation.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerLogTest {

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private ServerLog file;
    private ContainerLog log;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() {
        file = ServerLog.open(folder.resolve("server.log"), seen::add, lost -> {});
        log = new ContainerLog(file);
    }

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void piecesArePutTogetherByStream() {
        out("one and a ha");
        log.onNext(new Frame(StreamType.STDERR, "warning\n".getBytes(UTF_8)));
        out("lf\r\n\ntwo\nrest");
        log.onComplete();

        assertThat(seen).containsExactly("warning", "one and a half", "", "two", "rest");
    }

    /** While weights load, a bar may be all that a server prints, and its last state all that there is to tell. */
    @Test
    void eachStepOfAProgressBarIsALine() {
        out("\rloading:  0%");
        out("\rloading: 50%");
        out("\rloading: 100%\r\nready\n");

        assertThat(seen).containsExactly("loading:  0%", "loading: 50%", "loading: 100%", "ready");
    }

    @Test
    void aLineWithoutEndIsCut() {
        out("x".repeat(150_000));
        log.onComplete();

        assertThat(seen).hasSizeGreaterThan(1).allMatch(line -> line.length() <= 65_536);
        assertThat(String.join("", seen)).hasSize(150_000);
    }

    @Test
    void coloursAreTakenOut() {
        out("\u001b[2m2026-08-17T10:01:57Z\u001b[0m \u001b[31mERROR\u001b[0m spark: broken\n");

        assertThat(seen).containsExactly("2026-08-17T10:01:57Z ERROR spark: broken");
        assertThat(file.lastLine()).isEqualTo("2026-08-17T10:01:57Z ERROR spark: broken");
        assertThat(folder.resolve("server.log"))
                .content()
                .endsWith("Z ERROR spark: broken\n")
                .doesNotContain("\u001b");
    }

    private void out(String printed) {
        log.onNext(new Frame(StreamType.STDOUT, printed.getBytes(UTF_8)));
    }
}
