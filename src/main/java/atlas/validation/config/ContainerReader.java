package atlas.validation.config;

import java.util.Map;

/** Reads the {@code container} section. */
final class ContainerReader {

    private static final String[] RUNTIME_ARGUMENTS = {
        "gpus", "ipc", "network", "shm_size", "volumes", "devices", "cap_add", "ulimit"
    };

    private final ObjectReader container;

    ContainerReader(ObjectReader container) {
        this.container = container;
    }

    /** @param running whether a knob says that the server runs already */
    ContainerSettings read(boolean running) {
        Lifetime lifetime = container.choice("lifetime", Lifetime.PER_RUN, Lifetime.class, Lifetime::word);
        String image = container.optionalString("image");
        ObjectReader runtime = container.object("runtime");
        ServerRuntime name = runtime.choice("name", ServerRuntime.DOCKER, ServerRuntime.class, ServerRuntime::word);
        Map<String, Object> arguments = runtime.plain("args");
        ObjectReader argumentKeys = runtime.object("args");
        for (String key : RUNTIME_ARGUMENTS) {
            argumentKeys.value(key);
        }
        argumentKeys.finish();
        runtime.finish();
        container.finish();
        if (running || lifetime == Lifetime.NO_LAUNCH) {
            return new ContainerSettings(Lifetime.NO_LAUNCH, ServerRuntime.NONE, null, arguments);
        }
        boolean asWritten = container.says("lifetime", lifetime.word()) && runtime.says("name", name.word());
        if (!asWritten) {
            return new ContainerSettings(lifetime, name, image, arguments);
        }
        switch (name) {
            case DOCKER -> NotYetSupported.docker(runtime);
            case NONE ->
                runtime.problem(
                        "name",
                        runtime.name("name") + " \"none\" launches nothing, but container.lifetime is "
                                + lifetime.word(),
                        "write container.lifetime \"no_launch\" and params.base_url");
            case EMBEDDED -> {}
        }
        return new ContainerSettings(lifetime, name, image, arguments);
    }
}
