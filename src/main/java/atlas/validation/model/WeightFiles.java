package atlas.validation.model;

import atlas.validation.model.NodeFiles.Entry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The files of one model in one folder. A file of safetensors says in its header how long it must be, so that one that
 * was cut off is found without the hub.
 */
final class WeightFiles {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String SAFETENSORS = ".safetensors";
    private static final List<String> INDEXES = List.of("model.safetensors.index.json", "pytorch_model.bin.index.json");
    private static final Set<String> TOKENIZERS =
            Set.of("tokenizer.json", "tokenizer.model", "vocab.json", "tekken.json", "spiece.model");
    private static final int LONGEST_INDEX = 64 << 20;
    private static final long LONGEST_HEADER = 100L << 20;

    private final NodeFiles files;
    private final String folder;
    private final Map<String, Long> sizes = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    WeightFiles(NodeFiles files, String folder, List<Entry> entries) {
        this.files = files;
        this.folder = folder;
        for (Entry entry : entries) {
            sizes.put(entry.path(), entry.bytes());
            if (entry.broken()) {
                faults.add(entry.path() + " is a link that leads nowhere");
            } else if (entry.bytes() == 0 && isWeight(entry.path())) {
                faults.add(entry.path() + " is empty");
            }
        }
    }

    /** Returns what is missing or broken, one clause each; none when the model is whole. The list may be added to. */
    List<String> faults() {
        if (!sizes.containsKey("config.json")) {
            faults.add("config.json is missing");
        }
        if (TOKENIZERS.stream().noneMatch(sizes::containsKey)) {
            faults.add("no tokenizer is there");
        }
        INDEXES.stream().filter(this::isWhole).forEach(this::indexed);
        if (sizes.keySet().stream().noneMatch(WeightFiles::isWeight)) {
            faults.add("no weights are there");
        }
        sizes.keySet().stream()
                .filter(name -> name.endsWith(SAFETENSORS) && isWhole(name))
                .sorted()
                .forEach(this::length);
        return faults;
    }

    private boolean isWhole(String name) {
        return sizes.getOrDefault(name, -1L) > 0;
    }

    private static boolean isWeight(String name) {
        return name.endsWith(SAFETENSORS) || name.endsWith(".bin") || name.endsWith(".gguf") || name.endsWith(".pt");
    }

    private void indexed(String index) {
        Set<String> missing = new TreeSet<>();
        JsonNode shards = json(index, 0, LONGEST_INDEX).path("weight_map");
        if (shards.isEmpty()) {
            faults.add(index + " names no file");
        }
        shards.forEach(shard -> {
            if (!sizes.containsKey(shard.asString())) {
                missing.add(shard.asString());
            }
        });
        missing.forEach(name -> faults.add("%s is missing, which %s names".formatted(name, index)));
    }

    /** Compares a file's size with what its header says: eight bytes of length, a JSON header, then the tensors. */
    private void length(String name) {
        long size = sizes.getOrDefault(name, 0L);
        byte[] prefix = files.read(folder + "/" + name, 0, Long.BYTES);
        long header = prefix.length < Long.BYTES
                ? -1
                : ByteBuffer.wrap(prefix).order(ByteOrder.LITTLE_ENDIAN).getLong();
        if (header <= 0 || header > LONGEST_HEADER) {
            faults.add(name + " does not begin as a safetensors file does");
            return;
        }
        JsonNode tensors = json(name, Long.BYTES, (int) header);
        if (tensors.isEmpty()) {
            return;
        }
        long end = 0;
        for (JsonNode tensor : tensors) {
            end = Math.max(end, tensor.path("data_offsets").path(1).asLong(0));
        }
        long expected = Long.BYTES + header + end;
        if (size != expected) {
            faults.add("%s has %d bytes of %d".formatted(name, size, expected));
        }
    }

    private JsonNode json(String name, long offset, int most) {
        String text = new String(files.read(folder + "/" + name, offset, most), StandardCharsets.UTF_8);
        try {
            return JSON.readTree(text);
        } catch (JacksonException malformed) {
            faults.add(name + " is cut off or no JSON");
            return JSON.createObjectNode();
        }
    }
}
