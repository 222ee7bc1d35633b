package atlas.validation.engine;

import static atlas.validation.engine.WrongInput.config;
import static atlas.validation.engine.WrongInput.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Configs that cannot be read, and values in them that cannot be meant. */
@Timeout(120)
class WrongConfigIT {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource({"files", "values"})
    void isToldInOneSentenceWithItsPlaceAndTheNextStep(WrongInput wrong) throws IOException, GeneralSecurityException {
        wrong.check(folder);
    }

    static Stream<WrongInput> files() {
        return Stream.of(
                new WrongInput(
                        "a file that is not there",
                        "configuration",
                        List.of("b.json: does not exist; check the path"),
                        folder -> List.of("config", folder.resolve("b.json").toString())),
                new WrongInput(
                        "a folder",
                        "configuration",
                        List.of("is a folder, not a file; name a file in it, such as a.json"),
                        folder -> List.of("config", folder.toString())),
                new WrongInput(
                        "a pattern that nothing matches",
                        "configuration",
                        List.of("c*.json matches no file; check the folder and the pattern"),
                        folder -> List.of("config", folder.resolve("c*.json").toString())),
                new WrongInput(
                        "two files of one name",
                        "configuration",
                        List.of("have the same name, a; rename one"),
                        folder -> {
                            Path other = Files.createDirectory(folder.resolve("other"));
                            Files.copy(folder.resolve("a.json"), other.resolve("a.json"));
                            return List.of("config", folder.resolve("a.json") + "," + other.resolve("a.json"));
                        }),
                file("an empty file", "", "is empty", "a.json: is empty; write a JSON object"),
                file(
                        "YAML",
                        "params:\n  port: 1\n",
                        "looks like YAML",
                        "a.json:1: looks like YAML; only JSON is read; write it as a JSON object"),
                file(
                        "no object",
                        "[1]",
                        "must hold a JSON object",
                        "a.json:1: must hold a JSON object, got a list; begin the file with {"),
                file(
                        "the beginning of an object",
                        "{ \"schema_version\": 1,",
                        "ends in the middle",
                        "a.json:1: the file ends in the middle of the JSON; close every brace, bracket and quote"),
                config(
                        "a comma too many",
                        "\"functional\": {}",
                        "\"functional\": {},",
                        "comma",
                        "a.json:15: a comma stands before }; remove the comma"),
                config(
                        "a key twice",
                        "\"functional\": {}",
                        "\"functional\": {}, \"functional\": {}",
                        "a.json:14 /functional: key functional stands twice, first in line 14; remove one of them"),
                config(
                        "another version",
                        "\"schema_version\": 1",
                        "\"schema_version\": 3",
                        "a.json:2 /schema_version: schema_version must be a whole number from 1 to 2, got 3"));
    }

    static Stream<WrongInput> values() {
        return Stream.of(
                config(
                        "a word for a number",
                        "\"num_prompts\": 8",
                        "\"num_prompts\": \"many\"",
                        "a.json:9 /params/num_prompts: params.num_prompts must be a whole number from 1 to 1000000, got \"many\""),
                config(
                        "an unknown key",
                        "\"num_prompts\": 8",
                        "\"num_promts\": 8",
                        "a.json:9 /params/num_promts: params.num_promts is no known key; did you mean num_prompts?"),
                config(
                        "a negative number",
                        "\"num_prompts\": 8",
                        "\"num_prompts\": -8",
                        "a.json:9 ",
                        "must be a whole number from 1 to 1000000, got -8"),
                config(
                        "a billion prompts",
                        "\"num_prompts\": 8",
                        "\"num_prompts\": 1000000000",
                        "a.json:9 ",
                        "must be a whole number from 1 to 1000000, got 1000000000"),
                config(
                        "no users",
                        "\"concurrency\": 1",
                        "\"concurrency\": 0",
                        "a.json:13 /sweep/runs/0/concurrency",
                        "must be a whole number from 1 to 65536, got 0"),
                config(
                        "no load at all",
                        ", \"concurrency\": 1",
                        "",
                        "a.json:13 /sweep/runs/0: sweep.runs[0].concurrency is missing; write how many requests are in flight"),
                config(
                        "a shape that nobody describes",
                        "\"combo\": \"w1\"",
                        "\"combo\": \"w2\"",
                        "a.json:13 /sweep/runs/0/combo",
                        "\"w2\" is no shape of this sweep; did you mean w1?"),
                config(
                        "a shape named like a tier",
                        "\"w1\"",
                        "\"ttft\"",
                        "a.json:12: combo 'ttft' already means a tier, a row or a load; choose a name like 'w1_1k_1k'"),
                config(
                        "no length",
                        "\"isl\": 16, ",
                        "",
                        "a.json:12 /sweep/sequence_combinations/0",
                        "isl is missing; write a number of tokens"),
                config(
                        "a placeholder",
                        "simulated/fixture",
                        "<changeme-model>",
                        "a.json:6 /model/id: <changeme-model> is still to be filled in; write your own value in its place"),
                config(
                        "an unknown driver",
                        "\"driver\": \"atlas\"",
                        "\"driver\": \"atlass\"",
                        "a.json:9 /params/driver",
                        "\"atlass\" is unknown; did you mean atlas?"),
                config(
                        "a driver of CVS",
                        "\"driver\": \"atlas\"",
                        "\"driver\": \"vllm_atom\"",
                        "a.json:9 /params/driver",
                        "is a driver of CVS that this suite does not have; write one of atlas, vllm, sglang and openai"),
                config(
                        "an unknown GPU",
                        "\"gpu_arch\": \"none\"",
                        "\"gpu_arch\": 40",
                        "a.json:4 /gpu_arch: gpu_arch must be a string that is not empty, got 40"),
                config(
                        "an unknown lifetime",
                        "per_run",
                        "per_cell",
                        "a.json:7 /container/lifetime",
                        "\"per_cell\" is unknown; known are per_run, persistent and no_launch"),
                config(
                        "an unknown runtime",
                        "embedded",
                        "podman",
                        "a.json:7 /container/runtime/name",
                        "\"podman\" is unknown; known are docker, embedded and none"),
                config(
                        "two nodes",
                        "\"warmup_requests\": 1",
                        "\"nnodes\": 2",
                        "a.json:9 /params/nnodes: params.nnodes 2 asks for more than one node, which is not yet supported; write 1"),
                config(
                        "a percentile that is none",
                        "[50]",
                        "[500]",
                        "a.json:10 /params/metric_percentiles/0",
                        "must be a whole number from 1 to 99, got 500"),
                config(
                        "no time",
                        "\"ready_timeout_s\": 30",
                        "\"ready_timeout_s\": 0",
                        "a.json:10 /params/ready_timeout_s",
                        "must be a number above 0 and up to 604800, got 0"),
                config(
                        "an unknown variable",
                        "simulated/fixture",
                        "{env.NO_SUCH_VARIABLE}",
                        "a.json:6 /model/id: environment variable NO_SUCH_VARIABLE is not set; export it before the run"),
                config(
                        "certificates that are not there",
                        "\"warmup_requests\": 1",
                        "\"ca_file\": \"none.pem\"",
                        "a.json:9 /params/ca_file: params.ca_file none.pem does not exist; name a PEM file"),
                config(
                        "a key that nobody has set",
                        "\"warmup_requests\": 1",
                        "\"api_key_env\": \"NO_SUCH_KEY\"",
                        "a.json:9 /params/api_key_env",
                        "is not set: NO_SUCH_KEY; export the key"),
                config(
                        "a key file that is not there",
                        "\"warmup_requests\": 1",
                        "\"api_key_file\": \"none.key\"",
                        "a.json:9 /params/api_key_file: params.api_key_file none.key does not exist; write the key"),
                config(
                        "a proxy that is none",
                        "\"warmup_requests\": 1",
                        "\"proxy\": \"somewhere\"",
                        "a.json:9 /params/proxy: params.proxy somewhere has no scheme; write http://somewhere"),
                config(
                        "a cell twice",
                        "\"runs\": [ ",
                        "\"runs\": [ { \"combo\": \"w1\", \"concurrency\": 1 }, ",
                        "a.json:13: cell 'w1-conc1' is in the sweep twice; remove one of the two"));
    }
}
