package atlas.validation.workload;

import atlas.validation.config.Combo;
import atlas.validation.config.Params;
import atlas.validation.config.ToolTask;
import org.jspecify.annotations.Nullable;

/** Makes the prompts of a cell from the shape that its config asks for. */
public final class Prompts {

    private Prompts() {}

    /**
     * Returns the prompts of a combo. Equal arguments give equal prompts.
     *
     * @param combo the shape
     * @param params the seed and the range of lengths
     * @param salt fresh for every run, and for every cell of it that must not find the prompts of another in the
     *     server's cache
     * @param tokens what a word is to the server
     * @throws IllegalArgumentException if the combo lacks what its workload needs
     * @throws DatasetException if its file of prompts is not one
     */
    public static PromptSource of(Combo combo, Params params, String salt, PromptTokens tokens) {
        Seed seed = Seed.of(params.seed(), combo.name(), salt);
        Salt mark = combo.salted() ? new Salt(seed) : null;
        return switch (combo.workload()) {
            case RANDOM ->
                new RandomPrompts(
                        seed,
                        tokens,
                        LengthRange.of(required(combo.isl(), combo, "isl"), params.randomRangeRatio()),
                        LengthRange.of(required(combo.osl(), combo, "osl"), params.randomRangeRatio()),
                        combo.forceLength());
            case PROMPT ->
                new FixedPrompt(
                        mark,
                        required(combo.prompt(), combo, "prompt"),
                        combo.osl(),
                        combo.forceLength() && combo.osl() != null);
            case DATASET ->
                new DatasetPrompts(
                        DatasetReader.read(required(combo.dataset(), combo, "file"), params.maxModelLength()),
                        Seed.of(params.seed(), combo.name(), "").random(false, 0),
                        mark,
                        combo.osl(),
                        combo.forceLength());
            case TOOLS -> tools(mark, required(combo.tool(), combo, "tool_ref"), combo);
            case PREFIX ->
                new PrefixPrompts(
                        seed,
                        tokens,
                        required(combo.prefixLength(), combo, "prefix_len"),
                        required(combo.isl(), combo, "isl"),
                        required(combo.osl(), combo, "osl"),
                        combo.forceLength());
            case MULTI_TURN ->
                new ConversationPrompts(
                        seed,
                        tokens,
                        LengthRange.of(required(combo.isl(), combo, "isl"), params.randomRangeRatio()),
                        LengthRange.of(required(combo.osl(), combo, "osl"), params.randomRangeRatio()),
                        combo.forceLength(),
                        required(combo.conversation(), combo, "turns").turns(),
                        required(combo.conversation(), combo, "turns").think());
        };
    }

    private static PromptSource tools(@Nullable Salt mark, ToolTask task, Combo combo) {
        return new FixedPrompt(
                mark,
                task.prompt(),
                combo.osl(),
                combo.forceLength() && combo.osl() != null,
                new ToolOffer(task.function()));
    }

    private static <T> T required(@Nullable T value, Combo combo, String name) {
        if (value == null) {
            throw new IllegalArgumentException("combo [" + combo.name() + "] has no " + name);
        }
        return value;
    }
}
