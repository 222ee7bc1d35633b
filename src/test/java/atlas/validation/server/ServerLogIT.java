package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Warning;
import atlas.validation.testing.SmallDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogIT {

    private static final int LINES = 2_000;

    @TempDir
    private Path folder;

    /** A server whose output nobody takes any more would hang: what is lost is the file, never the reading. */
    @Test
    void aDiskThatIsFullCostsTheFileAndNotTheLines() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        List<Warning> lost = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        try (SmallDisk disk = SmallDisk.mountedAt(small, "size=16k");
                ServerLog log = ServerLog.open(small.resolve("logs/server.log"), seen::add, lost::add)) {
            for (int i = 0; i < LINES; i++) {
                log.add("line " + i + " of a server that has much to say");
            }

            assertThat(seen).hasSize(LINES);
            assertThat(log.lastLines()).hasSize(50).last().asString().startsWith("line " + (LINES - 1));
            assertThat(lost).singleElement().satisfies(warning -> {
                assertThat(warning.code()).isEqualTo("server_log_lost");
                assertThat(warning.message()).startsWith("the server's log in server.log ends early: ");
            });
        }
    }
}
