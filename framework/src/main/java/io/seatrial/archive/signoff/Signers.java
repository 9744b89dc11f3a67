package io.seatrial.archive.signoff;

import io.seatrial.archive.ArchiveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Whom somebody trusts to sign: a file {@code allowed_signers} of OpenSSH, which names people, or one public key, which names nobody.
 *
 * @param file where it was read
 * @param lines the lines for {@code ssh-keygen}
 * @param named whether the lines name people
 */
public record Signers(Path file, List<String> lines, boolean named) {
    /** Under this name a bare public key is shown to ssh-keygen; it never leaves this program. */
    static final String BARE_KEY = "bare-key";

    private static final Pattern KEY_TYPE = Pattern.compile("(ssh-|ecdsa-|sk-ssh-|sk-ecdsa-)\\S+");

    public Signers {
        lines = List.copyOf(lines);
    }

    /**
     * Read a file.
     *
     * @throws ArchiveException if there is none, or nobody in it
     */
    public static Signers read(Path file) {
        List<String> lines = meant(file);
        if (lines.stream().anyMatch(line -> line.contains("PRIVATE KEY"))) {
            throw expected(file, "a private key, which nobody needs to check a signature");
        }
        if (lines.isEmpty()) {
            throw expected(file, "no line with a key");
        }
        boolean bare = lines.stream().anyMatch(Signers::isBareKey);
        if (!bare) {
            return new Signers(file, lines, true);
        }
        if (lines.size() > 1) {
            throw expected(file, lines.size() + " lines of which some begin with a key and not with a name");
        }
        return new Signers(file, List.of(BARE_KEY + " " + lines.get(0)), false);
    }

    private static List<String> meant(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new ArchiveException("signers " + file + ": cannot be read (" + e + ")" + WANTED, e);
        }
    }

    private static boolean isBareKey(String line) {
        return KEY_TYPE.matcher(line.split("\\s+", 2)[0]).matches();
    }

    private static final String WANTED =
            "; expected an allowed_signers file (a name and a public key on each line) or one public key (.pub)";

    private static ArchiveException expected(Path file, String got) {
        return new ArchiveException("signers " + file + ": " + got + WANTED, null);
    }
}
