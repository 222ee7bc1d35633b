package atlas.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {

    @Test
    void everyOwnFlagIsRead() {
        SimulatorOptions options = parse(
                "a/model --port 0 --bind 0.0.0.0 --max-batch-size 3 --max-seq-len 100 --sim-prefill-tokens-per-second=5"
                        + " --sim-decode-step-ms 1.5 --sim-decode-step-ms-per-sequence 0.5 --sim-first-request-ms 7"
                        + " --sim-chunk-tokens 4 --sim-natural-length 9 --sim-prefix-cache on --sim-seed 11"
                        + " --sim-start-ms 12.5 --sim-keep-alive-ms 20 --sim-fail crash-after-requests=2"
                        + " --sim-exit-with-stdin --sim-strict --sim-refuse max_tokens,nvext.ignore_eos --sim-heed ignore_eos"
                        + " --sim-usage after-finish --sim-role-chunk off --sim-reasoning-field reasoning"
                        + " --sim-tokenize off");

        assertThat(options)
                .isEqualTo(new SimulatorOptions(
                        "a/model",
                        "0.0.0.0",
                        0,
                        3,
                        100,
                        new TimeModel(5, 1.5, 0.5, 7, 4),
                        true,
                        9,
                        11,
                        Duration.ofNanos(12_500_000),
                        Duration.ofMillis(20),
                        new SimulatedFailure.CrashAfterRequests(2),
                        true,
                        new ApiTraits(
                                true,
                                Set.of("max_tokens", "nvext.ignore_eos"),
                                Set.of("ignore_eos"),
                                ApiTraits.UsagePlace.AFTER_FINISH,
                                false,
                                "reasoning",
                                false)));
    }

    @Test
    void withoutFlagsItListensWhereAtlasDoes() {
        SimulatorOptions options = parse("m");

        assertThat(options.port()).isEqualTo(8888);
        assertThat(options.bind()).isEqualTo("127.0.0.1");
        assertThat(options.failure()).isEqualTo(new SimulatedFailure.None());
    }

    @Test
    void otherFlagsOfAtlasAreAcceptedWithTheirValues() {
        SimulatorOptions options =
                parse("m --scheduling-policy slai --kv-cache-dtype fp8 --speculative --num-drafts=2 --port 1");

        assertThat(options.port()).isEqualTo(1);
    }

    @Test
    void everyFlagOfTheUsageTextIsKnown() {
        List<String> flags = CommandLine.USAGE
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("--") && !line.startsWith("--help"))
                .map(line -> line.split("[ ,]", -1)[0])
                .toList();

        assertThat(flags)
                .hasSizeGreaterThan(15)
                .allSatisfy(flag -> assertThatThrownBy(() -> CommandLine.parse(List.of("serve", flag)))
                        .isInstanceOf(UsageException.class)
                        .hasMessageNotContaining("unexpected argument"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    m --nonsense                | unexpected argument '--nonsense', see --help
                    m n                         | unexpected argument 'n' after the model 'm'
                    m --port                    | a value is required for '--port' but none was given
                    m --port x                  | '--port' needs a whole number, got 'x'
                    m --port 70000              | port must be from 0 to 65535, got [70000]
                    m --max-batch-size 0        | max batch size must be at least 1, got [0]
                    m --sim-decode-step-ms fast | '--sim-decode-step-ms' needs a number, got 'fast'
                    m --sim-prefix-cache maybe  | '--sim-prefix-cache' needs on or off, got 'maybe'
                    --port 1                    | no model given, write 'serve MODEL'
                    """)
    void whatIsNotUnderstoodIsToldInOneSentence(String line, String sentence) {
        assertThatThrownBy(() -> parse(line)).isInstanceOf(UsageException.class).hasMessage(sentence);
    }

    @Test
    void aMissingOrUnknownCommandOrFaultIsTold() {
        assertThatThrownBy(() -> CommandLine.parse(List.of())).hasMessage("the command must be 'serve MODEL', got ''");
        assertThatThrownBy(() -> parse("m --sim-fail boom"))
                .hasMessageStartingWith("'--sim-fail' needs exit-at-start, never-ready");
    }

    private static SimulatorOptions parse(String line) {
        List<String> arguments = new ArrayList<>(List.of("serve"));
        arguments.addAll(List.of(line.split(" ", -1)));
        return SimulatorOptions.parse(arguments);
    }
}
