package atlas.validation.cluster;

import atlas.validation.record.NodeRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Machines as {@code node-facts.sh} describes them, from the texts under {@code src/test/resources/cluster}. */
final class Nodes {

    private Nodes() {}

    static NodeRecord node(String name) {
        return NodeDiscovery.read(text(name), "node-" + name);
    }

    static String text(String name) {
        try (InputStream stream = Nodes.class.getResourceAsStream("/cluster/" + name + ".txt")) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
