package io.seatrial.telemetry.http;

import io.seatrial.telemetry.TelemetryException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Trusts the certificates of one file (PEM) and no others. */
final class Authority {
    private Authority() {}

    static SSLContext trusting(String server, Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw new TelemetryException(server, file + " holds no certificate; expected PEM", null);
            }
            return context(certificates);
        } catch (IOException | GeneralSecurityException e) {
            throw new TelemetryException(server, "the certificates in " + file + " cannot be read: " + e, e);
        }
    }

    private static SSLContext context(Collection<? extends Certificate> certificates)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (Certificate certificate : certificates) {
            store.setCertificateEntry("authority-" + number++, certificate);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
