package atlas.validation.probe;

import static java.util.Objects.requireNonNull;

import atlas.validation.client.RequestSpelling;
import atlas.validation.client.RequestTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about a server's API. Null where nothing was found out.
 *
 * @param spelling how it wants requests written
 * @param usage whether its streams tell token counts
 * @param usageOrder {@code before_finish}, {@code with_finish} or {@code after_finish}
 * @param continuousUsage whether every chunk can tell token counts
 * @param forcing the means by which answers reach their limit
 * @param ignoreEos what becomes of {@code ignore_eos}
 * @param minTokens what becomes of {@code min_tokens}
 * @param rejectsUnknownFields whether a field that nobody knows is refused
 * @param rejectedFields the fields that were refused, with a dot within objects
 * @param returnsTokenIds whether chunks can carry the ids of their tokens
 * @param tokenizes whether {@code /tokenize} counts tokens
 * @param roleChunk whether a stream begins with a chunk that carries only the role
 * @param reasoningField what reasoning is called in a delta; null where none was seen
 * @param tokensPerChunk tokens of a chunk on average
 * @param trouble why nothing could be found out, null when it could
 */
public record Capabilities(
        RequestSpelling spelling,
        @Nullable Boolean usage,
        @Nullable String usageOrder,
        @Nullable Boolean continuousUsage,
        Forcing forcing,
        FieldUse ignoreEos,
        FieldUse minTokens,
        @Nullable Boolean rejectsUnknownFields,
        List<String> rejectedFields,
        @Nullable Boolean returnsTokenIds,
        @Nullable Boolean tokenizes,
        @Nullable Boolean roleChunk,
        @Nullable String reasoningField,
        @Nullable Double tokensPerChunk,
        @Nullable String trouble) {

    static final String IGNORE_EOS = "ignore_eos";
    static final String MIN_TOKENS = "min_tokens";

    public Capabilities {
        requireNonNull(spelling, "spelling is null");
        requireNonNull(forcing, "forcing is null");
        requireNonNull(ignoreEos, "ignoreEos is null");
        requireNonNull(minTokens, "minTokens is null");
        rejectedFields = List.copyOf(rejectedFields);
    }

    /** What becomes of a field. */
    public enum FieldUse {
        /** The server does what it asks. */
        HONOURED("honoured"),
        /** The server reads over it. */
        IGNORED("ignored"),
        /** The server refuses requests with it. */
        REJECTED("rejected"),
        /** The server takes it; what it does with it could not be told. */
        ACCEPTED("accepted"),
        /** Nobody knows. */
        UNKNOWN("unknown");

        private final String word;

        FieldUse(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /**
     * The means by which answers are made to reach their limit.
     *
     * @param fields the fields to send, {@link RequestTemplate#MAX_TOKENS} standing for the limit; empty for none
     * @param proved whether they were seen to work where an answer without them ends early
     * @param proof what was seen, in one sentence
     */
    public record Forcing(Map<String, Object> fields, boolean proved, String proof) {

        public Forcing {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
            requireNonNull(proof, "proof is null");
        }

        /** Returns the names of the fields with a plus between them, or {@code none}. */
        public String word() {
            return fields.isEmpty() ? "none" : String.join("+", fields.keySet());
        }
    }

    /** Returns what is known of a server that could not be asked: it is sent what its driver says. */
    static Capabilities unknown(RequestTemplate template, String trouble) {
        return new Capabilities(
                template.spelling(),
                null,
                null,
                null,
                new Forcing(template.lengthForcing(), false, "not looked at: " + trouble),
                FieldUse.UNKNOWN,
                FieldUse.UNKNOWN,
                null,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                trouble);
    }

    /** Returns a template whose requests this server takes, and whose lengths are forced by the best of its means. */
    public RequestTemplate applyTo(RequestTemplate template) {
        return template.withSpelling(spelling).withLengthForcing(forcing.fields(), forcing.proved());
    }

    /** Returns the fields of the record, as JSON knows them; what was not found out is left out. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("limit_field", spelling.limitField());
        fields.put("stream_options", spelling.asksForUsage());
        put(fields, "stream_usage", usage);
        put(fields, "usage_order", usageOrder);
        put(fields, "continuous_usage", continuousUsage);
        fields.put("length_forcing", forcing.word());
        fields.put("length_forcing_proved", forcing.proved());
        fields.put("length_forcing_proof", forcing.proof());
        fields.put(IGNORE_EOS, ignoreEos.word());
        fields.put(MIN_TOKENS, minTokens.word());
        put(
                fields,
                "unknown_fields",
                rejectsUnknownFields == null ? null : rejectsUnknownFields ? "rejected" : "ignored");
        fields.put("rejected_fields", rejectedFields);
        put(fields, RETURN_TOKEN_IDS, returnsTokenIds);
        put(fields, "tokenize", tokenizes);
        put(fields, "role_chunk", roleChunk);
        put(fields, "reasoning_field", reasoningField);
        put(fields, "tokens_per_chunk", tokensPerChunk);
        return fields;
    }

    static final String RETURN_TOKEN_IDS = "return_token_ids";

    private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    /** Returns the one line that a person wants to see. */
    public String sentence() {
        if (trouble != null) {
            return "nothing is known of the API: " + trouble;
        }
        List<String> parts = new ArrayList<>();
        parts.add(Boolean.TRUE.equals(usage) ? "streams usage" : "streams no usage");
        parts.add("lengths are forced by " + forcing.word() + (forcing.proved() ? " (proved)" : " (not proved)"));
        if (!spelling.equals(RequestSpelling.USUAL)) {
            parts.add("the limit is " + spelling.limitField());
        }
        if (!rejectedFields.isEmpty()) {
            parts.add("refuses " + String.join(", ", rejectedFields));
        }
        return String.join(", ", parts);
    }
}
