package atlas.validation.config;

import java.util.Locale;

/** Says which server is under test, and with it how it is started and what its API can do. */
public enum Driver {
    ATLAS,
    VLLM,
    SGLANG,
    /** Any other server with the same API. */
    OPENAI;

    /** Returns the word that files use: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
