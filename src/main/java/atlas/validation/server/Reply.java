package atlas.validation.server;

import org.jspecify.annotations.Nullable;

/** What came of one plain request. */
sealed interface Reply {

    /**
     * The server answered.
     *
     * @param url what was asked
     * @param status HTTP status
     * @param body the whole body, possibly empty
     * @param location where a redirect leads, or null
     */
    record Answer(
            String url, int status, String body, @Nullable String location) implements Reply {

        private static final int SHOWN_OF_BODY = 200;

        boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        /** Returns the answer in one sentence. */
        String sentence() {
            if (status == 401 || status == 403) {
                return url + " answered HTTP " + status
                        + ": it wants an API key, or another one; set params.api_key_env, or -Dapi.key.env";
            }
            if (status == 400 && body.contains("HTTPS")) {
                return url + " answered HTTP 400: it speaks HTTPS; write https:// instead of http://";
            }
            if (status / 100 == 3 && location != null) {
                return "%s redirects to %s (HTTP %d), which is never followed; name the address of the server itself"
                        .formatted(url, location, status);
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
