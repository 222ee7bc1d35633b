package atlas.validation.simulator;

import atlas.validation.signal.InterruptSignal;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * Runs a {@link NullServer} as a process of its own: {@code [--port N] [--ttft-ms X] [--itl-ms X] [--tokens N]}. Tells
 * its address in one line, and ends with its standard input, so that it cannot outlive whoever started it.
 */
public final class NullServerMain {

    private static final int USAGE = 2;

    private NullServerMain() {}

    /** Runs until standard input ends. Ends with 2 if it is called wrongly. */
    public static void main(String[] arguments) throws IOException {
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
        NullServerOptions options;
        try {
            options = parse(List.of(arguments));
        } catch (IllegalArgumentException wrong) {
            System.err.println("error: " + wrong.getMessage());
            System.exit(USAGE);
            return;
        }
        // Ctrl-C reaches every process of the terminal; this one's end is for its parent to decide.
        InterruptSignal.onEach(() -> {});
        try (NullServer server = NullServer.start(options)) {
            System.out.println("Listening on " + server.baseUrl().getAuthority());
            System.out.flush();
            while (System.in.read() >= 0) {
                // Whatever is written there means nothing.
            }
        }
        System.exit(0);
    }

    static NullServerOptions parse(List<String> arguments) {
        NullServerOptions published = NullServerOptions.PUBLISHED;
        int port = published.port();
        Duration firstToken = published.firstToken();
        Duration gap = published.gap();
        int tokens = published.tokens();
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String flag = rest.next();
            if (!rest.hasNext()) {
                throw new IllegalArgumentException("a value is required for '" + flag + "' but none was given");
            }
            double value = number(flag, rest.next());
            switch (flag) {
                case "--port" -> port = (int) value;
                case "--ttft-ms" -> firstToken = Duration.ofNanos(Math.round(value * 1e6));
                case "--itl-ms" -> gap = Duration.ofNanos(Math.round(value * 1e6));
                case "--tokens" -> tokens = (int) value;
                default -> throw new IllegalArgumentException("unexpected argument '" + flag + "'");
            }
        }
        return new NullServerOptions(port, firstToken, gap, tokens);
    }

    private static double number(String flag, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("'" + flag + "' needs a number, got '" + value + "'");
        }
    }
}
