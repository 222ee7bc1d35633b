package atlas.validation.server;

import java.util.List;
import java.util.Map;

/** SGLang's OpenAI-compatible server. */
record SglangDriver() implements ServerDriver {

    @Override
    public String word() {
        return "sglang";
    }

    @Override
    public List<String> commandLine(LaunchRequest request, String bind, int port) {
        return new ServeCommand("--model-path", request.model())
                .option("--host", bind)
                .option("--port", port)
                .option("--context-length", request.maxModelLength())
                .optionUnlessOne("--tp-size", request.tensorParallelism())
                .optionUnlessOne("--pp-size", request.pipelineParallelism())
                .with(request.arguments());
    }

    @Override
    public Map<String, String> knownGaps() {
        return Map.of("unknown_model", "SGLang serves one model and takes any name for it");
    }

    @Override
    public Map<String, Object> lengthForcing() {
        return Map.of("ignore_eos", true, "min_tokens", MAX_TOKENS);
    }
}
