package atlas.validation.config;

import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Looks whether a file may be a {@code tokenizer.json}; whether it can be used is seen where it is opened. */
final class TokenizerJson {

    private static final long LIMIT = 256L << 20;

    private TokenizerJson() {}

    /**
     * Returns the kind of its model, such as {@code BPE}.
     *
     * @throws AccessFiles.Unusable if it has none
     */
    static String model(Path file) throws AccessFiles.Unusable {
        try {
            JsonNode model =
                    JsonMapper.shared().readTree(AccessFiles.bytes(file, LIMIT)).path("model");
            if (!model.isObject()) {
                throw new AccessFiles.Unusable("is no tokenizer.json: it has no object named model");
            }
            return model.path("type").asString("");
        } catch (JacksonException notJson) {
            throw new AccessFiles.Unusable("is no tokenizer.json: it is not JSON");
        }
    }
}
