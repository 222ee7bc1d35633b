package atlas.validation.report;

import atlas.validation.record.RequestRecord;
import atlas.validation.record.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads the run record ({@code run.json}) and its requests ({@code requests.jsonl}): names in snake case,
 * enum constants as lower-case words, instants as ISO 8601 in UTC, numbers finite or {@code null}, fields in the order
 * of the records. A field that this version does not know is passed over when reading.
 */
public final class RecordJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
            .disable(EnumFeature.READ_ENUMS_USING_TO_STRING)
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addModule(new FiniteNumbers())
            .build();

    private static final ObjectWriter PRETTY =
            MAPPER.writer().with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

    private RecordJson() {}

    /**
     * Writes a run record, indented, with a line feed at its end.
     *
     * @throws RecordJsonException when it holds a number that is not finite, with the JSON pointer to it
     */
    public static String write(RunRecord record) {
        return writing(PRETTY, record) + "\n";
    }

    /**
     * Writes a request as one line, without a line feed.
     *
     * @throws RecordJsonException when it holds a number that is not finite, with the JSON pointer to it
     */
    public static String write(RequestRecord row) {
        return writing(MAPPER.writer(), row);
    }

    /** Writes plain data by the same rules, indented. */
    static String indented(Object value) {
        return writing(PRETTY, value);
    }

    /** Writes plain data by the same rules on one line. */
    static String compact(Object value) {
        return writing(MAPPER.writer(), value);
    }

    private static String writing(ObjectWriter writer, Object value) {
        try {
            return writer.writeValueAsString(value);
        } catch (JacksonException e) {
            if (e.getCause() instanceof RecordJsonException refused) {
                throw refused;
            }
            throw new RecordJsonException("the record cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Reads a run record as a tree, which holds what this version has no field for as well. */
    static JsonNode tree(String json) {
        return reading("the run record", json, JsonNode.class);
    }

    /** Reads a run record from its tree; a fault has no line. */
    static RunRecord read(JsonNode tree) {
        try {
            return MAPPER.treeToValue(tree, RunRecord.class);
        } catch (JacksonException e) {
            throw new RecordJsonException("cannot read the run record: %s".formatted(e.getOriginalMessage()), e);
        }
    }

    /** Tells whether plain data on one line has so many characters at most; looks no further than it must. */
    static boolean isWithin(Object value, int mostCharacters) {
        LimitedWriter writer = new LimitedWriter(mostCharacters);
        try {
            MAPPER.writer().writeValue(writer, value);
            return true;
        } catch (JacksonException e) {
            if (writer.isFull()) {
                return false;
            }
            throw new RecordJsonException("the record cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Reads what {@link #write(RunRecord)} wrote. */
    public static RunRecord read(String json) {
        return reading("the run record", json, RunRecord.class);
    }

    /** Reads a {@code run.json}. */
    public static RunRecord read(Path file) {
        try {
            return reading(file.toString(), Files.readString(file), RunRecord.class);
        } catch (IOException e) {
            throw new RecordJsonException("cannot read %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Reads one line of a {@code requests.jsonl}. */
    public static RequestRecord readRequest(String line) {
        return reading("the request row", line, RequestRecord.class);
    }

    private static <T> T reading(String what, String json, Class<T> type) {
        try {
            return MAPPER.readValue(json, type);
        } catch (JacksonException e) {
            throw new RecordJsonException(
                    "cannot read %s, line %d: %s"
                            .formatted(
                                    what,
                                    e.getLocation() == null
                                            ? 0
                                            : e.getLocation().getLineNr(),
                                    e.getOriginalMessage()),
                    e);
        }
    }
}
