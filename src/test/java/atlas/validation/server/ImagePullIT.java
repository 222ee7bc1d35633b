package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import atlas.validation.cluster.DockerHost;
import atlas.validation.config.ClusterFile;
import atlas.validation.testing.LocalRegistry;
import atlas.validation.testing.TestImage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real daemon fetches images from a registry on loopback. */
@Timeout(120)
class ImagePullIT {

    private final LocalRegistry registry = new LocalRegistry();
    private final List<String> progress = new CopyOnWriteArrayList<>();
    private final CountDownLatch second = new CountDownLatch(1);
    private DockerDaemon daemon;

    @BeforeEach
    void connect() {
        TestImage.needsDocker();
        daemon = DockerDaemon.connect(DockerHost.open(ClusterFile.thisMachine(), () -> false), () -> false);
        assumeThat(daemon.architecture())
                .as("the images of the test are built for amd64")
                .isEqualTo("amd64");
    }

    @AfterEach
    void close() {
        for (String tag : List.of("amd64", "arm64")) {
            String id =
                    TestImage.run("docker", "images", "-q", registry.image(tag)).strip();
            if (!id.isEmpty()) {
                TestImage.run("docker", "rmi", "-f", registry.image(tag));
            }
        }
        daemon.close();
        registry.close();
    }

    @Test
    void anImageIsPulledWithLinesOfProgressAndKnownByItsRepositorysDigest() {
        registry.holdHalfway(second);

        ImageFacts image = source(() -> false).provide(registry.image("amd64"));

        assertThat(image.digest()).isEqualTo(registry.digestOf("amd64"));
        assertThat(image.architecture()).isEqualTo("amd64");
        assertThat(image.entrypoint()).containsExactly("spark");
        assertThat(progress).first().isEqualTo("pulling the image " + registry.image("amd64"));
        assertThat(progress)
                .as("half of it was held back until a line told of it")
                .anyMatch(line -> line.matches(
                        "pulling \\S+: (0\\.[1-9]|[1-3]\\.\\d|4\\.[01]) of 4\\.2 MB seen so far, 0 layers unpacked"));
        assertThat(progress).anyMatch(line -> line.endsWith("4.2 of 4.2 MB seen so far, 1 layers unpacked"));
    }

    @Test
    void anImageThatIsThereIsNotPulledAgain() {
        second.countDown();
        source(() -> false).provide(registry.image("amd64"));
        progress.clear();
        registry.close();

        assertThat(source(() -> false).provide(registry.image("amd64")).digest())
                .isEqualTo(registry.digestOf("amd64"));
        assertThat(progress).isEmpty();
    }

    @Test
    void anImageForAnotherProcessorIsRefusedBeforeItIsStarted() {
        fails("arm64", "platform")
                .hasMessage(
                        "the image %s is built for arm64, and the Docker host is amd64; take an image that is built for that host's processor"
                                .formatted(registry.image("arm64")));
        fails("list-of-arm64", "platform").hasMessageContaining("the image is not published for linux/amd64");
    }

    @Test
    void aRegistryThatWantsALoginIsNamedAsSuch() {
        registry.guard();

        fails("amd64", "image")
                .hasMessageStartingWith(
                        "the image %s cannot be pulled: the registry gives the image only after docker login"
                                .formatted(registry.image("amd64")));
    }

    @Test
    void aTagThatIsNotThereIsToldApartFromAnImageThatIsNot() {
        fails("gone", "image").hasMessageContaining("the registry knows the image, but not this tag of it");
    }

    @Test
    void aRegistryThatIsNotThereDoesNotAnswer() {
        registry.close();

        fails("amd64", "image").hasMessageContaining("the registry does not answer");
    }

    @Test
    void aPullEndsWhenTheRunIsCancelled() {
        registry.holdHalfway(new CountDownLatch(1));
        AtomicBoolean cancelled = new AtomicBoolean();
        Thread.ofVirtual().start(() -> {
            registry.awaitHalfway();
            cancelled.set(true);
        });

        assertThatThrownBy(() -> source(cancelled::get).provide(registry.image("amd64")))
                .isInstanceOf(CancellationException.class);
    }

    private AbstractThrowableAssert<?, ? extends Throwable> fails(String tag, String kind) {
        AbstractThrowableAssert<?, ? extends Throwable> failure = assertThatThrownBy(
                        () -> source(() -> false).provide(registry.image(tag)))
                .isInstanceOf(ServerException.class)
                .hasMessageNotContaining("\n");
        failure.extracting(trouble ->
                        ((ServerException) trouble).finding().orElseThrow().kind())
                .isEqualTo(kind);
        return failure;
    }

    private ImageSource source(BooleanSupplier cancelled) {
        LaunchListener listener = new LaunchListener() {
            @Override
            public void progress(String sentence) {
                progress.add(sentence);
                if (sentence.contains(" of 4.2 MB") && !sentence.contains(": 0.0 of")) {
                    second.countDown();
                }
            }
        };
        return new ImageSource(daemon, listener, cancelled, Duration.ZERO);
    }
}
