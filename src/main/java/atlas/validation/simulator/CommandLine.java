package atlas.validation.simulator;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the simulator's command line: {@code serve MODEL}, Atlas's flags, and the simulator's own, which begin with
 * {@code --sim-}. Flags of Atlas that mean nothing here are accepted, so that a server's arguments need not change.
 */
final class CommandLine {

    static final String USAGE = """
            Usage: serve MODEL [options]

            A SIMULATOR: no model is loaded and no GPU is used.

              --port N                                port, 0 for a free one (default 8888)
              --bind ADDRESS, --host ADDRESS          address to listen on (default 127.0.0.1)
              --max-batch-size N                      sequences decoded together; more wait (default 8)
              --max-seq-len N                         prompt and answer together (default 32768)
              --enable-prefix-caching                 as --sim-prefix-cache on
              --sim-prefill-tokens-per-second X       prefill speed (default 20000)
              --sim-decode-step-ms X                  decode step of an empty batch (default 6)
              --sim-decode-step-ms-per-sequence X     what each sequence adds (default 0.25)
              --sim-first-request-ms X                what the first request takes longer (default 400)
              --sim-chunk-tokens N                    most tokens of one step, above 1 as if speculating (default 1)
              --sim-natural-length N                  about how long answers are when not forced (default: as asked)
              --sim-prefix-cache on|off               share the prefill of equal beginnings (default off)
              --sim-seed N                            seed of words, lengths and chunks (default 0)
              --sim-start-ms X                        time from start to listening (default 200)
              --sim-keep-alive-ms X                   silence before a comment (default 15000)
              --sim-strict                            refuse fields that OpenAI's API does not have, and nulls
              --sim-refuse FIELDS                     refuse these fields too, such as max_tokens,nvext.ignore_eos
              --sim-heed FIELDS                       heed these of ignore_eos, min_tokens, continuous_usage_stats and
                                                      return_token_ids, with commas (default min_tokens)
              --sim-usage WHERE                       before-finish, after-finish or none (default before-finish)
              --sim-role-chunk on|off                 begin a stream with the role (default on)
              --sim-reasoning-field NAME              what reasoning is called (default reasoning_content)
              --sim-tokenize on|off                   have /tokenize (default on)
              --sim-fail WHAT                         exit-at-start, never-ready, health-only, crash-after-requests=N,
                                                      stall-after-requests=N
              --sim-exit-with-stdin                   end at the end of standard input, and ignore SIGINT
              --help                                  print this
            Other flags of Atlas are accepted and ignored.
            """;

    private static final SimulatorOptions DEFAULTS = SimulatorOptions.of("unnamed");
    private static final int DEFAULT_PORT = 8888;
    private static final String CRASH = "crash-after-requests=";
    private static final String STALL = "stall-after-requests=";

    private static final Set<String> IGNORED_SWITCHES = Set.of(
            "--speculative",
            "--self-speculative",
            "--ngram-speculative",
            "--dflash",
            "--disable-thinking",
            "--adaptive-sampling",
            "--high-speed-swap",
            "--model-from-path",
            "--no-tui",
            "--auto-swap",
            "--no-auto-swap",
            "--auto-compact");

    private static final Set<String> IGNORED_WITH_VALUE = Set.of(
            "--gpu-ordinal",
            "--max-num-seqs",
            "--max-prefill-tokens",
            "--kv-cache-dtype",
            "--kv-high-precision-layers",
            "--gpu-memory-utilization",
            "--oom-guard-mb",
            "--block-size",
            "--scheduling-policy",
            "--tbt-deadline-ms",
            "--num-drafts",
            "--mtp-quantization",
            "--mtp-gate",
            "--ssm-cache-slots",
            "--request-timeout",
            "--warmup-prompt",
            "--tool-call-parser",
            "--tool-max-tokens",
            "--max-thinking-budget",
            "--default-chat-template-kwargs",
            "--default-min-p",
            "--default-top-n-sigma",
            "--lm-head-dtype",
            "--swap-space-gb",
            "--tp-size",
            "--ep-size",
            "--rank",
            "--world-size",
            "--master-addr",
            "--master-port",
            "--cache-dir",
            "--kernel-target");

    private final Iterator<String> rest;
    private @Nullable String model;
    private String bind = DEFAULTS.bind();
    private int port = DEFAULT_PORT;
    private int maxBatchSize = DEFAULTS.maxBatchSize();
    private int maxSequenceLength = DEFAULTS.maxSequenceLength();
    private double prefillTokensPerSecond = DEFAULTS.timeModel().prefillTokensPerSecond();
    private double decodeStepMs = DEFAULTS.timeModel().decodeStepMs();
    private double decodeStepMsPerSequence = DEFAULTS.timeModel().decodeStepMsPerSequence();
    private double firstRequestMs = DEFAULTS.timeModel().firstRequestMs();
    private int chunkTokens = DEFAULTS.timeModel().chunkTokens();
    private boolean prefixCache = DEFAULTS.prefixCache();
    private @Nullable Integer naturalLength = DEFAULTS.naturalLength();
    private long seed = DEFAULTS.seed();
    private Duration startTime = DEFAULTS.startTime();
    private Duration keepAlive = DEFAULTS.keepAlive();
    private SimulatedFailure failure = DEFAULTS.failure();
    private boolean exitWithStdin = DEFAULTS.exitWithStdin();
    private boolean strict = DEFAULTS.api().strict();
    private Set<String> refused = DEFAULTS.api().refused();
    private Set<String> heeded = DEFAULTS.api().heeded();
    private ApiTraits.UsagePlace usage = DEFAULTS.api().usage();
    private boolean roleChunk = DEFAULTS.api().roleChunk();
    private String reasoningField = DEFAULTS.api().reasoningField();
    private boolean tokenize = DEFAULTS.api().tokenize();

    private CommandLine(Iterator<String> rest) {
        this.rest = rest;
    }

    static SimulatorOptions parse(List<String> arguments) {
        if (arguments.isEmpty() || !arguments.getFirst().equals("serve")) {
            throw new UsageException("the command must be 'serve MODEL', got '" + String.join(" ", arguments) + "'");
        }
        CommandLine line =
                new CommandLine(arguments.subList(1, arguments.size()).iterator());
        while (line.rest.hasNext()) {
            line.take(line.rest.next());
        }
        try {
            return line.options();
        } catch (IllegalArgumentException invalid) {
            throw new UsageException(String.valueOf(invalid.getMessage()));
        }
    }

    private SimulatorOptions options() {
        if (model == null) {
            throw new UsageException("no model given, write 'serve MODEL'");
        }
        TimeModel timeModel = new TimeModel(
                prefillTokensPerSecond, decodeStepMs, decodeStepMsPerSequence, firstRequestMs, chunkTokens);
        return new SimulatorOptions(
                model,
                bind,
                port,
                maxBatchSize,
                maxSequenceLength,
                timeModel,
                prefixCache,
                naturalLength,
                seed,
                startTime,
                keepAlive,
                failure,
                exitWithStdin,
                new ApiTraits(strict, refused, heeded, usage, roleChunk, reasoningField, tokenize));
    }

    private void take(String argument) {
        if (!argument.startsWith("-")) {
            takeModel(argument);
            return;
        }
        int equals = argument.indexOf('=');
        String flag = equals < 0 ? argument : argument.substring(0, equals);
        String inline = equals < 0 ? null : argument.substring(equals + 1);
        switch (flag) {
            case "--port" -> port = wholeNumber(flag, value(flag, inline));
            case "--bind", "--host" -> bind = value(flag, inline);
            case "--max-batch-size" -> maxBatchSize = wholeNumber(flag, value(flag, inline));
            case "--max-seq-len" -> maxSequenceLength = wholeNumber(flag, value(flag, inline));
            case "--model-name", "--served-model-name" -> model = value(flag, inline);
            case "--enable-prefix-caching" -> prefixCache = true;
            case "--sim-prefill-tokens-per-second" -> prefillTokensPerSecond = number(flag, value(flag, inline));
            case "--sim-decode-step-ms" -> decodeStepMs = number(flag, value(flag, inline));
            case "--sim-decode-step-ms-per-sequence" -> decodeStepMsPerSequence = number(flag, value(flag, inline));
            case "--sim-first-request-ms" -> firstRequestMs = number(flag, value(flag, inline));
            case "--sim-chunk-tokens" -> chunkTokens = wholeNumber(flag, value(flag, inline));
            case "--sim-natural-length" -> naturalLength = wholeNumber(flag, value(flag, inline));
            case "--sim-prefix-cache" -> prefixCache = onOrOff(flag, value(flag, inline));
            case "--sim-seed" -> seed = wholeNumber(flag, value(flag, inline));
            case "--sim-start-ms" -> startTime = milliseconds(flag, value(flag, inline));
            case "--sim-keep-alive-ms" -> keepAlive = milliseconds(flag, value(flag, inline));
            case "--sim-strict" -> strict = true;
            case "--sim-refuse" -> refused = names(value(flag, inline));
            case "--sim-heed" -> heeded = names(value(flag, inline));
            case "--sim-usage" -> usage = usagePlace(flag, value(flag, inline));
            case "--sim-role-chunk" -> roleChunk = onOrOff(flag, value(flag, inline));
            case "--sim-reasoning-field" -> reasoningField = value(flag, inline);
            case "--sim-tokenize" -> tokenize = onOrOff(flag, value(flag, inline));
            case "--sim-fail" -> failure = failure(value(flag, inline));
            case "--sim-exit-with-stdin" -> exitWithStdin = true;
            default -> ignoreOrReject(flag, inline);
        }
    }

    private void takeModel(String argument) {
        if (model != null) {
            throw new UsageException("unexpected argument '" + argument + "' after the model '" + model + "'");
        }
        model = argument;
    }

    private void ignoreOrReject(String flag, @Nullable String inline) {
        if (IGNORED_WITH_VALUE.contains(flag)) {
            value(flag, inline);
        } else if (!IGNORED_SWITCHES.contains(flag)) {
            throw new UsageException("unexpected argument '" + flag + "', see --help");
        }
    }

    private String value(String flag, @Nullable String inline) {
        if (inline != null) {
            return inline;
        }
        if (!rest.hasNext()) {
            throw new UsageException("a value is required for '" + flag + "' but none was given");
        }
        return rest.next();
    }

    private static Set<String> names(String list) {
        return list.isBlank() ? Set.of() : Set.of(list.strip().split("\\s*,\\s*"));
    }

    private static ApiTraits.UsagePlace usagePlace(String flag, String value) {
        return switch (value) {
            case "before-finish" -> ApiTraits.UsagePlace.BEFORE_FINISH;
            case "after-finish" -> ApiTraits.UsagePlace.AFTER_FINISH;
            case "none" -> ApiTraits.UsagePlace.NONE;
            default ->
                throw new UsageException(
                        "'" + flag + "' needs before-finish, after-finish or none, got '" + value + "'");
        };
    }

    private static int wholeNumber(String flag, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException notANumber) {
            throw new UsageException("'" + flag + "' needs a whole number, got '" + value + "'");
        }
    }

    private static double number(String flag, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException notANumber) {
            throw new UsageException("'" + flag + "' needs a number, got '" + value + "'");
        }
    }

    private static Duration milliseconds(String flag, String value) {
        return Duration.ofNanos(Math.round(number(flag, value) * 1e6));
    }

    private static boolean onOrOff(String flag, String value) {
        return switch (value) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new UsageException("'" + flag + "' needs on or off, got '" + value + "'");
        };
    }

    private static SimulatedFailure failure(String value) {
        if (value.startsWith(CRASH)) {
            return new SimulatedFailure.CrashAfterRequests(wholeNumber("--sim-fail", value.substring(CRASH.length())));
        }
        if (value.startsWith(STALL)) {
            return new SimulatedFailure.StallAfterRequests(wholeNumber("--sim-fail", value.substring(STALL.length())));
        }
        return switch (value) {
            case "exit-at-start" -> new SimulatedFailure.ExitAtStart();
            case "never-ready" -> new SimulatedFailure.NeverReady();
            case "health-only" -> new SimulatedFailure.HealthOnly();
            default ->
                throw new UsageException("'--sim-fail' needs exit-at-start, never-ready, health-only,"
                        + " crash-after-requests=N or stall-after-requests=N, got '" + value + "'");
        };
    }
}
