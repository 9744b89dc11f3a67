package io.seatrial.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;

/** The native program as it was built, by architecture. */
public final class ProbeProgram {
    private static final int SHORT_HASH = 12;
    private final Function<String, Optional<byte[]>> byArchitecture;

    /** @param byArchitecture the program's bytes by the name that {@code uname -m} gives the architecture */
    public ProbeProgram(Function<String, Optional<byte[]>> byArchitecture) {
        this.byArchitecture = byArchitecture;
    }

    /** Return the programs that were packaged with this version. */
    public static ProbeProgram packaged() {
        return new ProbeProgram(architecture -> {
            try (InputStream in =
                    ProbeProgram.class.getResourceAsStream("/linux-" + architecture + "/seatrial-probe")) {
                return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Return the program for an architecture, empty where none was built. */
    public Optional<byte[]> bytes(String architecture) {
        return byArchitecture.apply(architecture);
    }

    /** Return the name of a program's file on a host: it carries the hash of its content, so that another version is another file. */
    static String fileName(byte[] program) {
        return "seatrial-probe-" + shortHash(program);
    }

    /** Return the first digits of the SHA-256 of bytes. */
    static String shortHash(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(hash).substring(0, SHORT_HASH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
