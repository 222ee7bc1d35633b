package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShippedFilesIT {

    private final ShippedFiles shipped = ShippedFiles.read();

    @ParameterizedTest
    @ValueSource(strings = {"configs", "configs/schema", "thresholds", "cluster"})
    void everyFileOfTheProjectIsShippedAsItIs(String folder) throws IOException {
        List<String> inProject;
        try (Stream<Path> files = Files.list(Path.of(folder))) {
            inProject = files.filter(Files::isRegularFile)
                    .map(file -> folder + "/" + file.getFileName())
                    .sorted()
                    .toList();
        }

        assertThat(shipped.in(folder)).isEqualTo(inProject);
        for (String name : inProject) {
            assertThat(shipped.bytes(name)).hasValue(Files.readAllBytes(Path.of(name)));
        }
    }

    @Test
    void thePagesOfTheDocumentationAreShipped() throws IOException {
        assertThat(shipped.text("docs/architecture.md")).hasValue(Files.readString(Path.of("docs/architecture.md")));
    }

    @Test
    void whatIsUnpackedIsGoneAfterwards() {
        Path folder;
        try (ShippedFiles.Unpacked unpacked = shipped.unpack()) {
            folder = unpacked.folder();
            assertThat(folder.resolve("configs/simulated_quickstart.json")).exists();
            assertThat(folder.resolve("thresholds/simulated_quickstart_threshold.json"))
                    .exists();
        }
        assertThat(folder).doesNotExist();
    }
}
