package io.seatrial.transport.ssh;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.Base64;
import org.apache.sshd.common.config.keys.PublicKeyEntry;

/** Writes the fingerprint of a key as {@code ssh-keygen -lf} does. */
final class Fingerprint {
    private Fingerprint() {}

    static String of(PublicKey key) {
        return of(PublicKeyEntry.toString(key).split(" ")[1]);
    }

    static String of(KnownHostsLine line) {
        return of(line.key());
    }

    private static String of(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(Base64.getDecoder().decode(key));
            return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
