package atlas.validation.cluster;

import java.nio.file.Path;

/** One way through a tunnel: a local end, which nobody else can reach, and where it leads on the other machine. */
sealed interface Forward {

    /** Returns the argument of {@code ssh -L}. */
    String argument();

    /**
     * A socket in the file system. Its folder goes with it when it is the only thing there.
     *
     * @param local where it appears here
     * @param remote the socket there
     */
    record Socket(Path local, String remote) implements Forward {

        @Override
        public String argument() {
            return local + ":" + remote;
        }
    }

    /**
     * A port of the loopback.
     *
     * @param local the port here
     * @param remote the port there
     */
    record Port(int local, int remote) implements Forward {

        @Override
        public String argument() {
            return "127.0.0.1:%d:127.0.0.1:%d".formatted(local, remote);
        }
    }
}
