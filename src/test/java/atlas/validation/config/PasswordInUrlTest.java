package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses that a user wrote with a password, which is refused and goes into no record. */
class PasswordInUrlTest {

    @TempDir
    private Path root;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://me:hunter2@gpu7:8888",
                "http://me:hunter2@gpu7:8888/v1",
                "http://me:hun/hunter2@gpu7:8888",
                "http://me:hunter2/x@gpu7",
                "me:hunter2@gpu7:8888",
                "http://me:hunter2 @gpu7",
                "ftp://me:hunter2@gpu7"
            })
    void theConfigsAddress(String url) {
        LoadedFiles files = new ConfigFolder(root)
                .write(
                        ConfigFolder.CONFIG,
                        ConfigFolder.WHOLE
                                .replace("\"runtime\": { \"name\": \"embedded\" }", "\"lifetime\": \"no_launch\"")
                                .replace("\"num_prompts\": 100", "\"base_url\": \"" + url + "\""))
                .load();

        assertThat(files.problems()).isNotEmpty();
        assertThat(files.problems().toString()).doesNotContain("hunter2");
        assertThat(files.effective().toString()).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://me:hunter2@gpu7:8888", "http://me:hun/hunter2@gpu7", "me:hunter2/x@gpu7:8888"})
    void theKnobsAddress(String url) {
        LoadedFiles files = new ConfigFolder(root).whole().knob("base.url", url).load();

        assertThat(files.problems()).isNotEmpty();
        assertThat(files.problems().toString()).doesNotContain("hunter2");
        assertThat(files.effective().toString()).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://me:hunter2@proxy:3128", "http://me:hun/hunter2@proxy", "me:hunter2/x@proxy:3128"})
    void theProxysAddress(String url) {
        LoadedFiles files =
                new ConfigFolder(root).withParams("\"proxy\": \"" + url + "\"").load();

        assertThat(files.problems()).isNotEmpty();
        assertThat(files.problems().toString()).doesNotContain("hunter2");
        assertThat(files.effective().toString()).doesNotContain("hunter2");
    }

    @Test
    void anAddressWithoutOneIsShownAsItIs() {
        assertThat(ServerUrl.shown("http://gpu7:8888/v1")).isEqualTo("http://gpu7:8888/v1");
        assertThat(ServerUrl.shown("https://me:x@gpu7:8888/v1")).isEqualTo("https://***@gpu7:8888/v1");
    }
}
