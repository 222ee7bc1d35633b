package atlas.validation.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks a server which models it serves. */
final class ServedModels {

    private static final String PATH = "/v1/models";
    private static final int UNAVAILABLE = 503;

    private ServedModels() {}

    /**
     * One entry of {@code /v1/models}.
     *
     * @param id its name
     * @param ownedBy who is said to own it, possibly empty
     */
    record Model(String id, String ownedBy) {

        boolean isSimulated() {
            return ownedBy.toLowerCase(Locale.ROOT).contains("simulator");
        }
    }

    /** Asks a server. */
    static Reply ask(PlainRequests requests, BooleanSupplier cancelled) {
        return requests.get(PATH, cancelled);
    }

    /** Tells whether a server that is still busy with its own start may answer otherwise in a moment. */
    static boolean mayComeYet(Reply reply) {
        return switch (reply) {
            case Reply.NoAnswer none -> true;
            case Reply.Answer answer -> answer.status() == UNAVAILABLE;
        };
    }

    /**
     * Returns the models that a reply lists, in the server's order.
     *
     * @throws ServerException if it lists none
     */
    static List<Model> listed(Reply reply) {
        return switch (reply) {
            case Reply.NoAnswer(String sentence) -> throw new ServerException(sentence);
            case Reply.Answer answer when !answer.isSuccess() -> throw new ServerException(answer.sentence());
            case Reply.Answer answer -> read(answer);
        };
    }

    private static List<Model> read(Reply.Answer answer) {
        JsonNode data;
        try {
            data = JsonMapper.shared().readTree(answer.body()).path("data");
        } catch (JacksonException notJson) {
            throw new ServerException(answer.url() + " answered no JSON; is this an OpenAI-compatible server?");
        }
        if (!data.isArray()) {
            throw new ServerException(answer.url() + " lists no 'data'; is this an OpenAI-compatible server?");
        }
        List<Model> models = new ArrayList<>();
        for (JsonNode entry : data) {
            if (entry.path("id").isString()) {
                models.add(new Model(
                        entry.path("id").asString(), entry.path("owned_by").asString("")));
            }
        }
        return models;
    }
}
