package atlas.validation.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The prompts of a file in an order that the seed decides, the same in every run; from the beginning again when there
 * are more requests than prompts. Warm-up requests take them from the other end. A mark in front of the first message
 * makes every request's text its own; without a salt the prompts stay as they are, and a cache may have seen them.
 */
final class DatasetPrompts implements PromptSource {

    private final List<DatasetEntry> entries;
    private final @Nullable Salt salt;
    private final @Nullable Integer maxTokens;
    private final boolean forceLength;

    /**
     * @param entries the prompts of the file, at least one
     * @param order decides their order
     * @param maxTokens the limit of every request, or null for the one that the file gives
     */
    DatasetPrompts(
            List<DatasetEntry> entries,
            SplittableRandom order,
            @Nullable Salt salt,
            @Nullable Integer maxTokens,
            boolean forceLength) {
        List<DatasetEntry> shuffled = new ArrayList<>(entries);
        for (int i = shuffled.size() - 1; i > 0; i--) {
            Collections.swap(shuffled, i, order.nextInt(i + 1));
        }
        this.entries = shuffled;
        this.salt = salt;
        this.maxTokens = maxTokens;
        this.forceLength = forceLength;
    }

    @Override
    public Prompt measured(int index) {
        return prompt(entries.get(index % entries.size()), false, index);
    }

    @Override
    public Prompt warmup(int index) {
        return prompt(entries.get(entries.size() - 1 - index % entries.size()), true, index);
    }

    private Prompt prompt(DatasetEntry entry, boolean warmup, int index) {
        List<ChatMessage> messages = new ArrayList<>(entry.messages());
        if (salt != null) {
            ChatMessage first = messages.getFirst();
            messages.set(0, new ChatMessage(first.role(), salt.mark(warmup, index) + first.content()));
        }
        Integer limit = maxTokens == null ? entry.maxTokens() : maxTokens;
        return new Prompt(messages, limit, forceLength && limit != null);
    }
}
