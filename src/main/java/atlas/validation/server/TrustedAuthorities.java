package atlas.validation.server;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Makes trust managers that know a user's own certificate authorities beside those of this Java. */
final class TrustedAuthorities {

    private TrustedAuthorities() {}

    static X509TrustManager with(List<X509Certificate> own) {
        try {
            List<X509Certificate> all = new ArrayList<>(own);
            all.addAll(Arrays.asList(manager(null).getAcceptedIssuers()));
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (int i = 0; i < all.size(); i++) {
                store.setCertificateEntry("authority-" + i, all.get(i));
            }
            return manager(store);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java cannot make a trust store", e);
        }
    }

    /** Returns the socket side of a trust manager. */
    static SSLContext context(X509TrustManager trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot do TLS", e);
        }
    }

    /** Returns the manager of a store, and without one that of the platform. */
    private static X509TrustManager manager(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return Arrays.stream(factory.getTrustManagers())
                .filter(X509TrustManager.class::isInstance)
                .map(X509TrustManager.class::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this Java trusts nobody"));
    }
}
