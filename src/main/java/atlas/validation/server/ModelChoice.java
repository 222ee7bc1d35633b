package atlas.validation.server;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the model to ask a running server for. */
public final class ModelChoice {

    private ModelChoice() {}

    /**
     * Returns the model that was asked for, else the only one that the server lists.
     *
     * @param baseUrl the server, for the message
     * @param wanted the model of the config or of {@code -Dmodel}, or null
     * @param served ids that {@code /v1/models} lists
     * @throws ServerException if none was asked for and the server does not list exactly one
     */
    public static String choose(URI baseUrl, @Nullable String wanted, List<String> served) {
        if (wanted != null) {
            return wanted;
        }
        return switch (served.size()) {
            case 0 -> throw new ServerException(baseUrl + "/v1/models lists no model; name one with -Dmodel=<model>");
            case 1 -> served.getFirst();
            default ->
                throw new ServerException("%s/v1/models lists %d models (%s); choose one with -Dmodel=<model>"
                        .formatted(baseUrl, served.size(), String.join(", ", served)));
        };
    }
}
