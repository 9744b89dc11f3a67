package io.seatrial.transport.ssh;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** One pattern of a known_hosts line: a name, a name with {@code *} and {@code ?}, or a hashed name. */
final class HostPattern {
    private static final String HASHED = "|1|";

    private HostPattern() {}

    /** Refuse a hashed name that cannot be compared with any. */
    static void check(String pattern) {
        if (pattern.startsWith(HASHED)) {
            String[] parts = hashed(pattern);
            if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
                throw new IllegalArgumentException("expected |1|salt|hash");
            }
            Arrays.stream(parts).forEach(Base64.getDecoder()::decode);
        }
    }

    static boolean plain(String pattern) {
        return !pattern.startsWith(HASHED)
                && !pattern.startsWith("!")
                && pattern.indexOf('*') < 0
                && pattern.indexOf('?') < 0;
    }

    static boolean matches(String pattern, String name) {
        return pattern.startsWith(HASHED) ? hashMatches(pattern, name) : globMatches(pattern, name);
    }

    /** Match with one remembered star: linear in practice, and no regular expression made from a file. */
    private static boolean globMatches(String pattern, String name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int resume = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = n;
            } else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++resume;
            } else {
                return false;
            }
        }
        return pattern.substring(p).chars().allMatch(c -> c == '*');
    }

    // |1|salt|hash, both base64: HMAC-SHA1 of the name under the salt (OpenSSH's hostfile.c)
    private static boolean hashMatches(String pattern, String name) {
        String[] parts = hashed(pattern);
        try {
            byte[] salt = Base64.getDecoder().decode(parts[0]);
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(salt, "HmacSHA1"));
            byte[] hash = mac.doFinal(name.getBytes(StandardCharsets.UTF_8));
            return Arrays.equals(hash, Base64.getDecoder().decode(parts[1]));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HmacSHA1", e);
        }
    }

    private static String[] hashed(String pattern) {
        return pattern.substring(HASHED.length()).split("\\|", -1);
    }
}
