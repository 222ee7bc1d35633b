package atlas.validation.simulator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Remembers the beginnings of prompts in blocks, the least recently used ones going first. Used by one thread. */
final class PrefixCache {

    static final int BLOCK_TOKENS = 16;

    private final int capacity;
    private final Map<Long, Boolean> blocks;

    /**
     * Makes an empty cache.
     *
     * @param capacity blocks that it holds; 0 makes it forget everything
     */
    PrefixCache(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity must not be negative, got [" + capacity + "]");
        }
        this.capacity = capacity;
        this.blocks = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
                return size() > PrefixCache.this.capacity;
            }
        };
    }

    /**
     * Returns one key for each whole block of a prompt; a key depends on everything before it too.
     *
     * @param words the prompt's words, a token each
     */
    static long[] keys(List<String> words) {
        long[] keys = new long[words.size() / BLOCK_TOKENS];
        long hash = 0;
        for (int i = 0; i < keys.length * BLOCK_TOKENS; i++) {
            hash = Seeds.mix(hash, words.get(i).hashCode());
            keys[i / BLOCK_TOKENS] = hash;
        }
        return keys;
    }

    /** Returns how many tokens at the beginning of a prompt with these keys are held. */
    int lookUp(long[] keys) {
        int held = 0;
        while (held < keys.length && blocks.get(keys[held]) != null) {
            held++;
        }
        return held * BLOCK_TOKENS;
    }

    /** Remembers a prompt with these keys. */
    void add(long[] keys) {
        if (capacity == 0) {
            return;
        }
        for (long key : keys) {
            blocks.put(key, Boolean.TRUE);
        }
    }
}
