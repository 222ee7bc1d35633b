package atlas.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ToolArgumentsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"type":"string"}                                                       | {"p":"Paris"}
                    {"type":"string","enum":["celsius","fahrenheit"]}                       | {"p":"celsius"}
                    {"type":"integer","minimum":3}                                          | {"p":3}
                    {"type":"number"}                                                       | {"p":1.0}
                    {"type":"boolean"}                                                      | {"p":true}
                    {"const":7}                                                             | {"p":7}
                    {"type":"array","items":{"type":"integer"},"minItems":2}                | {"p":[1,1]}
                    {"type":"object","properties":{"q":{"type":"boolean"}}}                 | {"p":{"q":true}}
                    {"type":["string","null"],"minLength":8}                                | {"p":"Parisxxx"}
                    {"type":"string","maxLength":2}                                         | {"p":"Pa"}
                    """)
    void eachPropertyGetsAValueThatItsSchemaAllows(String property, String arguments) {
        JsonNode schema = JsonMapper.shared().readTree("{\"properties\":{\"p\":" + property + "}}");

        assertThat(ToolArguments.of(schema, "What is the weather in Paris?")).isEqualTo(arguments);
    }
}
