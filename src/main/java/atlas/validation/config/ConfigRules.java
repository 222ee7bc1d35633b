package atlas.validation.config;

/** Holds the params of a config against its other sections: what each allows alone, and not together. */
final class ConfigRules {

    private final ObjectReader params;

    /** @param params the section that every problem is told at */
    ConfigRules(ObjectReader params) {
        this.params = params;
    }

    void check(ValidationConfig config) {
        checkServerKnown(config);
        checkDriver(config);
        checkApi(config);
    }

    private void checkServerKnown(ValidationConfig config) {
        if (!config.launches() && config.params().baseUrl() == null && !params.has("base_url")) {
            params.missing(
                    "base_url", "write where the server is, such as \"http://127.0.0.1:8888\", or give -Dbase.url");
        }
    }

    private void checkDriver(ValidationConfig config) {
        Driver driver = config.params().driver();
        if (config.container().runtime() == ServerRuntime.EMBEDDED && driver != Driver.ATLAS) {
            params.problem(
                    "driver",
                    "driver " + driver.word() + " does not go with container.runtime.name \"embedded\": the simulator "
                            + "speaks as Atlas does",
                    "write \"atlas\"");
        } else if (config.launches()
                && driver == Driver.ATLAS
                && config.params().pipelineParallelSize() > 1) {
            params.problem(
                    "pipeline_parallel_size",
                    "driver atlas does not go with pipeline_parallel_size "
                            + config.params().pipelineParallelSize() + ": Atlas splits layers, and not groups of them",
                    "write 1, and tensor_parallelism for the number of GPUs");
        } else if (config.launches() && driver == Driver.OPENAI && params.has("driver")) {
            params.problem(
                    "driver",
                    "driver openai stands for any server, so the suite cannot launch it",
                    "write container.lifetime \"no_launch\" and params.base_url");
        }
    }

    /** What a conversation or a tool needs, an API of plain text has not. */
    private void checkApi(ValidationConfig config) {
        if (config.params().api() == Api.CHAT) {
            return;
        }
        for (Combo combo : config.sweep().combos()) {
            switch (combo.workload()) {
                case RANDOM, PROMPT, DATASET, PREFIX -> {}
                case MULTI_TURN, TOOLS ->
                    params.problem(
                            "api",
                            "params.api completions does not go with workload %s of '%s': it knows no messages"
                                    .formatted(combo.workload().word(), combo.name()),
                            "write \"chat\", or another workload");
            }
        }
    }
}
