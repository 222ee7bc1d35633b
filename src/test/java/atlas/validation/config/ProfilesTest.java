package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilesTest {

    private static final String HEAD = ConfigFolder.WHOLE
            .replace("\"schema_version\": 1,", "\"schema_version\": 2, HEAD")
            .replace("\"functional\": {}", "\"profiles\": PROFILES");

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root);
    }

    @Test
    void defaultProfileIsLaidOverWhatAllShare() {
        write("\"default_profile\": \"two\",", "{\"one\": {}, \"two\": {\"params\": {\"num_prompts\": 7}}}");

        ValidationConfig config = folder.config();

        assertThat(config.profile()).isEqualTo("two");
        assertThat(config.params().numPrompts()).isEqualTo(7);
        assertThat(config.params().driver()).isEqualTo(Driver.ATLAS);
    }

    @Test
    void knobChoosesAProfileThatOverridesNothing() {
        write("\"default_profile\": \"two\",", "{\"one\": {}, \"two\": {\"params\": {\"num_prompts\": 7}}}");
        folder.knob("config.profile", "one");

        assertThat(folder.config().profile()).isEqualTo("one");
        assertThat(folder.config().params().numPrompts()).isEqualTo(100);
    }

    @Test
    void profileThatOverridesNothingIsWarnedOf() {
        write("", "{\"one\": {}}");

        assertThat(folder.problems()).isEmpty();
        assertThat(folder.warnings())
                .singleElement()
                .asString()
                .contains("/profiles/one: profile one overrides nothing, so it reads as the file does without it");
    }

    @Test
    void onlyProfileNeedsNoChoice() {
        write("", "{\"one\": {}}");

        assertThat(folder.config().profile()).isEqualTo("one");
    }

    @Test
    void unknownProfileListsTheKnownOnes() {
        write("\"default_profile\": \"one\",", "{\"one\": {}, \"quick\": {}}");
        folder.knob("config.profile", "quik");

        assertThat(folder.problems())
                .containsExactly(
                        "configs/a.json: has no profile quik, which -Dconfig.profile names; did you mean quick?"
                                + " known are one and quick");
    }

    @Test
    void unknownDefaultProfileListsTheKnownOnes() {
        write("\"default_profile\": \"three\",", "{\"one\": {}, \"two\": {}}");

        assertThat(folder.problems())
                .containsExactly(
                        "configs/a.json:2 /default_profile: default_profile \"three\" is unknown; known are one and two");
    }

    @Test
    void severalProfilesWithoutAChoiceAreAProblem() {
        write("", "{\"one\": {}, \"two\": {}}");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains("has several profiles and no default_profile");
    }

    @Test
    void sharedKeyInAProfileIsAProblem() {
        write("", "{\"one\": {\"model\": {\"id\": \"x\"}}}");

        assertThat(folder.problems()).singleElement().asString().contains("model is the same for all profiles");
    }

    @Test
    void profileThatIsNoObjectIsAProblem() {
        write("", "{\"one\": {}, \"two\": 3}");

        assertThat(folder.problems()).singleElement().asString().contains("profiles.two must be an object, got 3");
    }

    @Test
    void profileOfAFileWithoutProfilesIsAProblem() {
        folder.whole().knob("config.profile", "one");

        assertThat(folder.problems()).singleElement().asString().contains("-Dconfig.profile=one chooses nothing");
    }

    @Test
    void versionThatIsMissingIsReadFromTheShape() {
        folder.changed("\"schema_version\": 1,", "");

        assertThat(folder.config().schemaVersion()).isEqualTo(1);
        assertThat(folder.warnings()).singleElement().asString().contains("schema_version is missing, and read as 1");
    }

    @Test
    void cellsOfOtherProfilesAreKnown() {
        write(
                "\"default_profile\": \"one\",",
                "{\"one\": {}, \"two\": {\"sweep\": {\"runs\": [{\"combo\": \"short\", \"concurrency\": 9}]}}}");

        assertThat(folder.config().keysOfOtherProfiles())
                .containsExactlyInAnyOrder("short-conc9", "ISL=128,OSL=24,TP=1,PP=1,CONC=9");
    }

    private void write(String head, String profiles) {
        folder.write(ConfigFolder.CONFIG, HEAD.replace("HEAD", head).replace("PROFILES", profiles));
    }
}
