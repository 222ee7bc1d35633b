package atlas.validation.tokenizer;

import static java.util.Objects.requireNonNull;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A {@code tokenizer.json} as Hugging Face writes it, which says what the tokens of a text are. Special tokens are
 * never added, and nothing is cut off. Safe for use by several threads.
 */
public final class TokenizerFile implements AutoCloseable {

    private final Path file;
    private final HuggingFaceTokenizer tokenizer;

    private TokenizerFile(Path file, HuggingFaceTokenizer tokenizer) {
        this.file = file;
        this.tokenizer = tokenizer;
    }

    /**
     * Opens a file.
     *
     * @throws TokenizerException if it is no tokenizer that this machine can use; the message goes on from its name
     */
    public static TokenizerFile open(Path file) {
        requireNonNull(file, "file is null");
        try {
            return new TokenizerFile(
                    file,
                    HuggingFaceTokenizer.builder()
                            .optTokenizerPath(file)
                            .optAddSpecialTokens(false)
                            // The library's own default cuts a text off at 512 tokens.
                            .optTruncation(false)
                            .optPadding(false)
                            .build());
        } catch (IOException | RuntimeException | LinkageError unusable) {
            throw new TokenizerException(
                    "is no tokenizer.json that can be used here: " + firstLine(unusable), unusable);
        }
    }

    private static String firstLine(Throwable unusable) {
        String message = unusable.getMessage();
        return message == null
                ? unusable.getClass().getSimpleName()
                : message.lines().findFirst().orElse("").strip();
    }

    /** Returns the file that it was read from. */
    public Path file() {
        return file;
    }

    /** Returns the ids of a text's tokens, in order. */
    public List<Integer> ids(String text) {
        return Arrays.stream(tokenizer.encode(text, false, false).getIds())
                .mapToObj(Math::toIntExact)
                .toList();
    }

    /** Returns the number of a text's tokens. */
    public int count(String text) {
        return text.isEmpty() ? 0 : tokenizer.encode(text, false, false).getIds().length;
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}
