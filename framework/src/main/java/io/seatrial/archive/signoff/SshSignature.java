package io.seatrial.archive.signoff;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * What a signature file of OpenSSH holds (PROTOCOL.sshsig of OpenSSH). Only the one form that {@code ssh-keygen} writes is taken: other
 * bytes that would be read as the same signature are refused.
 *
 * @param publicKey the key that signed, in the form of the wire
 * @param namespace what it was signed for
 * @param hashAlgorithm {@code sha512} or {@code sha256}: what the signed file was hashed by
 * @param signature the signature proper, in the form of the wire
 */
public record SshSignature(byte[] publicKey, String namespace, String hashAlgorithm, byte[] signature) {
    private static final String BEGIN = "-----BEGIN SSH SIGNATURE-----\n";
    private static final String END = "\n-----END SSH SIGNATURE-----\n";
    private static final byte[] MAGIC = "SSHSIG".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    /** Columns of the base64 text, as ssh-keygen writes it. */
    private static final int COLUMNS = 70;

    /**
     * Read a signature file.
     *
     * @throws IllegalArgumentException if it is not, byte for byte, what ssh-keygen writes; the message says what is wrong
     */
    public static SshSignature parse(byte[] file) {
        String text = new String(file, StandardCharsets.ISO_8859_1);
        if (!text.startsWith(BEGIN) || !text.endsWith(END) || text.length() < BEGIN.length() + END.length()) {
            throw new IllegalArgumentException(
                    "expected the lines BEGIN and END of an SSH SIGNATURE and nothing beside");
        }
        String body = text.substring(BEGIN.length(), text.length() - END.length());
        SshSignature signature = of(decoded(body.replace("\n", "")));
        if (!Arrays.equals(signature.file(), file)) {
            throw new IllegalArgumentException(
                    "expected exactly the bytes that ssh-keygen writes, got another spelling of the same signature");
        }
        return signature;
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expected base64 (" + e.getMessage() + ")", e);
        }
    }

    private static SshSignature of(byte[] blob) {
        ByteBuffer in = ByteBuffer.wrap(blob);
        try {
            byte[] magic = new byte[MAGIC.length];
            in.get(magic);
            int version = in.getInt();
            if (!Arrays.equals(magic, MAGIC) || version != VERSION) {
                throw new IllegalArgumentException("expected SSHSIG of version " + VERSION);
            }
            byte[] key = string(in);
            String namespace = text(string(in));
            int reserved = string(in).length;
            SshSignature read = new SshSignature(key, namespace, text(string(in)), string(in));
            if (reserved > 0 || in.hasRemaining()) {
                throw new IllegalArgumentException("expected nothing in the reserved field and behind the signature");
            }
            return read;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("expected a whole signature, got one that is cut or torn", e);
        }
    }

    private static byte[] string(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private byte[] file() {
        StringBuilder text = new StringBuilder(BEGIN);
        String base64 = Base64.getEncoder().encodeToString(blob());
        for (int from = 0; from < base64.length(); from += COLUMNS) {
            text.append(from == 0 ? "" : "\n").append(base64, from, Math.min(base64.length(), from + COLUMNS));
        }
        return text.append(END).toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private byte[] blob() {
        byte[] space = namespace.getBytes(StandardCharsets.ISO_8859_1);
        byte[] hash = hashAlgorithm.getBytes(StandardCharsets.ISO_8859_1);
        int strings = publicKey.length + space.length + hash.length + signature.length;
        ByteBuffer out = ByteBuffer.allocate(MAGIC.length + Integer.BYTES * 6 + strings);
        out.put(MAGIC).putInt(VERSION);
        out.putInt(publicKey.length).put(publicKey);
        out.putInt(space.length).put(space);
        out.putInt(0); // reserved
        out.putInt(hash.length).put(hash);
        return out.putInt(signature.length).put(signature).array();
    }

    /** Return the key's type, for example {@code ssh-ed25519}; empty where the key is torn. */
    public String keyType() {
        try {
            return text(string(ByteBuffer.wrap(publicKey)));
        } catch (BufferUnderflowException e) {
            return "";
        }
    }

    /** Return the key as people know it: {@code SHA256:...}, as {@code ssh-keygen -l} prints it. */
    public String fingerprint() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(publicKey);
            return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
