package atlas.validation.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;

/**
 * A certificate that vouches for itself, which the JDK's own tool has just made.
 *
 * @param keys the key and its certificate
 * @param pem the certificate as a file
 */
public record ServerCertificate(KeyStore keys, Path pem) {

    private static final String PASSWORD = "changeit";

    /** Makes one for 127.0.0.1. */
    public static ServerCertificate make(Path folder) throws IOException, GeneralSecurityException {
        return make(folder, "ip:127.0.0.1");
    }

    /**
     * Makes one.
     *
     * @param subject whom it is for, as {@code keytool} spells it
     */
    public static ServerCertificate make(Path folder, String subject) throws IOException, GeneralSecurityException {
        Path store = Files.createTempDirectory(folder, "certificate").resolve("keys.p12");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=test",
                "-ext",
                "san=" + subject,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        run(command);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Path pem = Files.writeString(
                store.resolveSibling("certificate.pem"),
                "An authority of our own\n"
                        + block("CERTIFICATE", keys.getCertificate("server").getEncoded()));
        return new ServerCertificate(keys, pem);
    }

    /** Writes {@code ca.pem}, {@code cert.pem} and {@code key.pem}, as Docker's tools name them, into a folder. */
    public Path writeForDocker(Path folder) throws IOException, GeneralSecurityException {
        Files.createDirectories(folder);
        byte[] certificate = keys.getCertificate("server").getEncoded();
        byte[] key = keys.getKey("server", PASSWORD.toCharArray()).getEncoded();
        Files.writeString(folder.resolve("ca.pem"), block("CERTIFICATE", certificate));
        Files.writeString(folder.resolve("cert.pem"), block("CERTIFICATE", certificate));
        Files.writeString(folder.resolve("key.pem"), block("PRIVATE KEY", key));
        return folder;
    }

    private static String block(String name, byte[] bytes) {
        String base64 = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(name, base64);
    }

    private static void run(List<String> command) throws IOException {
        try {
            int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (exit != 0) {
                throw new IOException("keytool ended with exit code " + exit);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Returns what makes the sockets of a server that has it. */
    public SSLServerSocketFactory serverSockets() throws GeneralSecurityException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context.getServerSocketFactory();
    }
}
