package io.seatrial.transport.ssh;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One line of a known_hosts file, in the format of sshd(8), SSH_KNOWN_HOSTS FILE FORMAT.
 *
 * @param file where it stands
 * @param number line number from 1
 * @param marker what the key is for
 * @param patterns host patterns, lower case; a hashed name is one pattern
 * @param type key type, for example {@code ssh-ed25519}
 * @param key the key, base64
 */
record KnownHostsLine(Path file, int number, Marker marker, List<String> patterns, String type, String key) {
    enum Marker {
        KEY,
        AUTHORITY,
        REVOKED
    }

    /** Read a line; empty where it is blank or a comment. */
    static Optional<KnownHostsLine> parse(Path file, int number, String text) {
        String line = text.strip();
        if (line.isEmpty() || line.startsWith("#")) {
            return Optional.empty();
        }
        String[] words = line.split("\\s+");
        int first = words[0].startsWith("@") ? 1 : 0;
        if (words.length < first + 3) {
            throw new IllegalArgumentException("expected hosts, key type and key");
        }
        Marker marker = first == 0 ? Marker.KEY : marker(words[0]);
        String hosts = words[first].startsWith("|") ? words[first] : words[first].toLowerCase(Locale.ROOT);
        List<String> patterns = List.of(hosts.split(","));
        patterns.forEach(HostPattern::check);
        checkKey(words[first + 1], words[first + 2]);
        return Optional.of(new KnownHostsLine(file, number, marker, patterns, words[first + 1], words[first + 2]));
    }

    /** Return whether the line is for a name; a pattern that begins with {@code !} excludes, whatever else matches. */
    boolean matches(String name) {
        return !excludes(name)
                && patterns.stream()
                        .filter(pattern -> !pattern.startsWith("!"))
                        .anyMatch(pattern -> HostPattern.matches(pattern, name));
    }

    /** Return whether the line says that it is not for a name. */
    boolean excludes(String name) {
        return patterns.stream()
                .filter(pattern -> pattern.startsWith("!"))
                .anyMatch(pattern -> HostPattern.matches(pattern.substring(1), name));
    }

    /** Return whether only a comparison of characters is needed to know the names of the line. */
    boolean plain() {
        return patterns.stream().allMatch(HostPattern::plain);
    }

    /** Return the key as key files show it: type and base64. */
    String entry() {
        return type + " " + key;
    }

    String where() {
        return file + ":" + number;
    }

    private static Marker marker(String word) {
        return switch (word) {
            case "@cert-authority" -> Marker.AUTHORITY;
            case "@revoked" -> Marker.REVOKED;
            default -> throw new IllegalArgumentException("expected @cert-authority or @revoked, got " + word);
        };
    }

    // The key blob repeats its type (RFC 4253 section 6.6): a cut or mixed-up line is found here.
    private static void checkKey(String type, String key) {
        ByteBuffer blob = ByteBuffer.wrap(Base64.getDecoder().decode(key));
        byte[] expected = type.getBytes(StandardCharsets.US_ASCII);
        boolean same = blob.remaining() > 4 + expected.length
                && blob.getInt() == expected.length
                && blob.slice().limit(expected.length).equals(ByteBuffer.wrap(expected));
        if (!same) {
            throw new IllegalArgumentException("expected a key of type " + type);
        }
    }
}
