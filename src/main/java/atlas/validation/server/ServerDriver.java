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

    /** Returns the paths that tell health, best first: the next is asked where one is not found. */
    default List<String> healthPaths() {
        return List.of("/health", "/v1/models");
    }
}
