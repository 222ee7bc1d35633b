package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCopyTest {

    @TempDir
    private Path folder;

    @Test
    void aFileMayBeNewOrThereAndItsFoldersAreMadeLater() throws IOException {
        Path there = Files.writeString(folder.resolve("there.json"), "{}");

        assertThat(ReportCopy.problem(there)).isEmpty();
        assertThat(ReportCopy.problem(folder.resolve("new.json"))).isEmpty();
        assertThat(ReportCopy.problem(folder.resolve("a/b/new.json"))).isEmpty();
        assertThat(folder.resolve("a")).doesNotExist();
    }

    @Test
    void aFolderIsNoFile() {
        assertThat(ReportCopy.problem(folder))
                .hasValueSatisfying(sentence -> assertThat(sentence).startsWith("-Dreport.path names a folder: "));
    }

    @Test
    void nothingLiesBelowAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThat(ReportCopy.problem(file.resolve("report.json")))
                .hasValueSatisfying(
                        sentence -> assertThat(sentence).startsWith("-Dreport.path lies below what is no folder: "));
    }
}
