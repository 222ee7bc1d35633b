package atlas.validation.model;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.model.ModelPlaces.HubCache;
import atlas.validation.model.ModelPlaces.ModelFolder;
import atlas.validation.testing.DockerConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelPlacesTest {

    private DockerConfig config;

    @BeforeEach
    void create(@TempDir Path folder) {
        config = new DockerConfig(folder).remote();
    }

    private ModelPlaces places() {
        return ModelPlaces.of(config.load());
    }

    @Test
    void theMountOverTheUsualCache() {
        config.volumes("\"/data:/data\", \"/models/hf/:/root/.cache/huggingface:rw\"");

        assertThat(places().places()).containsExactly(new HubCache("/models/hf/hub"));
        assertThat(places().folder()).isEqualTo("/models/hf/hub");
    }

    @Test
    void theNearestMountCounts() {
        config.volumes("\"/home/ada:/root\", \"/fast/hub:/root/.cache/huggingface/hub\"");

        assertThat(places().places()).containsExactly(new HubCache("/fast/hub"));
    }

    @Test
    void theServersOwnWordForItsCache() {
        config.volumes("\"/host:/cache\"").environment("\"HF_HOME\": \"/cache/hf\"");
        assertThat(places().places()).containsExactly(new HubCache("/host/hf/hub"));

        config.environment("\"HF_HOME\": \"/elsewhere\", \"HF_HUB_CACHE\": \"/cache/hub\"");
        assertThat(places().places()).containsExactly(new HubCache("/host/hub"));

        config.serverArguments("\"--download-dir\", \"/cache\"");
        assertThat(places().places()).containsExactly(new HubCache("/host"));
    }

    @Test
    void theRevisionThatTheServerLoads() {
        config.volumes("\"/models/hf:/root/.cache/huggingface\"").serverArguments("\"--revision\", \"v2\"");
        assertThat(places().places()).containsExactly(new HubCache("/models/hf/hub", "v2"));

        config.serverArguments("\"--revision=v3\"");
        assertThat(places().places()).containsExactly(new HubCache("/models/hf/hub", "v3"));
    }

    @Test
    void aModelThatIsAFolder() {
        config.volumes("\"/models:/models:ro\"").model("/models/qwen");
        assertThat(places().places()).containsExactly(new ModelFolder("/models/qwen"));

        config.model("org/name").serverArguments("\"--model-from-path\", \"/models/extra\"");
        assertThat(places().places()).containsExactly(new ModelFolder("/models/extra"));
    }

    @Test
    void noMountIsSaid() {
        config.volumes("\"/data:/root/.cache/huggingface-else\"");

        assertThat(places().places()).isEmpty();
        assertThat(places().unknown())
                .isEqualTo(
                        "no volume is mounted at /root/.cache/huggingface/hub or above, so what the server fetches is lost with its container; add one to container.runtime.args.volumes");
    }

    @Test
    void aVolumeOfDockersOwnIsSaid() {
        config.volumes("\"weights:/root/.cache/huggingface\"");

        assertThat(places().unknown())
                .isEqualTo(
                        "/root/.cache/huggingface is mounted from weights, which is no folder of the node that can be looked at");
    }

    @Test
    void aFolderOfModelsCountsWhereNoHubIsAsked(@TempDir Path folder) {
        DockerConfig local = new DockerConfig(folder)
                .volumes("\"/hf:/root/.cache/huggingface\"")
                .paths("\"models_dir\": \"/models\"");

        assertThat(ModelPlaces.of(local.load()).places())
                .containsExactly(
                        new HubCache("/hf/hub"),
                        new ModelFolder("/models/org/name"),
                        new ModelFolder("/models/name"),
                        new HubCache("/models"));
        assertThat(ModelPlaces.of(local.remote().load()).places()).containsExactly(new HubCache("/hf/hub"));
    }
}
