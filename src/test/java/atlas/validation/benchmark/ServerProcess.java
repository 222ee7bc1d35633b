package atlas.validation.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The simulator, or the null server, in a process of its own. */
final class ServerProcess implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("Listening on (\\S+:\\d+)");

    private final Process process;
    private final URI baseUrl;

    private ServerProcess(Process process, URI baseUrl) {
        this.process = process;
        this.baseUrl = baseUrl;
    }

    /** Starts a simulator with these options beside the model's name and waits until it listens. */
    static ServerProcess simulator(List<String> options) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("serve", "simulated/model", "--port", "0", "--sim-exit-with-stdin"));
        arguments.addAll(options);
        return start("SimulatorMain", arguments);
    }

    /** Starts a null server at the pace of published comparisons and waits until it listens. */
    static ServerProcess nullServer(int tokens) throws IOException {
        return start("NullServerMain", List.of("--tokens", Integer.toString(tokens)));
    }

    private static ServerProcess start(String main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "atlas.validation.simulator." + main));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader log = process.inputReader(UTF_8);
        StringBuilder seen = new StringBuilder();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            seen.append(line).append('\n');
            Matcher listening = LISTENING.matcher(line);
            if (listening.find()) {
                Thread.ofVirtual().start(() -> log.lines().forEach(ignored -> {}));
                return new ServerProcess(process, URI.create("http://" + listening.group(1)));
            }
        }
        process.destroy();
        throw new IOException("the server ended before it listened:\n" + seen);
    }

    URI baseUrl() {
        return baseUrl;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }
}
