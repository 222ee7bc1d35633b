package atlas.validation.testing;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files of a small model: two shards with an index, a config and a tokenizer. */
public final class ModelFiles {

    public static final String MODEL = "org/name";
    public static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
    public static final String FIRST_SHARD = "model-00001-of-00002.safetensors";
    public static final String SECOND_SHARD = "model-00002-of-00002.safetensors";
    public static final String INDEX = "model.safetensors.index.json";

    private ModelFiles() {}

    public static Map<String, byte[]> whole() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("config.json", text("{\"model_type\": \"x\"}"));
        files.put("tokenizer.json", text("{}"));
        files.put(
                INDEX,
                text(
                        "{\"metadata\": {\"total_size\": 1}, \"weight_map\": {\"a\": \"%s\", \"b\": \"%s\", \"c\": \"%s\"}}"
                                .formatted(FIRST_SHARD, SECOND_SHARD, SECOND_SHARD)));
        files.put(FIRST_SHARD, safetensors(1_000));
        files.put(SECOND_SHARD, safetensors(300_000));
        files.put("sub/folder/notes.txt", text("ünïcode"));
        return files;
    }

    public static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Writes a file as the format has it: length of the header, header, tensors. */
    public static byte[] safetensors(int bytes) {
        byte[] header = text(
                "{\"__metadata__\":{\"format\":\"pt\"},\"a\":{\"dtype\":\"U8\",\"shape\":[%d],\"data_offsets\":[0,%d]}}"
                        .formatted(bytes, bytes));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.length)
                .array());
        file.writeBytes(header);
        byte[] tensor = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            tensor[i] = (byte) (i * 31);
        }
        file.writeBytes(tensor);
        return file.toByteArray();
    }
}
