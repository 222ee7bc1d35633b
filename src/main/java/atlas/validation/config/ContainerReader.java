package atlas.validation.config;

import org.jspecify.annotations.Nullable;

/** Reads the {@code container} section. */
final class ContainerReader {

    private final ObjectReader container;

    ContainerReader(ObjectReader container) {
        this.container = container;
    }

    /** @param running origin of the knob that says that the server runs already, or null when none does */
    ContainerSettings read(@Nullable String running) {
        Lifetime lifetime = container.choice("lifetime", Lifetime.PER_RUN, Lifetime.class, Lifetime::word);
        String image = container.optionalString("image");
        ObjectReader runtime = container.object("runtime");
        ServerRuntime name = runtime.choice("name", ServerRuntime.DOCKER, ServerRuntime.class, ServerRuntime::word);
        RuntimeArguments arguments = new RuntimeArgumentsReader(runtime.object("args")).read();
        runtime.finish();
        container.finish();
        if (running != null || lifetime == Lifetime.NO_LAUNCH) {
            noteUnlaunched(running == null ? Origins.file(container.findings().file(), lineOfLifetime()) : running);
            return new ContainerSettings(Lifetime.NO_LAUNCH, ServerRuntime.NONE, null, arguments);
        }
        boolean asWritten = container.says("lifetime", lifetime.word()) && runtime.says("name", name.word());
        if (asWritten) {
            check(lifetime, name, image, runtime);
        }
        return new ContainerSettings(lifetime, name, image, arguments);
    }

    /** Notes what a server that runs already comes to: neither image nor runtime is used. */
    private void noteUnlaunched(String origin) {
        EffectiveValues effective = container.effective();
        effective.leaveOut("container");
        effective.override(container.name("lifetime"), Lifetime.NO_LAUNCH.word(), origin);
        effective.override(container.name("runtime.name"), ServerRuntime.NONE.word(), origin);
    }

    private int lineOfLifetime() {
        return container.at("lifetime").line();
    }

    private void check(Lifetime lifetime, ServerRuntime name, @Nullable String image, ObjectReader runtime) {
        switch (name) {
            case DOCKER -> {
                if (image == null && !container.has("image")) {
                    container.missing(
                            "image", "name the image, or write container.runtime.name \"embedded\" for the simulator");
                }
            }
            case NONE ->
                runtime.problem(
                        "name",
                        runtime.name("name") + " \"none\" launches nothing, but container.lifetime is "
                                + lifetime.word(),
                        "write container.lifetime \"no_launch\" and params.base_url");
            case EMBEDDED -> {}
        }
    }
}
