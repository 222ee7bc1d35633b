package atlas.validation.server;

import atlas.validation.record.LogFinding;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ContainerConfig;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Finds an image at a daemon, or has it pulled. */
final class ImageSource {

    private final DockerDaemon daemon;
    private final LaunchListener listener;
    private final BooleanSupplier cancelled;
    private final Duration betweenLines;

    ImageSource(DockerDaemon daemon, LaunchListener listener, BooleanSupplier cancelled) {
        this(daemon, listener, cancelled, ImagePull.BETWEEN_LINES);
    }

    /** @param betweenLines least time between two lines about a pull */
    ImageSource(DockerDaemon daemon, LaunchListener listener, BooleanSupplier cancelled, Duration betweenLines) {
        this.betweenLines = betweenLines;
        this.daemon = daemon;
        this.listener = listener;
        this.cancelled = cancelled;
    }

    /**
     * Returns what is known of an image that is there afterwards.
     *
     * @throws ServerException if it cannot be had, or is built for another processor
     */
    ImageFacts provide(String name) {
        ImageFacts image = find(name).orElseGet(() -> {
            new ImagePull(daemon, listener, cancelled, betweenLines).pull(withTag(name));
            return find(name)
                    .orElseThrow(() -> new ServerException("the image %s was pulled and is not there".formatted(name)));
        });
        listener.image(image);
        boolean told = !image.architecture().isEmpty() && !daemon.architecture().isEmpty();
        if (told && !image.architecture().equals(daemon.architecture())) {
            throw wrongProcessor(image, daemon.architecture());
        }
        return image;
    }

    static ServerException wrongProcessor(ImageFacts image, String host) {
        String seen = "the image %s is built for %s, and the Docker host is %s"
                .formatted(image.name(), image.architecture(), host);
        String meaning = "the image is %s, the host is %s".formatted(image.architecture(), host);
        return new ServerException(
                seen + "; take an image that is built for that host's processor",
                new LogFinding(FailureKind.PLATFORM.word(), true, "architecture of the image", seen, meaning, null, 1));
    }

    private Optional<ImageFacts> find(String name) {
        return daemon.ask("the image " + name + " cannot be looked up", DockerDaemon.SHORT, cancelled, () -> {
            try {
                return Optional.of(
                        facts(name, daemon.client().inspectImageCmd(name).exec()));
            } catch (NotFoundException absent) {
                return Optional.empty();
            }
        });
    }

    private static ImageFacts facts(String name, InspectImageResponse image) {
        ContainerConfig config = image.getConfig();
        return new ImageFacts(
                name,
                digest(name, image),
                Objects.requireNonNullElse(image.getArch(), ""),
                config == null ? List.of() : words(config.getEntrypoint()),
                config == null ? List.of() : words(config.getCmd()));
    }

    /** Returns the digest under which the image's own repository knows it; an image may be in several. */
    private static String digest(String name, InspectImageResponse image) {
        List<String> digests = image.getRepoDigests() == null ? List.of() : image.getRepoDigests();
        String repository = repository(name);
        return digests.stream()
                .filter(digest -> digest.startsWith(repository + "@"))
                .findFirst()
                .or(() -> digests.stream().findFirst())
                .map(digest -> digest.substring(digest.indexOf('@') + 1))
                .orElseGet(() -> String.valueOf(image.getId()));
    }

    private static List<String> words(String @Nullable [] words) {
        return words == null ? List.of() : List.of(words);
    }

    /** Returns an image's name without tag and digest. */
    static String repository(String name) {
        String bare = name.contains("@") ? name.substring(0, name.indexOf('@')) : name;
        int colon = bare.lastIndexOf(':');
        return colon > bare.lastIndexOf('/') ? bare.substring(0, colon) : bare;
    }

    /** Returns the name with a tag or digest: without one, a daemon would fetch every tag that there is. */
    static String withTag(String name) {
        return name.contains("@") || name.lastIndexOf(':') > name.lastIndexOf('/') ? name : name + ":latest";
    }
}
