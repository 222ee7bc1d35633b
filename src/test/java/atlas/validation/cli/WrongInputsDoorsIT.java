package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.MavenProject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ten of the wrong inputs through both doors: Maven and the command say the same sentence, and no stack trace. */
@Timeout(180)
class WrongInputsDoorsIT {

    @TempDir
    private static Path maven;

    private static MavenProject project;

    @TempDir
    private Path folder;

    /**
     * One wrong input.
     *
     * @param from what is replaced in the config, or empty for the whole of it
     * @param to what replaces it
     * @param knob a knob and its value, as after {@code -D}, or empty
     * @param row the row that tells
     * @param exitCode of the command
     * @param sentence what both doors say
     */
    record Wrong(String name, String from, String to, String knob, String row, int exitCode, String sentence) {

        /** Returns whether it shows before the rows are chosen and a server is asked. */
        boolean isFoundInTheFiles() {
            return !knob.startsWith("groups=") && !knob.startsWith("base.url=");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Wrong> inputs() {
        return Stream.of(
                config("an empty file", "", "", "a.json: is empty; write a JSON object"),
                config("YAML", "", "params:\n  port: 1\n", "a.json:1: looks like YAML; only JSON is read"),
                config(
                        "a comma too many",
                        "\"functional\": {}",
                        "\"functional\": {},",
                        "a.json:15: a comma stands before }; remove the comma"),
                config(
                        "an unknown key",
                        "num_prompts",
                        "num_promts",
                        "params.num_promts is no known key; did you mean num_prompts?"),
                config(
                        "no users",
                        "\"concurrency\": 1",
                        "\"concurrency\": 0",
                        "sweep.runs[0].concurrency must be a whole number from 1 to 65536, got 0"),
                config(
                        "a placeholder",
                        "simulated/fixture",
                        "<changeme-model>",
                        "<changeme-model> is still to be filled in; write your own value in its place"),
                knob("a file that is not there", "config=none.json", "none.json: does not exist; check the path"),
                knob("neither true nor false", "enforce=maybe", "-Denforce=maybe is unknown; known are true and false"),
                knob(
                        "tags that choose nothing",
                        "groups=conc128",
                        "-Dgroups='conc128' chooses no row; did you mean conc1?"),
                new Wrong(
                        "a port where nobody listens",
                        "\"ready_timeout_s\": 30",
                        "\"ready_timeout_s\": 1",
                        "base.url=http://127.0.0.1:1",
                        "server_health",
                        3,
                        "http://127.0.0.1:1/health cannot be reached: connection refused; does the server run, and is port 1 right?"));
    }

    private static Wrong config(String name, String from, String to, String sentence) {
        return new Wrong(name, from, to, "", "configuration", 2, sentence);
    }

    private static Wrong knob(String name, String knob, String sentence) {
        return new Wrong(name, "functional", "functional", knob, "configuration", 2, sentence);
    }

    @BeforeAll
    static void makeProject() {
        project = MavenProject.in(maven);
    }

    /** What is found while the files are read is told in one go: a run of Maven for them all shows each sentence. */
    @Test
    void mavenSaysAllThatIsWrongWithTheFilesInOneRow() {
        List<Wrong> found = inputs().filter(Wrong::isFoundInTheFiles).toList();
        List<String> configs = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        for (Wrong wrong : found) {
            String name = "a" + sentences.size();
            sentences.add(wrong.sentence.replace("a.json", name + ".json"));
            if (wrong.knob.startsWith("config=")) {
                configs.add(wrong.knob.substring("config=".length()));
            } else {
                configs.add(written(wrong, name));
            }
            if (wrong.knob.startsWith("enforce=")) {
                arguments.add("-D" + wrong.knob);
            }
        }
        arguments.add("-Dconfig=" + String.join(",", configs));

        MavenProject.Run run = project.validate(arguments.toArray(String[]::new));

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.names()).containsExactly("configuration");
        assertThat(sentences).hasSize(8);
        assertThat(run.row("configuration").message()).contains(sentences);
        assertThat(run.output()).contains(sentences).doesNotContain("\tat ");
    }

    static Stream<Wrong> foundLater() {
        return inputs().filter(wrong -> !wrong.isFoundInTheFiles());
    }

    @ParameterizedTest
    @MethodSource("foundLater")
    void mavenSaysWhatIsWrong(Wrong wrong) {
        MavenProject.Run run = project.validate("-Dconfig=" + written(wrong, "a"), "-D" + wrong.knob);

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.row(wrong.row).message()).contains(wrong.sentence);
        assertThat(run.output()).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void theCommandSaysTheSame(Wrong wrong) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--config",
                written(wrong, "a"),
                "--runs-dir",
                folder.resolve("runs").toString()));
        if (!wrong.knob.isEmpty()) {
            String[] knob = wrong.knob.split("=", 2);
            if (knob[0].equals("config")) {
                arguments.set(2, knob[1]);
            } else {
                arguments.addAll(List.of("--" + knob[0].replace('.', '-'), knob[1]));
            }
        }

        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));

        assertThat(run.exitCode()).as(run.toString()).isEqualTo(wrong.exitCode);
        assertThat(run.words() + run.err()).contains(wrong.sentence.replaceAll("\\s+", " "));
        assertThat(run.out() + run.err()).doesNotContain("\tat ").doesNotContain("Exception");
    }

    private String written(Wrong wrong, String name) {
        Path file = FixtureConfig.named(name)
                .cell("w1", 1)
                .limits("w1-conc1", "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }")
                .writeTo(folder);
        try {
            String text = Files.readString(file);
            assertThat(text).contains(wrong.from);
            Files.writeString(file, wrong.from.isEmpty() ? wrong.to : text.replace(wrong.from, wrong.to));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return file.toString();
    }
}
