package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Spells the deck's content security policy: exactly the given scripts run, and nothing is loaded from anywhere.
 *
 * @see <a href="https://www.w3.org/TR/CSP3/">Content Security Policy Level 3</a>
 */
final class ContentPolicy {

    private ContentPolicy() {}

    /** Returns the policy for a page with these inline scripts, each as it stands between its tags. */
    static String allowing(List<String> scripts) {
        String hashes = scripts.stream().map(ContentPolicy::source).collect(Collectors.joining(" "));
        return "default-src 'none'; script-src " + hashes
                + "; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";
    }

    static String source(String script) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
