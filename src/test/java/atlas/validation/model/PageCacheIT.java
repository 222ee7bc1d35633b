package atlas.validation.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import atlas.validation.cluster.NodeShell;
import atlas.validation.cluster.ShellOutput;
import atlas.validation.config.ClusterFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real files in the real cache of this machine's kernel; never the caches of the whole machine. */
class PageCacheIT {

    private static final NodeShell HERE =
            NodeShell.ofHead(ClusterFile.thisMachine()).orElseThrow();

    private static final int BYTES = 3_000_000;

    /** What no user may write, so that nothing else of this machine is dropped. */
    private static final String UNPRIVILEGED = "ATLAS_VALIDATION_DROP_CACHES=/proc/version\n";

    private static final String STUBBORN = "fincore() { echo 1500000; }\n";

    @TempDir
    private Path folder;

    /** This machine, with something else in front of every script. */
    private record ShellWith(String firstLines) implements NodeShell {

        @Override
        public String place() {
            return "this machine";
        }

        @Override
        public ShellOutput run(String script, Duration limit, BooleanSupplier cancelled) {
            return HERE.run(firstLines + script, limit, cancelled);
        }
    }

    @BeforeEach
    void writeWeights() throws IOException {
        Files.write(folder.resolve("model.safetensors"), new byte[BYTES]);
        Files.createDirectories(folder.resolve("a folder"));
        Files.write(folder.resolve("a folder/it's tokenizer.json"), new byte[4096]);
        assumeTrue(
                run("command -v fincore").exitCode() == 0
                        && !run("df -T '" + folder + "'").out().contains("tmpfs"),
                "fincore, and a folder on a disk, are needed");
        run("cd '%s' && sync model.safetensors 'a folder/'* && cat model.safetensors > /dev/null".formatted(folder));
    }

    @Test
    void filesThatWereReadAreInMemoryAndThenAreNot() {
        assertThat(resident()).isGreaterThanOrEqualTo(BYTES);

        PageCache.Result result = PageCache.drop(new ShellWith(UNPRIVILEGED), folder.toString(), () -> false);

        assertThat(result.dropped()).as(result.sentence()).isTrue();
        assertThat(result.sentence())
                .startsWith("the page cache of this machine was dropped: the files were dropped one by one")
                .contains("2.9 MiB of 2.9 MiB were in memory before, ")
                .endsWith(" after");
        assertThat(resident()).isLessThan(BYTES / 100);
    }

    @Test
    void filesThatStayAreSaidToStay() {
        PageCache.Result result =
                PageCache.drop(new ShellWith(UNPRIVILEGED + STUBBORN), folder.toString(), () -> false);

        assertThat(result.dropped()).isFalse();
        assertThat(result.sentence()).startsWith("the page cache of this machine could not be dropped: ");
    }

    @Test
    void whoMayDropTheMachinesCachesDoesSoWhereTheFilesStay() throws IOException {
        Path asked = Files.writeString(folder.resolveSibling("drop_caches"), "");

        PageCache.Result result = PageCache.drop(
                new ShellWith("ATLAS_VALIDATION_DROP_CACHES='" + asked + "'\n" + STUBBORN),
                folder.toString(),
                () -> false);

        assertThat(Files.readString(asked)).isEqualTo("3\n");
        assertThat(result.sentence()).contains("drop_caches was written");
        assertThat(result.dropped()).as("fincore still finds them").isFalse();
        Files.delete(asked);
    }

    @Test
    void withoutMeansToLookNothingIsClaimed() {
        PageCache.Result result = PageCache.drop(
                new ShellWith(UNPRIVILEGED + "fincore() { return 127; }\n"), folder.toString(), () -> false);

        assertThat(result.dropped()).isFalse();
        assertThat(result.sentence()).contains("whether the kernel obeyed is not known");
    }

    @Test
    void aFolderThatIsNotThereIsNamed() {
        PageCache.Result result = PageCache.drop(HERE, folder + "/none", () -> false);

        assertThat(result.dropped()).isFalse();
        assertThat(result.sentence()).startsWith("the page cache was not dropped: " + folder + "/none on this machine");
    }

    private long resident() {
        return Long.parseLong(run("fincore -nb -o RES '" + folder + "/model.safetensors'")
                .out()
                .strip());
    }

    private static ShellOutput run(String script) {
        return HERE.run(script, Duration.ofSeconds(60), () -> false);
    }
}
