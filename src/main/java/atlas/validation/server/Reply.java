package atlas.validation.server;

/** What came of one plain request. */
sealed interface Reply {

    /**
     * The server answered.
     *
     * @param url what was asked
     * @param status HTTP status
     * @param body the whole body, possibly empty
     */
    record Answer(String url, int status, String body) implements Reply {

        private static final int SHOWN_OF_BODY = 200;

        boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        /** Returns the answer in one sentence. */
        String sentence() {
            if (status == 401 || status == 403) {
                return url + " answered HTTP " + status
                        + ": it wants an API key, or another one; set params.api_key_env";
            }
            if (status == 400 && body.contains("HTTPS")) {
                return url + " answered HTTP 400: it speaks HTTPS; write https:// instead of http://";
            }
            String line = body.strip().replaceAll("\\s+", " ");
            String shown = line.length() > SHOWN_OF_BODY ? line.substring(0, SHOWN_OF_BODY) + "…" : line;
            return url + " answered HTTP " + status + (shown.isEmpty() ? " with an empty body" : ": " + shown);
        }
    }

    /**
     * The server did not answer.
     *
     * @param sentence why, with the URL
     */
    record NoAnswer(String sentence) implements Reply {}
}
