package atlas.validation.model;

import static atlas.validation.testing.ModelFiles.COMMIT;
import static atlas.validation.testing.ModelFiles.FIRST_SHARD;
import static atlas.validation.testing.ModelFiles.INDEX;
import static atlas.validation.testing.ModelFiles.MODEL;
import static atlas.validation.testing.ModelFiles.SECOND_SHARD;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.cluster.LocalShell;
import atlas.validation.model.ModelPlaces.HubCache;
import atlas.validation.model.ModelPlaces.ModelFolder;
import atlas.validation.model.ModelState.Absent;
import atlas.validation.model.ModelState.Complete;
import atlas.validation.model.ModelState.Incomplete;
import atlas.validation.testing.LocalHub;
import atlas.validation.testing.ModelFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a cache holds, seen through the file system and through a shell: both must see the same. */
class ModelCheckIT {

    @TempDir
    private Path cache;

    static Stream<NodeFiles> eyes() {
        return Stream.of(new LocalFiles(), new ShellFiles(new LocalShell(), () -> false));
    }

    private Path folder() {
        return cache.resolve("models--org--name");
    }

    private Path snapshot() {
        return folder().resolve("snapshots").resolve(COMMIT);
    }

    /** Puts a model into the cache, each file as a link to its contents. */
    private void fill(Map<String, byte[]> files) {
        try {
            Files.createDirectories(folder().resolve("refs"));
            Files.createDirectories(folder().resolve("blobs"));
            Files.writeString(folder().resolve("refs/main"), COMMIT + "\n");
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Path link = snapshot().resolve(file.getKey());
                Files.createDirectories(link.getParent());
                Path blob = folder().resolve("blobs").resolve(LocalHub.hash("SHA-256", file.getValue()));
                Files.write(blob, file.getValue());
                Files.createSymbolicLink(link, link.getParent().relativize(blob));
            }
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private ModelState state(NodeFiles eyes) {
        return new ModelCheck(eyes).check(new HubCache(cache.toString()), MODEL);
    }

    private List<String> faults(NodeFiles eyes) {
        assertThat(state(eyes)).isInstanceOf(Incomplete.class);
        return ((Incomplete) state(eyes)).faults();
    }

    private static byte[] cut(String name, int by) {
        byte[] whole = ModelFiles.whole().get(name);
        return Arrays.copyOf(whole, whole.length - by);
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void aWholeModel(NodeFiles eyes) {
        fill(ModelFiles.whole());

        long bytes = ModelFiles.whole().values().stream()
                .mapToLong(file -> file.length)
                .sum();
        assertThat(state(eyes)).isEqualTo(new Complete(snapshot().toString(), 6, bytes, List.of()));
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void anotherModelIsNotThisOne(NodeFiles eyes) {
        fill(ModelFiles.whole());

        assertThat(new ModelCheck(eyes).check(new HubCache(cache.toString()), "org/name-FP8"))
                .isEqualTo(new Absent(cache + "/models--org--name-FP8", ""));
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void aShardThatTheIndexNamesIsMissing(NodeFiles eyes) throws IOException {
        fill(ModelFiles.whole());
        Files.delete(snapshot().resolve(SECOND_SHARD));

        assertThat(faults(eyes)).containsExactly(SECOND_SHARD + " is missing, which " + INDEX + " names");
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void aShardThatWasCutOffIsFoundByItsOwnHeader(NodeFiles eyes) {
        Map<String, byte[]> files = ModelFiles.whole();
        files.put(FIRST_SHARD, cut(FIRST_SHARD, 1));
        fill(files);

        int whole = ModelFiles.whole().get(FIRST_SHARD).length;
        assertThat(faults(eyes)).containsExactly("%s has %d bytes of %d".formatted(FIRST_SHARD, whole - 1, whole));
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void aShardThatEndsInItsHeader(NodeFiles eyes) {
        Map<String, byte[]> files = ModelFiles.whole();
        files.put(FIRST_SHARD, Arrays.copyOf(files.get(FIRST_SHARD), 20));
        files.put(SECOND_SHARD, new byte[] {1, 2, 3});
        fill(files);

        assertThat(faults(eyes))
                .containsExactly(
                        FIRST_SHARD + " is cut off or no JSON",
                        SECOND_SHARD + " does not begin as a safetensors file does");
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void aLinkThatLeadsNowhere(NodeFiles eyes) throws IOException {
        fill(ModelFiles.whole());
        Files.delete(folder().resolve("blobs")
                .resolve(LocalHub.hash("SHA-256", ModelFiles.whole().get(FIRST_SHARD))));

        assertThat(faults(eyes)).containsExactly(FIRST_SHARD + " is a link that leads nowhere");
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void anIndexAndNothingElse(NodeFiles eyes) {
        fill(Map.of(INDEX, ModelFiles.whole().get(INDEX)));
        unfinished();

        assertThat(faults(eyes))
                .containsExactly(
                        "config.json is missing",
                        "no tokenizer is there",
                        FIRST_SHARD + " is missing, which " + INDEX + " names",
                        SECOND_SHARD + " is missing, which " + INDEX + " names",
                        "no weights are there",
                        "1 unfinished downloads are left");
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void anUnfinishedDownloadBesideAWholeModelIsNoted(NodeFiles eyes) {
        fill(ModelFiles.whole());
        unfinished();

        assertThat(((Complete) state(eyes)).notes())
                .containsExactly("1 unfinished downloads are left beside it, such as abc.incomplete");
    }

    private void unfinished() {
        try {
            Files.write(folder().resolve("blobs/abc.incomplete"), new byte[] {1});
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void aModelWithoutItsRevision(NodeFiles eyes) throws IOException {
        fill(ModelFiles.whole());
        Files.writeString(folder().resolve("refs/main"), "f".repeat(40));
        assertThat(faults(eyes)).contains("config.json is missing", "no weights are there");

        Files.delete(folder().resolve("refs/main"));
        assertThat(state(eyes)).as("the only snapshot").isInstanceOf(Complete.class);

        Files.createDirectories(folder().resolve("snapshots/other"));
        Files.writeString(folder().resolve("snapshots/other/config.json"), "{}");
        assertThat(faults(eyes)).containsExactly("it has no snapshot that refs/main leads to");
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void anotherRevisionThanTheOneThatTheServerLoadsIsNone(NodeFiles eyes) throws IOException {
        fill(ModelFiles.whole());
        assertThat(revision(eyes, "v2"))
                .isEqualTo(new Incomplete(folder().toString(), List.of("it has no snapshot that refs/v2 leads to")));
        assertThat(revision(eyes, "f".repeat(40))).isInstanceOf(Incomplete.class);

        assertThat(revision(eyes, COMMIT)).isInstanceOf(Complete.class);
        Files.createDirectories(folder().resolve("refs/v2"));
        Files.writeString(folder().resolve("refs/v2/fp8"), COMMIT);
        assertThat(revision(eyes, "v2/fp8")).isInstanceOf(Complete.class);
    }

    private ModelState revision(NodeFiles eyes, String revision) {
        return new ModelCheck(eyes).check(new HubCache(cache.toString(), revision), MODEL);
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void aCacheThatIsMountedOneFolderTooHigh(NodeFiles eyes) {
        fill(ModelFiles.whole());

        assertThat(new ModelCheck(eyes).check(new HubCache(cache + "/hub"), MODEL))
                .isEqualTo(new Absent(
                        cache + "/hub/models--org--name",
                        "it is in %s, one folder above: mount the parent of that".formatted(cache)));
    }

    @ParameterizedTest
    @MethodSource("eyes")
    void aPlainFolderWithTheModelsFiles(NodeFiles eyes) throws IOException {
        Path plain = Files.createDirectories(cache.resolve("it's a model"));
        Files.write(plain.resolve("config.json"), new byte[] {'{', '}'});
        Files.write(plain.resolve("tokenizer.model"), new byte[] {1});
        Files.write(plain.resolve("model.safetensors"), ModelFiles.safetensors(100));

        assertThat(new ModelCheck(eyes).check(new ModelFolder(plain.toString()), MODEL))
                .isInstanceOf(Complete.class);
        assertThat(new ModelCheck(eyes).check(new ModelFolder(cache + "/none"), MODEL))
                .isInstanceOf(Absent.class);
    }
}
