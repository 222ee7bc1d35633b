package atlas.validation.lifecycle;

import atlas.validation.client.RequestSpelling;
import atlas.validation.client.RequestTemplate;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.server.ServerException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a server's first request, in the first spelling that it takes. A request that is refused generates nothing, so
 * that the first that is taken is the first of all.
 */
final class FirstRequest {

    /** 500 is what some proxies make of a field that the server behind them refuses. */
    private static final Set<Integer> REFUSALS = Set.of(400, 422, 500);

    private static final String PURPOSE = "first_request";
    private static final int MOST_FIELDS = 8;

    private final ServerConnection connection;
    private final TargetRun target;
    private final String salt;

    FirstRequest(ServerConnection connection, TargetRun target, String salt) {
        this.connection = connection;
        this.target = target;
        this.salt = salt;
    }

    /**
     * The answer to the first request that was taken.
     *
     * @param spelling the spelling that the server takes
     * @param askedNanos when it was asked
     * @param row what came
     */
    record FirstAnswer(RequestSpelling spelling, long askedNanos, RequestRecord row) {}

    /**
     * Asks for one token.
     *
     * @throws ServerException if none comes; where the server takes the request without a field of the user, it names
     *     that field
     */
    FirstAnswer ask() {
        RequestTemplate template = connection.template();
        RequestRecord usual = null;
        for (RequestSpelling spelling : RequestSpelling.all()) {
            long asked = System.nanoTime();
            RequestRecord row = attempt(template.withSpelling(spelling));
            if (FirstTokens.hasToken(row)) {
                return new FirstAnswer(spelling, asked, row);
            }
            usual = usual == null ? row : usual;
            if (!isRefused(row)) {
                break;
            }
        }
        if (usual == null) {
            throw new IllegalStateException("there is no spelling");
        }
        if (isRefused(usual)) {
            culprits(template).ifPresent(sentence -> {
                throw new ServerException(sentence);
            });
        }
        throw new ServerException(new FirstTokens(connection, target).noToken(usual));
    }

    /** Looks for the fields of the user without which the request is taken. */
    private Optional<String> culprits(RequestTemplate template) {
        Map<String, Object> all = new LinkedHashMap<>(template.sampling());
        all.putAll(template.extraBody());
        if (all.isEmpty()) {
            return Optional.empty();
        }
        for (RequestSpelling spelling : RequestSpelling.all()) {
            RequestTemplate bare = template.withUserFields(Map.of(), Map.of()).withSpelling(spelling);
            if (FirstTokens.hasToken(attempt(bare))) {
                return Optional.of(blame(bare, template, all));
            }
        }
        return Optional.empty();
    }

    private String blame(RequestTemplate bare, RequestTemplate template, Map<String, Object> all) {
        List<String> refused = new ArrayList<>();
        String said = null;
        for (Map.Entry<String, Object> field :
                all.entrySet().stream().limit(MOST_FIELDS).toList()) {
            Map<String, Object> alone = new LinkedHashMap<>();
            alone.put(field.getKey(), field.getValue());
            RequestRecord row = attempt(bare.withUserFields(alone, Map.of()));
            if (isRefused(row)) {
                boolean extra = template.extraBody().containsKey(field.getKey());
                refused.add((extra ? "params.extra_body." : "params.sampling.") + field.getKey());
                said = said == null ? row.error() : said;
            }
        }
        String which =
                refused.isEmpty() ? "the fields of params.sampling and params.extra_body" : String.join(", ", refused);
        return "%s refuses every request with %s%s; %s"
                .formatted(
                        connection.endpoint().base(),
                        which,
                        said == null ? "" : " (" + said + ")",
                        which.contains("params.sampling.")
                                ? "take it out, one of the suite's own by writing null in params.sampling"
                                : "take it out of the config");
    }

    private RequestRecord attempt(RequestTemplate template) {
        try (ServerConnection other = connection.beside(template)) {
            return new FirstTokens(other, target).attempt(PURPOSE, salt);
        }
    }

    private static boolean isRefused(RequestRecord row) {
        return row.outcome() == Outcome.HTTP_ERROR && row.httpStatus() != null && REFUSALS.contains(row.httpStatus());
    }
}
