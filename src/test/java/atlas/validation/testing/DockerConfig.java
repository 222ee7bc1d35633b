package atlas.validation.testing;

import atlas.validation.config.ConfigLoader;
import atlas.validation.config.LoadedConfig;
import atlas.validation.config.LoadedFiles;
import atlas.validation.config.Settings;
import atlas.validation.config.ValidationConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes and loads a small config of a server in a container. Changes are seen by the next load. */
public final class DockerConfig {

    private final Path folder;
    private String driver = "atlas";
    private String gpuArch = "none";
    private String image = "example/server:1";
    private String gpus = "all";
    private String model = "org/name";
    private String volumes = "";
    private String paths = "";
    private String serverArguments = "";
    private String environment = "";
    private String dockerHost = "local";
    private String moreParams = "";
    private int tensorParallelism = 1;
    private boolean remote;
    private boolean enforced;

    public DockerConfig(Path folder) {
        this.folder = folder;
    }

    public DockerConfig driver(String word) {
        driver = word;
        return this;
    }

    public DockerConfig gpuArch(String word) {
        gpuArch = word;
        return this;
    }

    public DockerConfig image(String name) {
        image = name;
        return this;
    }

    public DockerConfig gpus(String asked) {
        gpus = asked;
        return this;
    }

    public DockerConfig model(String id) {
        model = id;
        return this;
    }

    /** @param quoted JSON strings, one after the other */
    public DockerConfig volumes(String quoted) {
        volumes = quoted;
        return this;
    }

    /** @param members JSON members of {@code paths} */
    public DockerConfig paths(String members) {
        paths = members;
        return this;
    }

    /** @param quoted JSON strings, one after the other */
    public DockerConfig serverArguments(String quoted) {
        serverArguments = quoted;
        return this;
    }

    /** @param members JSON members of the server's environment */
    public DockerConfig environment(String members) {
        environment = members;
        return this;
    }

    public DockerConfig dockerHost(String url) {
        dockerHost = url;
        return this;
    }

    public DockerConfig tensorParallelism(int gpusPerLayer) {
        tensorParallelism = gpusPerLayer;
        return this;
    }

    /** @param members further JSON members of {@code params}, each with a comma in front */
    public DockerConfig params(String members) {
        moreParams = members;
        return this;
    }

    /** Lets the model come from the hub. */
    public DockerConfig remote() {
        remote = true;
        return this;
    }

    public DockerConfig enforced() {
        enforced = true;
        return this;
    }

    public ValidationConfig load() {
        return loaded().config();
    }

    /** Loads it with its cluster file. */
    public LoadedConfig loaded() {
        Path file = write();
        LoadedFiles files = new ConfigLoader(folder, name -> null, "ada")
                .load(Settings.read(Map.of("config", file.toString())::get, name -> null));
        if (!files.problems().isEmpty()) {
            throw new AssertionError(files.problems());
        }
        return files.configs().getFirst();
    }

    /** Writes {@code docker.json} and what belongs to it; returns it. */
    public Path write() {
        String config = """
                {
                  "schema_version": 1,
                  "gpu_arch": "%s",
                  "cluster_json": "cluster.json",
                  "enforce_thresholds": %s,
                  "paths": { %s },
                  "model": { "id": "%s", "remote": %d },
                  "container": { "image": "%s", "runtime": { "name": "docker",
                    "args": { "gpus": "%s", "volumes": [%s] } } },
                  "roles": { "server": { "args": [%s], "env": { %s } } },
                  "params": { "driver": "%s", "num_prompts": 1, "warmup_requests": 1, "tensor_parallelism": %d %s },
                  "sweep": { "sequence_combinations": [ { "name": "w1", "isl": 16, "osl": 4 } ],
                    "runs": [ { "combo": "w1", "concurrency": 1 } ] },
                  "functional": {}
                }
                """.formatted(
                        gpuArch,
                        enforced,
                        paths,
                        model,
                        remote ? 1 : 0,
                        image,
                        gpus,
                        volumes,
                        serverArguments,
                        environment,
                        driver,
                        tensorParallelism,
                        moreParams);
        String cluster = """
                { "head_node_dict": { "mgmt_ip": "127.0.0.1" },
                  "node_dict": { "127.0.0.1": { "docker_host": "%s" } } }
                """.formatted(dockerHost);
        try {
            Files.writeString(folder.resolve("cluster.json"), cluster);
            if (enforced) {
                Files.writeString(
                        folder.resolve("docker_threshold.json"),
                        "{ \"w1-conc1\": { \"failed\": { \"kind\": \"max\", \"value\": 0 } } }");
            }
            return Files.writeString(folder.resolve("docker.json"), config);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
