package atlas.validation.config;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/** Reads the files that say who we are and whom we trust. No message quotes what is in them. */
public final class AccessFiles {

    private static final int KEY_LIMIT = 16 << 10;
    private static final long AUTHORITIES_LIMIT = 16L << 20;

    private AccessFiles() {}

    /** Tells what is wrong with a file, in words that go on from its name. */
    public static final class Unusable extends Exception {

        private static final long serialVersionUID = 1;

        Unusable(String message) {
            super(message);
        }

        /** Returns such as {@code "is empty"}. */
        public String what() {
            return String.valueOf(getMessage());
        }
    }

    /**
     * Returns the API key in a file, without the blanks and line ends around it.
     *
     * @throws Unusable if there is none
     */
    public static String apiKey(Path file) throws Unusable {
        String key = new String(bytes(file, KEY_LIMIT), StandardCharsets.UTF_8).strip();
        if (key.isEmpty()) {
            throw new Unusable("is empty");
        }
        if (!key.matches("[!-~]+")) {
            throw new Unusable("holds more than a key: it must be one word of visible ASCII");
        }
        return key;
    }

    /**
     * Returns the certificates in a PEM file, at least one.
     *
     * @throws Unusable if there is none
     */
    public static List<X509Certificate> authorities(Path file) throws Unusable {
        byte[] pem = bytes(file, AUTHORITIES_LIMIT);
        try {
            List<X509Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (certificates.isEmpty()) {
                throw new Unusable("holds no certificate");
            }
            return certificates;
        } catch (CertificateException malformed) {
            throw new Unusable("holds no readable certificate in PEM");
        }
    }

    static byte[] bytes(Path file, long limit) throws Unusable {
        try {
            if (Files.isDirectory(file)) {
                throw new Unusable("is a folder, not a file");
            }
            if (Files.size(file) > limit) {
                throw new Unusable("is larger than such a file can be");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException missing) {
            throw new Unusable("does not exist");
        } catch (AccessDeniedException denied) {
            throw new Unusable("may not be read by this user");
        } catch (IOException broken) {
            throw new Unusable("could not be read");
        }
    }
}
