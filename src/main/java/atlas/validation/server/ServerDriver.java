package atlas.validation.server;

import atlas.validation.config.Driver;
import java.util.List;
import java.util.Map;

/** What is known of one kind of server before it is asked. */
public sealed interface ServerDriver permits AtlasDriver, VllmDriver, SglangDriver, OpenAiDriver {

    /** The value of a length-forcing field that stands for the request's own token limit. */
    String MAX_TOKENS = "$max_tokens";

    /** Returns the driver that a config names. */
    static ServerDriver of(Driver driver) {
        return switch (driver) {
            case ATLAS -> new AtlasDriver();
            case VLLM -> new VllmDriver();
            case SGLANG -> new SglangDriver();
            case OPENAI -> new OpenAiDriver();
        };
    }

    /** Returns the word that files use. */
    String word();

    /**
     * Returns the arguments that start the server, the request's own ones last.
     *
     * @param bind address to listen on
     * @param port port to listen on, which need not be the request's
     */
    List<String> commandLine(LaunchRequest request, String bind, int port);

    /**
     * Returns JSON fields that make an answer reach its token limit, {@link #MAX_TOKENS} standing for that limit; empty
     * where the API has no such means.
     */
    Map<String, Object> lengthForcing();

    /** Returns fields that ask for an answer with reasoning. */
    default Map<String, Object> withReasoning() {
        return Map.of("chat_template_kwargs", Map.of("enable_thinking", true));
    }

    /** Returns fields that ask for an answer without reasoning; empty where none is known. */
    default Map<String, Object> withoutReasoning() {
        return Map.of("chat_template_kwargs", Map.of("enable_thinking", false));
    }

    /** Tells whether a stream's usage is known to come before its finish_reason. */
    default boolean sendsUsageBeforeFinish() {
        return false;
    }

    /** Returns what the server is known not to do, by the name of the probe that would find it: a reason for each. */
    default Map<String, String> knownGaps() {
        return Map.of();
    }

    /** Returns the paths that tell health, best first: the next is asked where one is not found. */
    default List<String> healthPaths() {
        return List.of("/health", "/v1/models");
    }
}
