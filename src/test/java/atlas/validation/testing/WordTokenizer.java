package atlas.validation.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A tokenizer file to which each word is a token, and each punctuation mark another, whatever they are. */
public final class WordTokenizer {

    private WordTokenizer() {}

    /** Writes it into a folder and returns its path. */
    public static Path write(Path folder) throws IOException {
        return Files.writeString(folder.resolve("tokenizer.json"), """
                {
                  "version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
                  "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null, "decoder": null,
                  "model": {"type": "WordLevel", "vocab": {"[UNK]": 0, "and": 1, ",": 2, "word": 3}, "unk_token": "[UNK]"}
                }
                """);
    }
}
