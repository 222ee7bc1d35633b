package atlas.validation.client;

/** The endpoint that load goes to. */
public enum RequestApi {
    /** Messages in, deltas out. */
    CHAT("/chat/completions"),

    /** One text in, pieces of text out: no chat template, no roles, no tools. */
    COMPLETIONS("/completions");

    private final String path;

    RequestApi(String path) {
        this.path = path;
    }

    /** Returns its path below {@code /v1}. */
    public String path() {
        return path;
    }
}
