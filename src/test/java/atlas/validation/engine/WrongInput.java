package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/**
 * An input that is wrong, and the one sentence that must answer it: where it is, what was seen and what to do, with no
 * stack trace.
 *
 * @param name what is wrong
 * @param row the row that tells
 * @param told what the row's first sentence holds, in any order: where, what was seen, what to do
 * @param make makes the input and returns the knobs, as names and values
 */
record WrongInput(String name, String row, List<String> told, Making make) {

    static final String GOOD_LIMIT = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }";

    /** Makes a wrong input in a folder, which holds a config {@code a.json} and its limits. */
    @FunctionalInterface
    interface Making {

        List<String> in(Path folder) throws IOException, GeneralSecurityException;
    }

    static WrongInput config(String name, String from, String to, String... told) {
        return new WrongInput(name, "configuration", List.of(told), folder -> {
            edit(folder.resolve("a.json"), from, to);
            return List.of();
        });
    }

    static WrongInput limit(String name, String text, String... told) {
        return new WrongInput(name, "configuration", List.of(told), folder -> {
            Files.writeString(folder.resolve("a_threshold.json"), text);
            return List.of();
        });
    }

    static WrongInput file(String name, String text, String... told) {
        return new WrongInput(name, "configuration", List.of(told), folder -> {
            Files.writeString(folder.resolve("a.json"), text);
            return List.of();
        });
    }

    static WrongInput knob(String name, String knob, String value, String... told) {
        return new WrongInput(name, "configuration", List.of(told), folder -> List.of(knob, value));
    }

    /** Makes it in a folder that holds nothing wrong, runs it, and holds what was told against what must be. */
    void check(Path folder) throws IOException, GeneralSecurityException {
        FixtureConfig.named("a").cell("w1", 1).limits("w1-conc1", GOOD_LIMIT).writeTo(folder);
        List<String> knobs = make.in(folder);
        Path config = folder.resolve("a.json");
        List<String> others = new ArrayList<>(knobs);
        if (!knobs.isEmpty() && knobs.getFirst().equals("config")) {
            config = Path.of(knobs.get(1));
            others = others.subList(2, others.size());
        }
        PrintStream usual = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        EngineRun run;
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            run = EngineRun.withoutFilter(config, folder.resolve("runs"), others.toArray(String[]::new));
        } finally {
            System.setErr(usual);
        }

        String first = run.row(row);
        assertThat(first).startsWith("failed: ").doesNotContain("Exception").doesNotContain("\tat ");
        assertThat(first).contains(told);
        assertThat(errors.toString(StandardCharsets.UTF_8)).doesNotContain("\tat ");
        assertThat(run.record().exitCode()).isNotZero();
    }

    static void edit(Path file, String from, String to) {
        try {
            String text = Files.readString(file);
            assertThat(text).contains(from);
            Files.writeString(file, text.replace(from, to));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
