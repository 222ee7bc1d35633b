package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTailTest {

    @TempDir
    private Path folder;

    @Test
    void aShortFileIsReadWhole() throws IOException {
        assertThat(tail("one\ntwo\n", 8)).isEqualTo("one\ntwo\n");
        assertThat(tail("", 8)).isEmpty();
    }

    @Test
    void aLongFileBeginsWithItsFirstWholeLine() throws IOException {
        assertThat(tail("one\ntwo\nthree\n", 8)).isEqualTo("three\n");
    }

    @Test
    void aLineThatIsLongerThanAllowedIsCut() throws IOException {
        assertThat(tail("x".repeat(10), 8)).isEqualTo("x".repeat(8));
    }

    private String tail(String content, int atMost) throws IOException {
        return new String(FileTail.read(Files.writeString(folder.resolve("a.log"), content), atMost), UTF_8);
    }
}
