package atlas.validation.report;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/** Something that shows why a row says what it says. */
public sealed interface Evidence {

    /** Returns the name that it is shown under; its ending tells what is in it. */
    String name();

    /** Words at hand. */
    record Text(String name, String content) implements Evidence {

        public Text {
            requireNonNull(name, "name is null");
            requireNonNull(content, "content is null");
        }
    }

    /** A file, whole. */
    record File(Path path) implements Evidence {

        public File {
            requireNonNull(path, "path is null");
        }

        @Override
        public String name() {
            return path.getFileName().toString();
        }
    }

    /** The last lines of a file that may be long and may still grow. */
    record Tail(Path path) implements Evidence {

        public Tail {
            requireNonNull(path, "path is null");
        }

        @Override
        public String name() {
            return path.getFileName().toString();
        }
    }
}
