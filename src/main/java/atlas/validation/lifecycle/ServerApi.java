package atlas.validation.lifecycle;

import atlas.validation.plan.PlannedCell;
import atlas.validation.probe.Capabilities;
import atlas.validation.probe.CapabilityProbe;
import atlas.validation.probe.OneTokenWords;
import atlas.validation.probe.ProbeTarget;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.Warning;
import atlas.validation.tokenizer.TokenizerException;
import atlas.validation.tokenizer.TokenizerFile;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptTokens;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about a server's API before its first cell: once, as it costs requests. Nothing of it runs on a
 * cell's clock.
 */
final class ServerApi implements AutoCloseable {

    private static final Duration MOST_PATIENCE = Duration.ofSeconds(30);

    /** With fewer words, prompts would be too much alike. */
    private static final int LEAST_WORDS = 200;

    /** Left for the chat template and the answer when a prompt must fit. */
    private static final int ROOM = 64;

    private static final int MOST_CALIBRATION_WORDS = 1024;

    private final Capabilities capabilities;
    private final @Nullable TokenizerFile tokenizer;
    private @Nullable PromptTokens promptTokens;

    private ServerApi(Capabilities capabilities, @Nullable TokenizerFile tokenizer) {
        this.capabilities = capabilities;
        this.tokenizer = tokenizer;
    }

    /**
     * Finds out what the server can do, and opens the way to it anew so that every later request makes use of it.
     *
     * @throws CancellationException if the run was cancelled meanwhile
     */
    static ServerApi explore(TargetRun target) {
        ServerConnection connection = target.connection();
        Capabilities capabilities = new CapabilityProbe(probeTarget(target), connection.template()).run();
        target.connection(connection.inPlace(capabilities.applyTo(connection.template())));
        if (capabilities.trouble() != null) {
            target.warn(new Warning("capabilities_unknown", capabilities.sentence()));
        } else if (!capabilities.forcing().proved()
                && target.plan().cells().stream().anyMatch(cell -> cell.combo().forceLength())) {
            target.warn(new Warning(
                    "length_forcing_not_proved",
                    "answers cannot be made to reach their length for certain: "
                            + capabilities.forcing().proof()));
        }
        TokenizerFile tokenizer = tokenizer(target);
        if (tokenizer != null && !Boolean.TRUE.equals(capabilities.usage())) {
            target.connection(target.connection().countingBy(tokenizer::count));
        }
        return new ServerApi(capabilities, tokenizer);
    }

    private static @Nullable TokenizerFile tokenizer(TargetRun target) {
        Path file = target.plan().config().params().tokenizerFile();
        try {
            return file == null ? null : TokenizerFile.open(file);
        } catch (TokenizerException unusable) {
            target.warn(new Warning(
                    "tokenizer_unusable",
                    "params.tokenizer_file %s %s; it counts nothing".formatted(file, unusable.what())));
            return null;
        }
    }

    /** Returns the one line that a person wants to see. */
    String sentence() {
        return capabilities.sentence();
    }

    private static ProbeTarget probeTarget(TargetRun target) {
        Duration firstToken = target.connection().limits().firstToken();
        return ApiConformance.probed(target, firstToken.compareTo(MOST_PATIENCE) < 0 ? firstToken : MOST_PATIENCE);
    }

    /** Returns what a word is to the server; the first cell of random words finds it out, by two short requests. */
    PromptTokens promptTokens(TargetRun target, PlannedCell cell) {
        if (!cell.combo().workload().hasLengths()) {
            return promptTokens == null ? PromptTokens.assumed() : promptTokens;
        }
        if (promptTokens == null) {
            promptTokens = calibrate(target);
            if (promptTokens.source() == PromptTokens.Source.TOKENIZER) {
                target.warn(new Warning(
                        "prompt_length_not_calibrated",
                        "the server does not tell how many tokens a prompt has: words are counted by "
                                + "params.tokenizer_file, and the chat template comes on top"));
            } else if (promptTokens.source() == PromptTokens.Source.WORDS) {
                target.warn(new Warning(
                        "prompt_length_not_calibrated",
                        "the server does not tell how many tokens a prompt has: a word is taken for a token, and the"
                                + " chat template comes on top"));
            }
        }
        return promptTokens;
    }

    private PromptTokens calibrate(TargetRun target) {
        List<String> words = PromptTokens.allWords();
        if (Boolean.TRUE.equals(capabilities.tokenizes())) {
            List<String> oneToken = OneTokenWords.among(
                    words, probeTarget(target), target.connection().model());
            words = oneToken.size() < LEAST_WORDS ? words : oneToken;
        } else if (tokenizer != null) {
            List<String> oneToken = OneTokenWords.among(words, tokenizer::ids);
            words = oneToken.size() < LEAST_WORDS ? words : oneToken;
        }
        Integer modelLength = target.plan().config().params().maxModelLength();
        int mostWords = modelLength == null
                ? MOST_CALIBRATION_WORDS
                : Math.min(MOST_CALIBRATION_WORDS, (modelLength - ROOM) / 2);
        PromptTokens.Calibration calibration = PromptTokens.Calibration.of(words, target.salt(), mostWords);
        Integer shortTokens = tokens(target, calibration.shortPrompt());
        PromptTokens told =
                calibration.result(shortTokens, shortTokens == null ? null : tokens(target, calibration.longPrompt()));
        return told.source() == PromptTokens.Source.WORDS && tokenizer != null
                ? PromptTokens.ofTokenizer(words, tokenizer.count(String.join(" ", words)))
                : told;
    }

    private static @Nullable Integer tokens(TargetRun target, Prompt prompt) {
        RequestRecord row =
                target.connection().client().send(target.plan().name(), "calibration", prompt, target.cancellation());
        if (row.outcome() == Outcome.CANCELLED && target.cancellation().isCancelled()) {
            throw new CancellationException("cancelled while prompts were calibrated");
        }
        return row.outcome() == Outcome.SUCCESS ? row.promptTokens() : null;
    }

    @Override
    public void close() {
        if (tokenizer != null) {
            tokenizer.close();
        }
    }

    /** Returns the fields of the record. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>(capabilities.fields());
        if (promptTokens != null) {
            fields.put("prompt_length", promptTokens.fields());
        }
        if (tokenizer != null) {
            fields.put("tokenizer_file", tokenizer.file().toString());
        }
        return fields;
    }
}
