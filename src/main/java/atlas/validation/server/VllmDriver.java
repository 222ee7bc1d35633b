package atlas.validation.server;

import java.util.List;
import java.util.Map;

/** vLLM's OpenAI-compatible server. */
record VllmDriver() implements ServerDriver {

    @Override
    public String word() {
        return "vllm";
    }

    @Override
    public List<String> commandLine(LaunchRequest request, String bind, int port) {
        return new ServeCommand("serve", request.model())
                .option("--host", bind)
                .option("--port", port)
                .option("--max-model-len", request.maxModelLength())
                .optionUnlessOne("--tensor-parallel-size", request.tensorParallelism())
                .optionUnlessOne("--pipeline-parallel-size", request.pipelineParallelism())
                .with(request.arguments());
    }

    @Override
    public Map<String, Object> lengthForcing() {
        return Map.of("ignore_eos", true, "min_tokens", MAX_TOKENS);
    }
}
