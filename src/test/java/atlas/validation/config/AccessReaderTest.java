package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessReaderTest {

    @TempDir
    private Path root;

    private ConfigFolder folder;

    @BeforeEach
    void open() {
        folder = new ConfigFolder(root);
    }

    @Test
    void aKeyFileIsFoundBesideTheConfigAndItsContentIsNowhere() {
        folder.write("configs/server.key", "sk-secret\n").withParams("\"api_key_file\": \"server.key\"");

        LoadedFiles files = folder.load();

        assertThat(files.problems()).isEmpty();
        assertThat(files.configs().getFirst().config().params().access().apiKeyFile())
                .isEqualTo(root.resolve("configs/server.key"));
        assertThat(files.toString()).doesNotContain("sk-secret");
    }

    @Test
    void theKnobForTheKeyOutweighsTheFile() {
        folder.write("configs/server.key", "sk-secret")
                .variable("KEY", "sk-other")
                .knob("api.key.env", "KEY")
                .withParams("\"api_key_file\": \"server.key\"");

        AccessSettings access = folder.config().params().access();

        assertThat(access.apiKeyEnv()).isEqualTo("KEY");
        assertThat(access.apiKeyFile()).isNull();
    }

    @Test
    void aKeyInThePlaceOfItsFileIsNotShown() {
        folder.withParams("\"api_key_file\": \"sk-secret\"");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains("params.api_key_file *** does not exist")
                .doesNotContain("sk-secret");
        assertThat(folder.load().toString()).doesNotContain("sk-secret");
    }

    @Test
    void twoPlacesOfTheKeyAreAProblem() {
        folder.write("configs/server.key", "sk-secret")
                .variable("KEY", "sk-other")
                .withParams("\"api_key_env\": \"KEY\", \"api_key_file\": \"./server.key\"");

        assertThat(folder.problems()).singleElement().asString().contains("both say where the API key is");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''          | is empty
            two words   | holds more than a key
            """)
    void aFileThatHoldsNoKeyIsAProblem(String content, String problem) {
        folder.write("configs/a.key", content).withParams("\"api_key_file\": \"a.key\"");

        assertThat(folder.problems()).singleElement().asString().contains("params.api_key_file a.key " + problem);
    }

    @Test
    void aFileThatHoldsNoCertificateIsAProblem() {
        folder.write("configs/a.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
                .withParams("\"ca_file\": \"a.pem\"");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains("params.ca_file a.pem holds no readable certificate in PEM");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://proxy       | the way to a proxy is plain HTTP
            http://proxy/path   | has a path
            proxy:3128          | has no scheme
            http://me:pw@proxy  | holds a user or password
            """)
    void aProxyThatCannotBeUsedIsAProblemAndNoPasswordIsShown(String proxy, String problem) {
        folder.withParams("\"proxy\": \"" + proxy + "\"");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains(problem)
                .doesNotContain("me:pw");
    }

    @Test
    void aProxyIsTakenFromTheConfigAndNeverFromTheEnvironment() {
        folder.variable("HTTP_PROXY", "http://elsewhere:1").variable("http_proxy", "http://elsewhere:1");
        folder.whole();
        assertThat(folder.config().params().access()).isEqualTo(AccessSettings.PLAIN);

        folder.withParams("\"proxy\": \"http://proxy:3128\"");
        assertThat(folder.config().params().access().proxy()).isEqualTo(URI.create("http://proxy:3128"));
    }
}
