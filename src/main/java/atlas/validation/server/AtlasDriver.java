package atlas.validation.server;

import java.util.List;
import java.util.Map;

/** Atlas, also under its newer name Avarok: knows {@code min_tokens} and no {@code ignore_eos}. */
record AtlasDriver() implements ServerDriver {

    @Override
    public String word() {
        return "atlas";
    }

    @Override
    public List<String> commandLine(LaunchRequest request, String bind, int port) {
        return new ServeCommand("serve", request.model())
                .option("--bind", bind)
                .option("--port", port)
                .option("--max-seq-len", request.maxModelLength())
                .optionUnlessOne("--tp-size", request.tensorParallelism())
                .with(request.arguments());
    }

    @Override
    public boolean sendsUsageBeforeFinish() {
        return true;
    }

    @Override
    public Map<String, String> knownGaps() {
        return Map.of("unknown_model", "Atlas serves one model and ignores the name that it is asked for");
    }

    @Override
    public Map<String, Object> lengthForcing() {
        return Map.of("min_tokens", MAX_TOKENS);
    }
}
