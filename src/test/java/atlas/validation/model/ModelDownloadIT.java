package atlas.validation.model;

import static atlas.validation.testing.ModelFiles.COMMIT;
import static atlas.validation.testing.ModelFiles.FIRST_SHARD;
import static atlas.validation.testing.ModelFiles.MODEL;
import static atlas.validation.testing.ModelFiles.SECOND_SHARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.model.ModelDownload.Limits;
import atlas.validation.model.ModelPlaces.HubCache;
import atlas.validation.model.ModelState.Complete;
import atlas.validation.testing.LocalHub;
import atlas.validation.testing.ModelFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Downloads from a hub on loopback into a real folder. */
class ModelDownloadIT {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final LocalHub hub = new LocalHub(ModelFiles.whole());
    private final List<String> progress = new ArrayList<>();

    @TempDir
    private Path cache;

    @AfterEach
    void stop() {
        hub.close();
    }

    private void fetch() {
        fetch(Map.of(), null, LONG, () -> false);
    }

    private void fetch(Map<String, String> environment, Path tokenFile, Duration stall, BooleanSupplier cancelled) {
        HubToken token = HubToken.find(tokenFile == null ? null : tokenFile.toString(), environment);
        try (ModelHub client = new ModelHub(hub.endpoint(), token)) {
            new ModelDownload(
                            client,
                            new Limits(Duration.ZERO, stall, Duration.ZERO),
                            (bytes, of, perSecond) -> progress.add(bytes + " of " + of),
                            cancelled)
                    .into(new HubCache(cache.toString()), MODEL);
        }
    }

    private Path folder() {
        return cache.resolve("models--org--name");
    }

    private Path blob(String name) {
        return folder().resolve("blobs")
                .resolve(LocalHub.hash("SHA-256", ModelFiles.whole().get(name)));
    }

    private ModelState state() {
        return new ModelCheck(new LocalFiles()).check(new HubCache(cache.toString()), MODEL);
    }

    private List<String> askedOf(String name) {
        return hub.asked().stream().filter(asked -> asked.contains(name)).toList();
    }

    @Test
    void aModelArrivesInTheLayoutOfTheCache() throws IOException {
        fetch();

        assertThat(state()).isInstanceOf(Complete.class);
        assertThat(folder().resolve("refs/main")).hasContent(COMMIT);
        Path snapshot = folder().resolve("snapshots").resolve(COMMIT);
        for (Map.Entry<String, byte[]> file : ModelFiles.whole().entrySet()) {
            assertThat(snapshot.resolve(file.getKey())).isSymbolicLink().hasBinaryContent(file.getValue());
        }
        // A small file's contents go under git's hash, a large one's under SHA-256; links are relative, so that they
        // lead to the same place inside a container.
        assertThat(Files.readSymbolicLink(snapshot.resolve("sub/folder/notes.txt")))
                .isEqualTo(Path.of(
                        "../../../../blobs", LocalHub.gitHash(ModelFiles.whole().get("sub/folder/notes.txt"))));
        assertThat(Files.readSymbolicLink(snapshot.resolve(FIRST_SHARD)))
                .isEqualTo(Path.of("../../blobs").resolve(blob(FIRST_SHARD).getFileName()));
    }

    @Test
    void whatIsThereIsNotFetchedAgain() {
        fetch();
        int before = hub.asked().size();
        fetch();

        assertThat(hub.asked().subList(before, hub.asked().size()))
                .containsExactly("hub /api/models/org/name/revision/main");
    }

    @Test
    void aBrokenTransferGoesOnWhereItStopped() {
        hub.cut(2, 100_000);
        fetch();

        assertThat(state()).isInstanceOf(Complete.class);
        assertThat(askedOf("store /" + SECOND_SHARD)).last().asString().matches(".*bytes=(?!0-)\\d+-");
    }

    @Test
    void anEarlierRunsBeginningIsUsed() throws IOException {
        byte[] whole = ModelFiles.whole().get(SECOND_SHARD);
        Files.createDirectories(folder().resolve("blobs"));
        Files.write(Path.of(blob(SECOND_SHARD) + ".incomplete"), Arrays.copyOf(whole, 12_345));
        fetch();

        assertThat(state()).isInstanceOf(Complete.class);
        assertThat(askedOf("store /" + SECOND_SHARD)).containsExactly("store /" + SECOND_SHARD + " bytes=12345-");
        assertThat(folder().resolve("blobs")).isDirectoryNotContaining("glob:**.incomplete");
    }

    @Test
    void aServerWithoutRangesBeginsAnew() throws IOException {
        hub.ignoreRanges();
        Files.createDirectories(folder().resolve("blobs"));
        Files.write(Path.of(blob(SECOND_SHARD) + ".incomplete"), new byte[500]);
        fetch();

        assertThat(blob(SECOND_SHARD)).hasBinaryContent(ModelFiles.whole().get(SECOND_SHARD));
    }

    @Test
    void aWrongBeginningIsFoundByTheHashAndFetchedAnew() throws IOException {
        Files.createDirectories(folder().resolve("blobs"));
        Files.write(Path.of(blob(SECOND_SHARD) + ".incomplete"), new byte[500]);
        fetch();

        assertThat(blob(SECOND_SHARD)).hasBinaryContent(ModelFiles.whole().get(SECOND_SHARD));
    }

    @Test
    void aShardThatWasCutOffAfterwardsIsFetchedAnew() throws IOException {
        fetch();
        Files.write(blob(SECOND_SHARD), new byte[10]);
        fetch();

        assertThat(state()).isInstanceOf(Complete.class);
    }

    @Test
    void damagedContentsNeverEnterTheCache() {
        hub.damage();

        assertThatThrownBy(this::fetch)
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("arrived damaged")
                .hasMessageContaining("5 times without progress");
        assertThat(blob(FIRST_SHARD)).doesNotExist();
        assertThat(folder().resolve("refs/main")).doesNotExist();
        assertThat(state()).isNotInstanceOf(Complete.class);
    }

    @Test
    void d19_aTransferOnWhichNothingComesIsGivenUp() {
        hub.stall();

        assertThatThrownBy(() -> fetch(Map.of(), null, Duration.ofMillis(200), () -> false))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("without progress");
    }

    @Test
    void aCancelledDownloadKeepsWhatCame() throws IOException {
        hub.stall();
        Path begun = Path.of(blob(FIRST_SHARD) + ".incomplete");

        assertThatThrownBy(() -> fetch(Map.of(), null, LONG, () -> Files.exists(begun) && size(begun) == 1000))
                .isInstanceOf(CancellationException.class);
        assertThat(begun).hasSize(1000);
        assertThat(folder().resolve("refs/main")).doesNotExist();
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException gone) {
            return -1;
        }
    }

    @Test
    void h8_progressNeverGoesBeyondTheWhole() {
        hub.cut(3, 50_000);
        fetch();

        long whole = ModelFiles.whole().values().stream()
                .mapToLong(bytes -> bytes.length)
                .sum();
        assertThat(progress).allSatisfy(line -> {
            assertThat(Long.parseLong(line.split(" ")[0])).isBetween(0L, whole);
            assertThat(line).endsWith(" of " + whole);
        });
    }

    @Test
    void theTokenGoesToTheHubAndNowhereElse(@TempDir Path home) throws IOException {
        hub.guard("hf_secret");
        Path tokenFile = Files.writeString(home.resolve("token"), "hf_secret\n");
        fetch(Map.of(), tokenFile, LONG, () -> false);

        assertThat(state()).isInstanceOf(Complete.class);
        assertThat(hub.asked())
                .allSatisfy(asked -> assertThat(asked.endsWith(" with a token")).isEqualTo(asked.startsWith("hub ")));
    }

    @Test
    void d24_aGatedModelIsAskedForOnceAndSaysWhatToDo(@TempDir Path home) throws IOException {
        hub.guard("hf_secret");
        Path absent = home.resolve("token");
        Path wrong = Files.writeString(home.resolve("wrong"), "hf_wrong");

        assertThatThrownBy(() -> fetch(Map.of(), absent, LONG, () -> false))
                .isInstanceOf(ModelException.class)
                .hasMessage(hub.endpoint() + " asks who is asking for org/name (401): the token file " + absent
                        + " does not exist; the model is gated, private, or does not exist: put a valid token into"
                        + " paths.hf_token_file");
        assertThatThrownBy(() -> fetch(Map.of(), wrong, LONG, () -> false))
                .hasMessageContaining("the token in " + wrong)
                .hasMessageNotContaining("hf_wrong");
        assertThat(hub.asked()).hasSize(2);
    }

    @Test
    void conditionsThatWereNotAccepted() {
        hub.refuse(403);

        assertThatThrownBy(() -> fetch(Map.of("HF_TOKEN", "hf_mine"), null, LONG, () -> false))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("does not give org/name to the owner of the token in HF_TOKEN (403)")
                .hasMessageContaining("accept its conditions on " + hub.endpoint() + "/org/name")
                .hasMessageNotContaining("hf_mine");
    }

    @Test
    void noSuchModel() {
        hub.refuse(404);

        assertThatThrownBy(this::fetch).hasMessageContaining("knows no model org/name (404); correct model.id");
    }

    @Test
    void theHubIsTheOneThatTheEnvironmentNames() {
        ModelDownload.fetch(
                new HubCache(cache.toString()),
                MODEL,
                null,
                Map.of("HF_ENDPOINT", hub.endpoint() + "/"),
                (bytes, of, perSecond) -> {},
                () -> false);

        assertThat(state()).isInstanceOf(Complete.class);
        assertThat(ModelHub.endpoint(Map.of())).hasToString("https://huggingface.co");
    }

    @Test
    void theRevisionThatTheServerLoadsIsFetchedAndNamed() {
        HubCache ofTag = new HubCache(cache.toString(), "v2/fp8");
        into(ofTag, Map.of());

        assertThat(new ModelCheck(new LocalFiles()).check(ofTag, MODEL)).isInstanceOf(Complete.class);
        assertThat(folder().resolve("refs/v2/fp8")).hasContent(COMMIT);
        assertThat(folder().resolve("refs/main")).as("nobody asked for it").doesNotExist();
        assertThat(hub.asked()).first().isEqualTo("hub /api/models/org/name/revision/v2/fp8");
    }

    @Test
    void aCommitNeedsNoName() {
        HubCache ofCommit = new HubCache(cache.toString(), COMMIT);
        into(ofCommit, Map.of());

        assertThat(new ModelCheck(new LocalFiles()).check(ofCommit, MODEL)).isInstanceOf(Complete.class);
        assertThat(folder().resolve("refs")).isEmptyDirectory();
    }

    @Test
    void aRevisionThatIsNotThere() {
        assertThatThrownBy(() -> into(new HubCache(cache.toString(), "v9"), Map.of()))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("knows no model org/name at v9 (404); correct model.id or --revision");
    }

    private void into(HubCache place, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("HF_ENDPOINT", hub.endpoint().toString());
        ModelDownload.fetch(place, MODEL, null, environment, (bytes, of, perSecond) -> {}, () -> false);
    }

    /** Where {@code hf auth login} leaves it, by the rules of {@code huggingface_hub}. */
    @Test
    void theTokenOfTheUsersOwnLoginIsTakenLast(@TempDir Path home) throws IOException {
        hub.guard("hf_login");
        HubCache place = new HubCache(cache.toString());
        Files.writeString(home.resolve("token"), "hf_login\n");
        Path usual = Files.createDirectories(home.resolve(".cache/huggingface"));
        Files.writeString(usual.resolve("token"), "hf_other");

        assertThatThrownBy(() -> into(place, Map.of("HOME", home.toString())))
                .hasMessageContaining("the token of hf auth login in " + usual.resolve("token"))
                .hasMessageNotContaining("hf_other");
        assertThatThrownBy(() -> into(place, Map.of("HF_HOME", home.toString(), "HF_TOKEN", "hf_mine")))
                .hasMessageContaining("the token in HF_TOKEN")
                .hasMessageNotContaining("hf_mine");
        assertThatThrownBy(() -> into(
                        place, Map.of("XDG_CACHE_HOME", home.resolve(".cache").toString())))
                .hasMessageContaining(usual.resolve("token").toString());
        assertThatThrownBy(() -> into(place, Map.of()))
                .hasMessageContaining("no token is given (paths.hf_token_file, HF_TOKEN, hf auth login)");

        into(place, Map.of("HF_TOKEN_PATH", home.resolve("token").toString(), "HF_HOME", "/nowhere"));
        assertThat(state()).isInstanceOf(Complete.class);
    }

    @Test
    void noHubAtAll() {
        hub.close();

        assertThatThrownBy(this::fetch)
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("does not answer")
                .hasMessageContaining("see whether this machine reaches the hub");
    }

    @Test
    void oneRunAtATime() throws IOException {
        hub.stall();
        Path begun = Path.of(blob(FIRST_SHARD) + ".incomplete");
        List<String> second = new ArrayList<>();

        assertThatThrownBy(() -> fetch(Map.of(), null, LONG, () -> {
                    if (!Files.exists(begun)) {
                        return false;
                    }
                    try {
                        fetch();
                    } catch (ModelException busy) {
                        second.add(busy.sentence());
                    }
                    return true;
                }))
                .isInstanceOf(CancellationException.class);
        assertThat(second).containsExactly("another run fetches org/name into the same cache; wait for it");
    }

    @Test
    void nothingOutsideTheCacheIsEverWritten() throws IOException {
        try (LocalHub hostile = new LocalHub(Map.of("../../../escaped.json", new byte[] {1}));
                ModelHub client = new ModelHub(hostile.endpoint(), HubToken.find(null, Map.of()))) {
            ModelDownload download = new ModelDownload(
                    client, new Limits(LONG, LONG, Duration.ZERO), (bytes, of, speed) -> {}, () -> false);
            assertThatThrownBy(() -> download.into(new HubCache(cache.toString()), MODEL))
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining("cannot be followed");
        }
        try (Stream<Path> left = Files.list(cache)) {
            assertThat(left).isEmpty();
        }
    }
}
