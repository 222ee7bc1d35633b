package atlas.validation.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.record.Warning;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedLogTest {

    @TempDir
    private Path folder;

    @Test
    void eachLineIsWrittenWithItsTime() throws IOException {
        Path file = folder.resolve("logs/server.log");
        List<String> seen = new CopyOnWriteArrayList<>();
        FollowedLog.start(output("one\n\ntwo"), ServerLog.open(file, seen::add, lost -> {}))
                .awaitEnd(10_000);

        assertThat(Files.readAllLines(file))
                .hasSize(3)
                .allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z .*"))
                .element(2)
                .asString()
                .endsWith("Z two");
        assertThat(seen).containsExactly("one", "", "two");
    }

    @Test
    void theLastLinesAreKept() {
        String text = IntStream.range(0, 100).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
        ServerLog log = ServerLog.open(folder.resolve("server.log"), line -> {}, lost -> {});
        FollowedLog.start(output(text), log).awaitEnd(10_000);

        assertThat(log.lastLines()).hasSize(50).startsWith("line 50").endsWith("line 99");
    }

    @Test
    void aLogThatGrowsWithoutEndIsCutAndStillListenedTo() {
        Path file = folder.resolve("server.log");
        List<String> seen = new CopyOnWriteArrayList<>();
        List<Warning> lost = new CopyOnWriteArrayList<>();
        String text = IntStream.range(0, 100).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
        FollowedLog.start(output(text), ServerLog.open(file, 1000, seen::add, lost::add))
                .awaitEnd(10_000);

        assertThat(file.toFile().length()).isBetween(900L, 1000L);
        assertThat(lost).extracting(Warning::code).containsExactly("server_log_lost");
        assertThat(seen).hasSize(100);
    }

    @Test
    void aFileThatCannotBeWrittenIsTold() {
        assertThatThrownBy(() -> ServerLog.open(folder, line -> {}, lost -> {}))
                .isInstanceOf(ServerException.class)
                .hasMessageStartingWith("the server's log cannot be written to " + folder);
    }

    private static InputStream output(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }
}
