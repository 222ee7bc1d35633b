package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceholdersTest {

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root);
    }

    @Test
    void pathsUserAndVariablesAreExpanded() {
        write("\"shared_fs\": \"/home/{user-id}\", \"models_dir\": \"{shared_fs}/{env.SUB}\"", "{paths.models_dir}/x");
        folder.variable("SUB", "models");

        assertThat(folder.config().server().args()).containsExactly("/home/ada/models/x");
    }

    @Test
    void runFolderStaysUntilItIsKnown() {
        write("\"log_dir\": \"{run_dir}/logs\"", "{paths.log_dir}/a");

        ValidationConfig config = folder.config();

        assertThat(config.server().args()).containsExactly("{run_dir}/logs/a");
        assertThat(config.inRunFolder(Path.of("/runs/1")).server().args()).containsExactly("/runs/1/logs/a");
        assertThat(config.inRunFolder(Path.of("/runs/1")).paths()).containsEntry("log_dir", "/runs/1/logs");
    }

    @Test
    void unknownPlaceholderIsAProblemOutsideOfProse() {
        write("\"shared_fs\": \"/x\"", "{path.shared_fs} {\\\"json\\\": 1}");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains("placeholder {path.shared_fs} is unknown; did you mean paths.shared_fs?");
        assertThat(folder.load()
                        .configs()
                        .getFirst()
                        .config()
                        .sweep()
                        .combos()
                        .get(1)
                        .prompt())
                .isEqualTo("Say {hello}.");
    }

    @Test
    void variableThatIsNotSetIsAProblemWhereItStands() {
        write("\"shared_fs\": \"{env.NOWHERE}\"", "{shared_fs} {shared_fs}");

        assertThat(folder.problems())
                .containsExactly(
                        "configs/a.json:3 /paths/shared_fs: environment variable NOWHERE is not set; export it before the"
                                + " run");
    }

    @Test
    void cycleIsOneProblem() {
        write("\"shared_fs\": \"{paths.models_dir}/a\", \"models_dir\": \"{shared_fs}/b\"", "{paths.models_dir}");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains("refers to itself by way of its own value; write it out");
    }

    @Test
    void pathThatNamesItselfIsAProblem() {
        write("\"shared_fs\": \"{shared_fs}/a\"", "x");

        assertThat(folder.problems())
                .containsExactly(
                        "configs/a.json:3 /paths/shared_fs: {paths.shared_fs} refers to itself by way of its own"
                                + " value; write it out");
    }

    @Test
    void valueOfAVariableIsNotShown() {
        folder.withParams("\"port\": \"{env.SECRET}\"").variable("SECRET", "hunter2");

        assertThat(folder.problems()).singleElement().asString().contains("got \"{env.SECRET}\"");
    }

    @Test
    void markToFillInIsFoundInKeysToo() {
        folder.changed("\"env\": {}", "\"env\": {\"<changeme-name>\": \"v\"}");

        assertThat(folder.problems()).singleElement().asString().contains("<changeme-name> is still to be filled in");
    }

    private void write(String paths, String argument) {
        folder.write(
                ConfigFolder.CONFIG,
                ConfigFolder.WHOLE
                        .replace("\"framework\": \"atlas\",", "\"paths\": {" + paths + "},")
                        .replace("\"args\": []", "\"args\": [\"" + argument + "\"]"));
    }
}
