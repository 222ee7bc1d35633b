package atlas.validation.server;

import atlas.validation.cluster.DockerHost;
import atlas.validation.cluster.HostException;
import atlas.validation.config.RuntimeArguments;
import atlas.validation.record.LogFinding;
import atlas.validation.record.Warning;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/**
 * Launches a server in a Docker container, at the daemon that the cluster file names. Its port is published on that
 * machine's loopback alone, at a free port, so that runs do not collide; on the host's network it listens on loopback.
 * Where only {@code tcp} leads to the machine, its address takes the place of loopback.
 */
final class DockerLauncher implements ServerLauncher {

    private static final String EVERYWHERE = "0.0.0.0";
    private static final Duration LONGEST_HELP = Duration.ofSeconds(60);
    private static final Duration LONGEST_CHECK = Duration.ofMinutes(3);
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);
    private static final Duration EXIT_NOTICED = Duration.ofSeconds(5);

    @Override
    public RunningServer launch(LaunchRequest request, LaunchListener listener, BooleanSupplier cancelled) {
        ContainerRequest container = request.container();
        if (container == null) {
            throw new ServerException("a container cannot be launched without an image; set container.image");
        }
        if (container.arguments().network().equals("none")) {
            throw new ServerException("a container without a network cannot be measured;"
                    + " write container.runtime.args.network \"bridge\" or \"host\"");
        }
        RestAssuredWarmUp.start();
        DockerDaemon daemon = DockerDaemon.connect(open(container, cancelled), cancelled);
        boolean launched = false;
        try {
            RunContainers containers = new RunContainers(daemon, container.runId());
            listener.launching(containers::removeAll);
            RunningServer server = new Launch(request, container, daemon, containers, listener, cancelled).run();
            launched = true;
            return server;
        } finally {
            if (!launched) {
                daemon.close();
            }
        }
    }

    /**
     * Returns the command of the server, fitted to its image.
     *
     * @param address the machine's address on which the server is to be reached
     */
    static ContainerCommand command(
            LaunchRequest request,
            ContainerRequest container,
            String address,
            ImageFacts image,
            Optional<String> help) {
        String bind = ContainerSpec.onHostNetwork(container.arguments()) ? address : EVERYWHERE;
        List<String> derived = request.driver().commandLine(request.withArguments(List.of()), bind, request.port());
        return ContainerCommand.fit(image, request.driver(), derived, request.arguments(), help);
    }

    /** Returns a container of the server's image that runs a command with what it is given. */
    static ContainerSpec spec(
            LaunchRequest request, ContainerRequest container, List<String> words, RuntimeArguments arguments) {
        Map<String, String> labels = Leftovers.labels(container);
        return new ContainerSpec(container.image(), List.of(), words, request.environment(), arguments, labels);
    }

    private static DockerHost open(ContainerRequest container, BooleanSupplier cancelled) {
        try {
            return DockerHost.open(container.cluster(), cancelled);
        } catch (HostException unreachable) {
            throw new ServerException(unreachable.sentence());
        }
    }

    /** One launch at a daemon that has answered. */
    private record Launch(
            LaunchRequest request,
            ContainerRequest container,
            DockerDaemon daemon,
            RunContainers containers,
            LaunchListener listener,
            BooleanSupplier cancelled) {

        RunningServer run() {
            daemon.host().warnings().forEach(listener::warn);
            Leftovers.remove(daemon, listener, cancelled);
            ImageFacts image = new ImageSource(daemon, listener, cancelled).provide(container.image());
            Optional<String> help = help(image);
            ContainerCommand command = command(request, container, daemon.host().publishedOn(), image, help);
            command.notes().forEach(note -> listener.warn(new Warning("command_fitted", note)));
            LogWatch watch = new LogWatch(request.driver(), listener);
            help.filter(text -> ContainerCommand.flags(text).contains(KernelCheck.FLAG))
                    .ifPresent(text -> checkKernels(command, watch));
            failIfAnotherServes();
            ContainerSpec spec = spec(command.words(), container.arguments());
            ContainerServer server = create(spec, watch);
            listener.launched(server);
            try {
                start(server);
                return server;
            } catch (RuntimeException failed) {
                server.close();
                throw failed;
            }
        }

        /**
         * On the host's network another server may have the port. Ours would take minutes to find out, and meanwhile
         * the other one's answers would be taken for its.
         */
        private void failIfAnotherServes() {
            if (!ContainerSpec.onHostNetwork(container.arguments())) {
                return;
            }
            URI address = url(request.port());
            String path = request.driver().healthPaths().getFirst();
            if (new PlainRequests(address, Access.PLAIN, LONGEST_LOOK).get(path, cancelled)
                    instanceof Reply.Answer(String url, int status, String body, var location)) {
                String seen = "%s answers already, with HTTP %d".formatted(url, status);
                String meaning = "another server has port %d of that host; end it, or choose another params.port"
                        .formatted(request.port());
                throw new ServerException(
                        "the container was not started: %s: %s".formatted(seen, meaning),
                        new LogFinding(FailureKind.PORT_IN_USE.word(), true, "port", seen, meaning, null, 1));
            }
        }

        private ContainerServer create(ContainerSpec spec, LogWatch watch) {
            if (cancelled.getAsBoolean()) {
                throw new CancellationException("cancelled before the container was created");
            }
            ServerLog log = ServerLog.open(request.log(), watch::line, listener::warn);
            try {
                String id = containers.create(
                        "the container cannot be created",
                        () -> spec.fill(
                                        daemon.client().createContainerCmd(spec.image()),
                                        daemon.host().publishedOn(),
                                        request.port())
                                .withName(name())
                                .exec()
                                .getId());
                return new ContainerServer(
                        daemon, id, log, watch, container.arguments().memoryBytes());
            } catch (ServerException | CancellationException refused) {
                log.close();
                throw refused;
            }
        }

        private void start(ContainerServer server) {
            server.starting();
            daemon.ask("the container cannot be started", DockerDaemon.LONG, cancelled, () -> {
                daemon.client().startContainerCmd(server.id()).exec();
                return server;
            });
            server.started();
            OptionalInt port = port(server);
            if (port.isEmpty()) {
                String why = server.awaitExit(EXIT_NOTICED)
                        .orElse("Docker published no port of the container; is port %d the server's"
                                .formatted(request.port()));
                throw new ServerException(why, server.lastLogLines());
            }
            server.listeningOn(url(port.getAsInt()));
        }

        private URI url(int port) {
            try {
                InetSocketAddress way = daemon.host().reach(port, cancelled);
                return new URI("http", null, way.getAddress().getHostAddress(), way.getPort(), null, null, null);
            } catch (URISyntaxException impossible) {
                throw new IllegalStateException(impossible);
            } catch (HostException closed) {
                throw new ServerException(closed.sentence());
            }
        }

        /** Returns the port of the daemon's machine behind which the server is; nothing when it has ended already. */
        private OptionalInt port(ContainerServer server) {
            if (ContainerSpec.onHostNetwork(container.arguments())) {
                return OptionalInt.of(request.port());
            }
            InspectContainerResponse seen = daemon.ask(
                    "the container cannot be looked at",
                    DockerDaemon.SHORT,
                    cancelled,
                    () -> daemon.client().inspectContainerCmd(server.id()).exec());
            Ports.Binding[] bindings =
                    seen.getNetworkSettings().getPorts().getBindings().get(ExposedPort.tcp(request.port()));
            return bindings == null || bindings.length == 0
                    ? OptionalInt.empty()
                    : OptionalInt.of(Integer.parseInt(bindings[0].getHostPortSpec()));
        }

        /**
         * Asks an image of Atlas which flags it knows: they differ from one to the next. It is given nothing for that,
         * and what the server is given only where it says nothing then: a program may need the driver's libraries to
         * start at all.
         */
        private Optional<String> help(ImageFacts image) {
            if (!(request.driver() instanceof AtlasDriver)) {
                return Optional.empty();
            }
            for (RuntimeArguments given : List.of(RuntimeArguments.none(), container.arguments())) {
                ContainerSpec spec = spec(ContainerCommand.help(image, request.driver()), given);
                try {
                    String printed = new BriefContainer(daemon, containers, cancelled).output(spec, LONGEST_HELP);
                    if (ContainerCommand.flags(printed).contains("--port")) {
                        return Optional.of(printed);
                    }
                } catch (ServerException silent) {
                    // Whether the image starts at all, its launch tells.
                }
            }
            listener.warn(new Warning(
                    "flags_unknown", "serve --help of this image lists no flags: it is given those of today's Atlas"));
            return Optional.empty();
        }

        private void checkKernels(ContainerCommand command, LogWatch watch) {
            List<String> words = new ArrayList<>(command.words());
            words.add(KernelCheck.FLAG);
            listener.progress("asking the image whether it has every kernel for this GPU and model");
            try {
                String printed = new BriefContainer(daemon, containers, cancelled)
                        .output(spec(words, container.arguments()), LONGEST_CHECK);
                KernelCheck.trouble(printed, PhraseBook.ofLog(request.driver())).ifPresent(trouble -> {
                    watch.found(trouble);
                    listener.progress(trouble.meaning());
                });
            } catch (ServerException silent) {
                listener.warn(new Warning("kernels_unchecked", silent.sentence()));
            }
        }

        private ContainerSpec spec(List<String> words, RuntimeArguments arguments) {
            return DockerLauncher.spec(request, container, words, arguments);
        }

        private String name() {
            return "atlas-validation-%s-%04x"
                    .formatted(
                            container.runId().replaceAll("[^A-Za-z0-9_.-]", "_"),
                            ThreadLocalRandom.current().nextInt(0x10000));
        }
    }
}
