package atlas.validation.config;

import java.util.Locale;

/** Which of the server's endpoints load goes to. */
public enum Api {
    /** {@code /v1/chat/completions}. */
    CHAT,

    /**
     * {@code /v1/completions}, as {@code vllm bench serve} uses by default: prompts as they are, without a template.
     */
    COMPLETIONS;

    /** Returns the word that files use. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
