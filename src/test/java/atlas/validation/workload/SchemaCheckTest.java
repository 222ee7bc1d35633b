package atlas.validation.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class SchemaCheckTest {

    private static final SchemaCheck SCHEMA = SchemaCheck.of(Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                    "city", Map.of("type", "string", "minLength", 1),
                    "unit", Map.of("enum", List.of("celsius", "fahrenheit")),
                    "days", Map.of("type", List.of("integer", "null"), "minimum", 1, "maximum", 7),
                    "hours", Map.of("type", "array", "items", Map.of("type", "number"), "maxItems", 2)),
            "required",
            List.of("city"),
            "additionalProperties",
            false));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            []                             | the value is [] and not of type "object"
            {}                             | 'city' is missing
            {"city":7}                     | 'city' is 7 and not of type "string"
            {"city":""}                    | 'city' breaks minLength 1
            {"city":"x","unit":"kelvin"}   | 'unit' is "kelvin" and none of ["celsius","fahrenheit"]
            {"city":"x","days":1.5}        | 'days' is 1.5 and not of type ["integer","null"]
            {"city":"x","days":0}          | 'days' breaks minimum 1
            {"city":"x","days":8}          | 'days' breaks maximum 7
            {"city":"x","hours":[1,2,3]}   | 'hours' breaks maxItems 2
            {"city":"x","hours":[1,"b"]}   | 'hours.1' is "b" and not of type "number"
            {"city":"x","town":"y"}        | 'town' is not among the properties
            """)
    void theFirstBreachIsNamedWithItsPlace(String value, String breach) {
        assertThat(SCHEMA.firstBreach(JsonMapper.shared().readTree(value))).contains(breach);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"city\":\"Paris\"}",
                "{\"city\":\"Paris\",\"unit\":\"celsius\",\"days\":null,\"hours\":[]}",
                "{\"city\":\"Paris\",\"days\":7,\"hours\":[1,2.5]}"
            })
    void whatSatisfiesTheSchemaHasNoBreach(String value) {
        assertThat(SCHEMA.firstBreach(JsonMapper.shared().readTree(value))).isEmpty();
    }
}
