package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterTest {

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root).whole().knob("cluster", "cluster/c.json");
    }

    @Test
    void readsOneNode() {
        folder.write("cluster/c.json", """
                {
                  "orchestrator": "baremetal",
                  "username": "{user-id}",
                  "priv_key_file": "/home/{user-id}/.ssh/id",
                  "head_node_dict": { "mgmt_ip": "10.0.0.1" },
                  "env_vars": { "A": "{env.B}" },
                  "node_dict": { "10.0.0.1": { "bmc_ip": "NA", "vpc_ip": "10.0.1.1", "rack_id": "r1" } },
                  "container": { "image": "x" }
                }
                """).variable("B", "b");

        assertThat(folder.loadOne().cluster())
                .isEqualTo(new ClusterFile(
                        "cluster/c.json",
                        "baremetal",
                        "ada",
                        "/home/ada/.ssh/id",
                        "10.0.0.1",
                        List.of(new ClusterNode("10.0.0.1", "10.0.1.1", null, "local")),
                        Map.of("A", "b")));
        assertThat(folder.warnings())
                .containsExactly(
                        "cluster/c.json:7 /node_dict/10.0.0.1/rack_id: node_dict.10.0.0.1.rack_id is a key of CVS that has"
                                + " no effect here; remove it",
                        "cluster/c.json:8 /container: container is a key of CVS that has no effect here; remove it");
    }

    @Test
    void noFileMeansThisMachine(@TempDir Path other) {
        assertThat(new ConfigFolder(other).whole().loadOne().cluster()).isEqualTo(ClusterFile.thisMachine());
    }

    @Test
    void daemonElsewhereIsTakenAndIdleForTheSimulator() {
        folder.write("cluster/c.json", "{\"node_dict\": {\"a\": {\"docker_host\": \"ssh://ada@a:22\"}}}");

        assertThat(folder.loadOne().cluster().nodes())
                .containsExactly(new ClusterNode("a", null, null, "ssh://ada@a:22"));
        assertThat(folder.warnings())
                .singleElement()
                .asString()
                .contains("docker_host ssh://***@a:22 has no effect: the simulator runs on this machine");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"node_dict": {}}                                     | node_dict names no node
            {"head_node_dict": {"mgmt_ip": "a"}}                  | node_dict names no node
            {"node_dict": {"a": {}, "b": {}}, "head_node_dict": {"mgmt_ip": "a"}} | node_dict has more than one node, which is not yet supported
            {"node_dict": {"a": {}}, "head_node_dict": {"mgmt_ip": "b"}} | head_node_dict.mgmt_ip "b" is no key of node_dict
            {"node_dict": {"a": {"docker_host": "ssh://"}}}       | node_dict.a.docker_host "ssh://" is no address of a Docker daemon
            {"node_dict": {"a": {"docker_host": "http://h"}}}     | node_dict.a.docker_host "http://h" is no address of a Docker daemon
            {"node_dict": {"a": {"vpcip": "x"}}}                  | node_dict.a.vpcip is no known key; did you mean vpc_ip?
            {"node_dict": {"a": null}}                            | node_dict.a must be an object, got null
            {"node_dict": {"a": 1}}                               | node_dict.a must be an object, got 1
            {"node_dict": {"a": {}}, "orchestrator": "slurm"}     | orchestrator "slurm" is unknown; known are container and baremetal
            {"node_dict": {"a": {}}, "scheduler": {}}             | scheduler an object asks for a scheduler, which is not yet supported
            {"node_dict": {"<changeme-ip>": {}}}                  | <changeme-ip> is still to be filled in
            {"node_dict": {"a": {"vpc_ip": "{env.NOWHERE}"}}}     | environment variable NOWHERE is not set
            """)
    void badClusters(String text, String problem) {
        folder.write("cluster/c.json", text);

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .startsWith("cluster/c.json:1")
                .contains(problem);
    }
}
