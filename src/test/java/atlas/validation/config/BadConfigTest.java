package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every bad config gets its own sentence, at the right line. */
class BadConfigTest {

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                           | configs/a.json: is empty; write a JSON object
            `  \\n  `                    | configs/a.json: is empty; write a JSON object
            `---\\nparams:\\n  port: 1`  | configs/a.json:1: looks like YAML; only JSON is read; write it as a JSON object, beginning with {
            `params:\\n  port: 1`        | configs/a.json:1: looks like YAML; only JSON is read; write it as a JSON object, beginning with {
            `hello`                      | configs/a.json:1: is not JSON: it begins with 'hello'; write it as a JSON object, beginning with {
            `[1]`                        | configs/a.json:1: must hold a JSON object, got a list; begin the file with {
            `{"a": 1,\\n}`               | configs/a.json:2: a comma stands before }; remove the comma
            `{"a": [1,\\n\\n]}`          | configs/a.json:3: a comma stands before ]; remove the comma
            `{\\n// port\\n"a": 1}`      | configs/a.json:2: JSON has no comments; remove it, or write it as a key that begins with _
            `{\\n# port\\n"a": 1}`       | configs/a.json:2: JSON has no comments; remove it, or write it as a key that begins with _
            `{"a": 1 /* port */}`        | configs/a.json:1: JSON has no comments; remove it, or write it as a key that begins with _
            `{'a': 1}`                   | configs/a.json:1: JSON has no single quotes; write double quotes
            `{a: 1}`                     | configs/a.json:1: expected a key in double quotes, got 'a'; write "key": value
            `{"a": 1\\n "b": 2}`         | configs/a.json:2: a comma is missing before "b"; add the comma
            `{"a" 1}`                    | configs/a.json:1: a colon is missing before '1'; add the colon
            `{"a": True}`                | configs/a.json:1: 'True' is no JSON value; quote a string; write true, false and null in lower case
            `{"a": NaN}`                 | configs/a.json:1: NaN and Infinity are no JSON numbers; write a finite number
            `{"a": -Infinity}`           | configs/a.json:1: NaN and Infinity are no JSON numbers; write a finite number
            `{"a": 1}}`                  | configs/a.json:1: '}' closes nothing that is open; remove it, or open what it closes
            `{"a": [1}`                  | configs/a.json:1: '}' closes nothing that is open; remove it, or open what it closes
            `{\\n"a": {`                 | configs/a.json:2: the file ends in the middle of the JSON; close every brace, bracket and quote
            """)
    void textThatIsNoJson(String text, String problem) {
        folder.write(ConfigFolder.CONFIG, text.replace("\\n", "\n"));

        assertThat(folder.problems()).containsExactly(problem);
    }

    @Test
    void textAfterTheObjectIsAProblem() {
        folder.write(ConfigFolder.CONFIG, ConfigFolder.WHOLE + "{}");

        assertThat(folder.problems())
                .containsExactly(
                        "configs/a.json:25: something follows the end of the JSON object; remove what follows it");
    }

    @Test
    void missingFileNamesTheNearestOne() {
        folder.write("configs/l40s_atlas.json", ConfigFolder.WHOLE).knob("config", "configs/l40s_altas.json");

        assertThat(folder.problems())
                .containsExactly("configs/l40s_altas.json: does not exist; did you mean l40s_atlas.json?");
    }

    @Test
    void aNameAloneIsLookedForAmongTheConfigs() {
        folder.write("configs/l40s_atlas.json", ConfigFolder.WHOLE).knob("config", "l40s_altas");

        assertThat(folder.problems())
                .containsExactly("l40s_altas: does not exist; did you mean configs/l40s_atlas.json?");
    }

    @Test
    void theEndingMakesNoNameNear() {
        folder.write("configs/hostile.json", ConfigFolder.WHOLE).knob("config", "configs/nofile.json");

        assertThat(folder.problems()).singleElement().asString().doesNotContain("hostile");
    }

    @Test
    void missingFolderIsSaid() {
        folder.knob("config", "confgs/a.json");

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains("confgs/a.json: does not exist; there is no folder");
    }

    @Test
    void folderIsNoFile() {
        folder.whole().write("config", "{}").knob("config", "configs");

        assertThat(folder.problems())
                .containsExactly("configs: is a folder, not a file; name a file in it, such as a.json");
    }

    @Test
    void unreadableFile() throws IOException {
        folder.whole();
        Path file = folder.root().resolve(ConfigFolder.CONFIG);
        Assumptions.assumeTrue(
                file.getFileSystem().supportedFileAttributeViews().contains("posix"), "no permissions here");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        Assumptions.assumeFalse(Files.isReadable(file), "this user may read everything");

        assertThat(folder.problems())
                .containsExactly("configs/a.json: may not be read by this user; change its permissions");
    }

    @Test
    void fileThatBreaksWhileItIsRead() {
        Path file = Path.of("/proc/self/mem");
        Assumptions.assumeTrue(Files.isRegularFile(file), "only Linux has a file that opens and cannot be read");
        folder.knob("config", file.toString());

        assertThat(folder.problems()).singleElement().asString().startsWith("/proc/self/mem: could not be read: ");
    }

    @Test
    void hugeFileIsRefusedByItsSize() throws IOException {
        folder.whole();
        try (RandomAccessFile file =
                new RandomAccessFile(folder.root().resolve(ConfigFolder.CONFIG).toFile(), "rw")) {
            file.setLength(100L * 1024 * 1024);
        }

        assertThat(folder.problems()).singleElement().asString().contains("has 100 MB, which is more than the 10 MB");
    }

    @Test
    void deepNestingIsRefused() {
        folder.write(ConfigFolder.CONFIG, "{\"a\":" + "[".repeat(5000) + "]".repeat(5000) + "}");

        assertThat(folder.problems())
                .containsExactly("configs/a.json:1: is nested more than 64 levels deep; name a config, threshold or"
                        + " cluster file");
    }

    @Test
    void bytesThatAreNotUtf8() throws IOException {
        folder.whole();
        Files.write(folder.root().resolve(ConfigFolder.CONFIG), new byte[] {'{', '\n', '"', (byte) 0xE9, '"', '}'});

        assertThat(folder.problems())
                .containsExactly("configs/a.json:2: byte 0xE9 is not UTF-8; save the file as UTF-8");
    }

    @Test
    void byteOrderMarkIsTakenWithAWarning() {
        folder.write(ConfigFolder.CONFIG, '\uFEFF' + ConfigFolder.WHOLE);

        assertThat(folder.problems()).isEmpty();
        assertThat(folder.warnings()).singleElement().asString().contains("begins with a byte order mark");
    }

    @Test
    void duplicateKeyNamesBothLines() {
        folder.changed("\"framework\": \"atlas\",", "\"framework\": \"atlas\",\n  \"schema_version\": 1,");

        assertThat(folder.problems())
                .containsExactly(
                        "configs/a.json:4 /schema_version: key schema_version stands twice, first in line 2; remove one"
                                + " of them");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "num_promts": 5              | params.num_promts is no known key; did you mean num_prompts?
            "tensor-parallelism": 2      | params.tensor-parallelism is no known key; did you mean tensor_parallelism?
            "port": "many"               | params.port must be a whole number from 0 to 65535, got "many"
            "port": -1                   | params.port must be a whole number from 0 to 65535, got -1
            "port": 80.5                 | params.port must be a whole number from 0 to 65535, got 80.5
            "port": [1]                  | params.port must be a whole number from 0 to 65535, got a list
            "port": 1e400                | params.port must be a whole number from 0 to 65535, got 1e400
            "seed": 99999999999999999999 | params.seed must be a whole number
            "tensor_parallelism": 0      | params.tensor_parallelism must be a whole number from 1 to 1024, got 0
            "idle_timeout_s": 0          | params.idle_timeout_s must be a number above 0 and up to 604800, got 0
            "idle_timeout_s": 1e400      | params.idle_timeout_s must be a number above 0 and up to 604800, got 1e400
            "idle_timeout_s": true       | params.idle_timeout_s must be a number above 0 and up to 604800, got true
            "random_range_ratio": 0      | params.random_range_ratio must be above 0: it is the shortest length as a part of the longest; write 1.0
            "random_range_ratio": 0.0    | params.random_range_ratio must be above 0: it is the shortest length as a part of the longest; write 1.0
            "random_range_ratio": "0"    | params.random_range_ratio must be above 0: it is the shortest length as a part of the longest; write 1.0
            "random_range_ratio": 1.5    | params.random_range_ratio must be a number above 0 and up to 1, got 1.5
            "metric_percentiles": [50,0] | params.metric_percentiles[1] must be a whole number from 1 to 99, got 0
            "metric_percentiles": "all"  | params.metric_percentiles must be a list of whole numbers from 1 to 99, got "all"
            "sampling": 3                | params.sampling must be an object, got 3
            "restart_server": "twice"    | params.restart_server "twice" is unknown; known are never and once
            "api_key_env": "NOT_SET"     | the environment variable that params.api_key_env names is not set: NOT_SET
            "api_key_env": "sk-1234"     | params.api_key_env must be the name of an environment variable, not the key itself
            "port": 1, "port_no": 1      | params.port_no is another name of port, which is there too; remove one
            "max_model_length": 100      | isl 128 and osl 24 together are above params.max_model_length 100
            """)
    void badParams(String members, String problem) {
        folder.withParams(members);

        assertThat(folder.problems()).singleElement().asString().contains(problem);
        assertThat(folder.problems()).singleElement().asString().doesNotContain("1234");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "driver": "atlas"                  | "driver": "altas"           | configs/a.json:9 /params/driver: params.driver "altas" is unknown; did you mean atlas? known are atlas, vllm, sglang and openai
            "driver": "atlas"                  | "driver": "atom"            | params.driver "atom" is a driver of CVS that this suite does not have; write one of atlas, vllm, sglang and openai
            "driver": "atlas"                  | "driver": "vllm_atom"       | params.driver "vllm_atom" is a driver of CVS that this suite does not have; write one of atlas, vllm, sglang and openai
            "driver": "atlas"                  | "driver": "vllm"            | driver vllm does not go with container.runtime.name "embedded"
            "driver": "atlas",                 | ``                          | configs/a.json:8 /params: params.driver is missing; write atlas, vllm, sglang or openai
            "id": "simulated/model"            | "remote": 0                 | configs/a.json:5 /model: model.id is missing; name the model, or give -Dmodel
            "embedded"                         | "none"                      | container.runtime.name "none" launches nothing, but container.lifetime is per_run
            "functional": {}                   | "functional": {"colt_start": true} | functional.colt_start is no known key; did you mean cold_start?
            "functional": {}                   | "functional": []            | functional must be an object, got a list
            "functional": {}                   | "functional": {"cold_start": 1} | functional.cold_start must be true or false, got 1
            "args": []                         | "args": "--port 1"          | roles.server.args must be a list of strings, got "--port 1"
            "args": []                         | "args": [["a"]]             | roles.server.args[0] must be a string, got a list
            "env": {}                          | "env": {"A": {}}            | roles.server.env.A must be a string, got an object
            "name": "short"                    | "name": " "                 | sweep.sequence_combinations[0].name must be a string that is not empty, got " "
            "name": "greeting"                 | "name": "short"             | combo short stands twice, first in line 14; rename one of them
            "isl": 128,                        | ``                          | configs/a.json:14 /sweep/sequence_combinations/0: sweep.sequence_combinations[0].isl is missing
            "isl": 128,                        | "isl": 1e9,                 | sweep.sequence_combinations[0].isl must be a whole number from 1 to 10000000, got 1e9
            "workload": "prompt",              | ``                          | sweep.sequence_combinations[1].prompt has no meaning in workload random; write "workload": "prompt"
            "workload": "prompt",              | "workload": "promt",        | "promt" is unknown; did you mean prompt? known are random, prompt, dataset, prefix, multi_turn and tools
            "workload": "prompt",              | "workload": "prompt", "isl": 3, | sweep.sequence_combinations[1].isl has no meaning in workload prompt
            "prompt": "Say {hello}.",          | ``                          | sweep.sequence_combinations[1].prompt is missing
            "prompt": "Say {hello}."           | "prompt_ref": "reasonin"    | sweep.sequence_combinations[1].prompt_ref "reasonin" is no shipped prompt; did you mean reasoning? known are short_answer, code, reasoning, long_form and tool_question
            "prompt": "Say {hello}."           | "prompt": "a", "prompt_ref": "code" | sweep.sequence_combinations[1].prompt_ref stands beside a prompt; remove one of the two
            "osl": 24                          | "osl": 24, "prompt_ref": "code" | sweep.sequence_combinations[0].prompt_ref has no meaning in workload random; write "workload": "prompt"
            "osl": 24                          | "osl": 24, "tool_ref": "weather" | sweep.sequence_combinations[0].tool_ref has no meaning in workload random; write "workload": "tools"
            "isl": 128,                        | "workload": "tools",        | sweep.sequence_combinations[0].tool_ref is missing; name a shipped tool, such as "weather"
            "isl": 128,                        | "workload": "tools", "tool_ref": "wether", | sweep.sequence_combinations[0].tool_ref "wether" is no shipped tool; did you mean weather? known are weather and meeting
            "osl": 24                          | "osl": 24, "think_ms": 5    | sweep.sequence_combinations[0].think_ms has no meaning in workload random; write "workload": "multi_turn"
            "osl": 24                          | "osl": 24, "workload": "prefix" | sweep.sequence_combinations[0].prefix_len is missing; write how many tokens of the isl two prompts share
            "osl": 24                          | "osl": 24, "workload": "prefix", "prefix_len": 128 | prefix_len 128 leaves nothing of isl 128, which counts the whole prompt; raise isl
            "osl": 24                          | "osl": 24, "workload": "multi_turn" | sweep.sequence_combinations[0].turns is missing; write how many questions a conversation has, at least 2
            "osl": 24                          | "osl": 24, "workload": "multi_turn", "turns": 1 | sweep.sequence_combinations[0].turns must be a whole number from 2 to 1000, got 1
            "osl": 24                          | "osl": 24, "goodput_slo": {"ttft_ms": null} | goodput_slo has no limit; write ttft_ms, tpot_ms or e2el_ms
            "embedded"                         | "docker"                    | container.image is missing; name the image, or write container.runtime.name "embedded" for the simulator
            "embedded"                         | "embedded", "args": {"gpus": "some"} | container.runtime.args.gpus "some" names no GPUs; write "all", "none", a number of GPUs, or "device=0,1"
            "embedded"                         | "embedded", "args": {"gpus": -1} | container.runtime.args.gpus -1 names no GPUs
            "embedded"                         | "embedded", "args": {"shm_size": "big"} | container.runtime.args.shm_size "big" is no size of memory; write a number of bytes, or one with a unit, such as "16g"
            "embedded"                         | "embedded", "args": {"shm_size": 0} | container.runtime.args.shm_size 0 is no size of memory
            "embedded"                         | "embedded", "args": {"volumes": ["/x"]} | container.runtime.args.volumes has "/x", which has another form; write source:target
            "embedded"                         | "embedded", "args": {"volumes": ["~/hf:/hf"]} | container.runtime.args.volumes has "~/hf:/hf", which has another form; write source:target, such as "/models:/models:ro", and {env.HOME} for ~
            "embedded"                         | "embedded", "args": {"volumes": ["/x:y"]} | container.runtime.args.volumes has "/x:y", which has another form; write source:target
            "embedded"                         | "embedded", "args": {"devices": ["kfd"]} | container.runtime.args.devices has "kfd", which has another form; write a path
            "embedded"                         | "embedded", "args": {"cap_add": ["ipc lock"]} | container.runtime.args.cap_add has "ipc lock", which has another form; write a capability
            "embedded"                         | "embedded", "args": {"ulimit": ["memlock"]} | container.runtime.args.ulimit has "memlock", which has another form; write name=soft
            "embedded"                         | "embedded", "args": {"volume": []} | container.runtime.args.volume is no known key; did you mean volumes?
            "osl": 24                          | "osl": 24, "goodput_slo": {} | goodput_slo has no limit; write ttft_ms, tpot_ms or e2el_ms
            "osl": 24                          | "osl": 24, "goodput_slo": {"ttft_ms": -1} | goodput_slo.ttft_ms must be a number above 0, got -1
            "short", "concurrency": 2          | "short"                     | configs/a.json:18 /sweep/runs/0: sweep.runs[0].concurrency is missing
            "num_prompts": 100                 | "request_rate": 0           | params.request_rate must be a number above 0 and up to 100000, got 0
            "num_prompts": 100                 | "request_rate": "fast"      | params.request_rate must be a number above 0 and up to 100000, got "fast"
            "num_prompts": 100                 | "burstiness": 0             | params.burstiness must be a number above 0 and up to 1000000, got 0
            "num_prompts": 100                 | "arrival": "uniform"        | params.arrival "uniform" is unknown; known are poisson, constant and gamma
            "num_prompts": 100                 | "arrival": "constant", "burstiness": 0.5 | params.burstiness 0.5 is a shape of gamma-distributed gaps, and params.arrival asks for constant ones; remove one of the two
            "num_prompts": 100                 | "max_concurrency": 0        | params.max_concurrency must be a whole number from 1 to 65536, got 0
            "num_prompts": 100                 | "ramp_s": -1                | params.ramp_s must be a number from 0 to 604800, got -1
            "num_prompts": 100                 | "drain_s": -1               | params.drain_s must be a number from 0 to 604800, got -1
            "num_prompts": 100                 | "duration_s": 0             | params.duration_s must be a number above 0 and up to 604800, got 0
            "concurrency": 2                   | "concurrency": 2, "request_rate": 2 | sweep.runs[0].request_rate stands beside a concurrency: a cell has one load
            "concurrency": 2                   | "request_rate": 0.1, "duration_s": 4 | at 0.1 requests/s for 4.0 s sends 0 requests
            "concurrency": 2                   | "concurrency": 0            | sweep.runs[0].concurrency must be a whole number from 1 to 65536, got 0
            "concurrency": 2                   | "concurrency": -2           | sweep.runs[0].concurrency must be a whole number from 1 to 65536, got -2
            "schema_version": 1                | "schema_version": 3         | schema_version must be a whole number from 1 to 2, got 3
            "schema_version": 1                | "schema_version": 2         | schema_version 2 does not go with a file without profiles; write 1
            "framework": "atlas"               | "framework": "<changeme>"   | configs/a.json:3 /framework: <changeme> is still to be filled in
            "framework": "atlas"               | "framework": "a", "threshold_json": "x.json" | threshold_json names configs/x.json, which does not exist
            "framework": "atlas"               | "framework": "a", "cluster_json": "../x/c.json" | cluster_json names x/c.json, which does not exist
            "enforce_thresholds": false        | "enforce_thresholds": true  | thresholds are enforced, but there is no threshold file; write thresholds/a_threshold.json, or enforce_thresholds false
            "num_prompts": 100                 | "pipeline_parallel_size": 2 | /params/pipeline_parallel_size: driver atlas does not go with pipeline_parallel_size 2
            "enforce_thresholds": false        | "enforce_thresholds": "no"  | enforce_thresholds must be true or false, got "no"
            """)
    void badConfigs(String text, @Nullable String by, String problem) {
        folder.changed(text, by == null ? "" : by);

        assertThat(folder.problems()).anySatisfy(found -> assertThat(found).contains(problem));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "container": {     | "container": { "lifetime": "persistent", | container.lifetime "persistent" asks for a server that stays
            "num_prompts": 100 | "nnodes": 2                      | params.nnodes 2 asks for more than one node
            "num_prompts": 100 | "scaling_baseline_output_throughput": 9 | asks for scaling efficiency
            "functional": {}   | "scheduler": "slurm"             | scheduler "slurm" asks for a scheduler
            """)
    void notYetSupported(String text, String by, String problem) {
        folder.changed(text, by);

        assertThat(folder.problems())
                .singleElement()
                .asString()
                .contains(problem)
                .contains("not yet supported");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "tensor_parallelism": "x"  | false
            "port": "x"                | true
            "seed": 1                  | true
            """)
    void cellsAreKnownUnlessAProblemMayHideThem(String param, boolean known) {
        folder.withParams(param);

        assertThat(folder.load().configs().getFirst().cellsKnown()).isEqualTo(known);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "isl": 128           | "isl": 0
            "concurrency": 2     | "request_rate": -2
            "workload": "prompt" | "workload": "prefix"
            """)
    void cellsOfABrokenSweepAreNotKnown(String text, String by) {
        folder.changed(text, by);

        assertThat(folder.load().configs().getFirst().cellsKnown()).isFalse();
    }

    @Test
    void controlCharactersAreShownAsEscapes() {
        folder.changed("\"driver\": \"atlas\"", "\"driver\": \"at\\u0000\\u202Elas\"");

        assertThat(folder.problems())
                .anySatisfy(
                        problem -> assertThat(problem).contains("params.driver \"at\\u0000\\u202Elas\" is unknown"));
    }

    @Test
    void emptySweepIsAProblem() {
        folder.write(
                ConfigFolder.CONFIG,
                ConfigFolder.WHOLE.replaceAll(
                        "(?s)\"sweep\": \\{.*\\},\n  \"func", "\"sweep\": {\"runs\": []},\n  \"func"));

        assertThat(folder.problems())
                .anySatisfy(found -> assertThat(found).contains("sweep.sequence_combinations is missing"))
                .anySatisfy(found -> assertThat(found).contains("sweep.runs is empty"));
    }

    @Test
    void everyMistakeIsAProblemInFileOrder() {
        folder.write(
                ConfigFolder.CONFIG,
                ConfigFolder.WHOLE
                        .replace("\"framework\"", "\"framewrk\"")
                        .replace("\"id\": \"simulated/model\"", "\"id\": 7")
                        .replace("\"embedded\"", "\"embeded\"")
                        .replace("\"num_prompts\": 100", "\"num_prompts\": 1000000000")
                        .replace(
                                "{ \"combo\": \"greeting\", \"concurrency\": 1 }",
                                "{ \"combo\": \"greting\", \"concurrency\": 0 }"));

        assertThat(folder.problems())
                .containsExactly(
                        "configs/a.json:3 /framewrk: framewrk is no known key; did you mean framework?",
                        "configs/a.json:5 /model/id: model.id must be a string that is not empty, got 7",
                        "configs/a.json:6 /container/runtime/name: container.runtime.name \"embeded\" is unknown; did you"
                                + " mean embedded? known are docker, embedded and none",
                        "configs/a.json:10 /params/num_prompts: params.num_prompts must be a whole number from 1 to"
                                + " 1000000, got 1000000000",
                        "configs/a.json:20 /sweep/runs/2/concurrency: sweep.runs[2].concurrency must be a whole number"
                                + " from 1 to 65536, got 0",
                        "configs/a.json:20 /sweep/runs/2/combo: sweep.runs[2].combo \"greting\" is no shape of this"
                                + " sweep; did you mean greeting? known are short and greeting");
    }
}
