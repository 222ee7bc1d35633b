package atlas.validation.server;

import atlas.validation.config.RuntimeArguments;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.Device;
import com.github.dockerjava.api.model.DeviceRequest;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.Ulimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Turns what a config gives a container into what a daemon takes.
 *
 * @param image the image
 * @param entrypoint what replaces the image's entrypoint; empty to keep it
 * @param command what follows the entrypoint
 * @param environment variables
 * @param arguments what it is given of the machine
 * @param labels its labels
 */
record ContainerSpec(
        String image,
        List<String> entrypoint,
        List<String> command,
        Map<String, String> environment,
        RuntimeArguments arguments,
        Map<String, String> labels) {

    private static final String HOST = "host";
    private static final int ALL = -1;

    ContainerSpec {
        entrypoint = List.copyOf(entrypoint);
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        labels = Map.copyOf(labels);
    }

    /** Tells whether the server listens on the machine's own addresses, so that nothing is to be published. */
    static boolean onHostNetwork(RuntimeArguments arguments) {
        return HOST.equals(arguments.network());
    }

    /**
     * Fills a command.
     *
     * @param address the machine's address that the port is published on
     * @param publishedPort port of the server that is published, or 0 for none
     */
    CreateContainerCmd fill(CreateContainerCmd create, String address, int publishedPort) {
        HostConfig host = host();
        if (publishedPort > 0 && !onHostNetwork(arguments)) {
            ExposedPort port = ExposedPort.tcp(publishedPort);
            create.withExposedPorts(port);
            host.withPortBindings(new PortBinding(Ports.Binding.bindIp(address), port));
        }
        if (!entrypoint.isEmpty()) {
            create.withEntrypoint(entrypoint);
        }
        return create.withCmd(command)
                .withEnv(environment.entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + variable.getValue())
                        .toList())
                .withLabels(labels)
                .withAttachStdin(false)
                .withTty(false)
                .withHostConfig(host);
    }

    private HostConfig host() {
        HostConfig host = HostConfig.newHostConfig()
                .withNetworkMode(arguments.network())
                .withBinds(arguments.volumes().stream().map(Bind::parse).toList())
                .withDevices(arguments.devices().stream().map(Device::parse).toList())
                .withCapAdd(arguments.addedCapabilities().stream()
                        .map(Capability::fromValue)
                        .toArray(Capability[]::new))
                .withUlimits(
                        arguments.limits().stream().map(ContainerSpec::limit).toList())
                .withPrivileged(arguments.privileged())
                .withDeviceRequests(gpus(arguments.gpus()));
        if (arguments.ipc() != null) {
            host.withIpcMode(arguments.ipc());
        }
        if (arguments.sharedMemoryBytes() != null) {
            host.withShmSize(arguments.sharedMemoryBytes());
        }
        if (arguments.memoryBytes() != null) {
            // Without swap: a server that is swapped out is no faster for not being killed.
            host.withMemory(arguments.memoryBytes()).withMemorySwap(arguments.memoryBytes());
        }
        if (!arguments.securityOptions().isEmpty()) {
            host.withSecurityOpts(arguments.securityOptions());
        }
        if (!arguments.groups().isEmpty()) {
            host.withGroupAdd(arguments.groups());
        }
        return host;
    }

    private static Ulimit limit(String written) {
        int equals = written.indexOf('=');
        String[] values = written.substring(equals + 1).split(":");
        long soft = Long.parseLong(values[0]);
        long hard = values.length > 1 ? Long.parseLong(values[1]) : soft;
        return new Ulimit(written.substring(0, equals), soft, hard);
    }

    /** Returns the request for GPUs; a runtime that has none refuses it, and no request asks for none. */
    static List<DeviceRequest> gpus(String written) {
        List<DeviceRequest> requests = new ArrayList<>();
        if (!written.equals("none")) {
            DeviceRequest request = new DeviceRequest().withCapabilities(List.of(List.of("gpu")));
            if (written.equals("all")) {
                request.withCount(ALL);
            } else if (written.startsWith("device=")) {
                request.withDeviceIds(
                        List.of(written.substring("device=".length()).split(",")));
            } else {
                request.withCount(Integer.parseInt(written));
            }
            requests.add(request);
        }
        return requests;
    }
}
