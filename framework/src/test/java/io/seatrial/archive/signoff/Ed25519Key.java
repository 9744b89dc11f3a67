package io.seatrial.archive.signoff;

import io.seatrial.measurement.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Signs and checks within this JVM as ssh-keygen does with a key of type ssh-ed25519, so that hundreds of thousands of signatures can be
 * looked at. The services profile holds it against ssh-keygen itself.
 */
final class Ed25519Key implements SignatureTrust {
    private static final String TYPE = "ssh-ed25519";
    /** What stands before the 32 bytes of a key in the form that Java reads. */
    private static final int X509_HEAD = 12;

    private final KeyPair pair;
    /** The same bytes give the same answer, and most flips are in neither of the two files. */
    private byte[] seen = new byte[0];

    private boolean seenGood;

    private Ed25519Key(KeyPair pair) {
        this.pair = pair;
    }

    static Ed25519Key make() {
        try {
            return new Ed25519Key(KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Return the key as a line of a {@code .pub} file. */
    String publicLine() {
        return TYPE + " " + Base64.getEncoder().encodeToString(wireKey());
    }

    /** Sign a file; the signature lies beside it. */
    void sign(Path file) {
        try {
            Files.write(Path.of(file + ".sig"), signature(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] signature(byte[] message) {
        return signature(message, SshKeygen.NAMESPACE);
    }

    byte[] signature(byte[] message, String namespace) {
        try {
            Signature signing = Signature.getInstance("Ed25519");
            signing.initSign(pair.getPrivate());
            signing.update(signed(namespace, "sha512", message));
            byte[] blob = joined(string(TYPE.getBytes(StandardCharsets.US_ASCII)), string(signing.sign()));
            return file(wireKey(), namespace, blob);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] file(byte[] key, String namespace, byte[] blob) {
        byte[] all = joined(
                "SSHSIG".getBytes(StandardCharsets.US_ASCII),
                new byte[] {0, 0, 0, 1},
                string(key),
                string(namespace.getBytes(StandardCharsets.US_ASCII)),
                string(new byte[0]),
                string("sha512".getBytes(StandardCharsets.US_ASCII)),
                string(blob));
        // lines of 70, which is no multiple of 4: the encoder for MIME cannot do them
        String joined = Base64.getEncoder().encodeToString(all);
        StringBuilder lines = new StringBuilder("-----BEGIN SSH SIGNATURE-----\n");
        for (int from = 0; from < joined.length(); from += 70) {
            lines.append(joined, from, Math.min(joined.length(), from + 70)).append('\n');
        }
        return lines.append("-----END SSH SIGNATURE-----\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Take a signature for good if this key made it over what is given, and for this namespace. */
    @Override
    public Found look(byte[] manifest, byte[] file, Optional<String> claimed) {
        byte[] both = joined(string(manifest), file);
        if (!Arrays.equals(both, seen)) {
            SshSignature read = SshSignature.parse(file);
            seenGood = Arrays.equals(read.publicKey(), wireKey())
                    && read.namespace().equals(SshKeygen.NAMESPACE)
                    && verifies(read, manifest);
            seen = both;
        }
        boolean good = seenGood;
        return new Found(
                claimed.or(() -> Optional.of("ada@example.com")),
                good
                        ? Optional.empty()
                        : Optional.of(Message.of("signoff.untrusted", "signers", "-", "signer", "-", "said", "-")));
    }

    private boolean verifies(SshSignature read, byte[] message) {
        try {
            byte[] head = string(TYPE.getBytes(StandardCharsets.US_ASCII));
            byte[] blob = read.signature();
            if (blob.length != head.length + Integer.BYTES + 64
                    || !Arrays.equals(head, Arrays.copyOf(blob, head.length))
                    || ByteBuffer.wrap(blob, head.length, Integer.BYTES).getInt() != 64
                    || !(read.hashAlgorithm().equals("sha512")
                            || read.hashAlgorithm().equals("sha256"))) {
                return false;
            }
            PublicKey key = pair.getPublic();
            Signature checking = Signature.getInstance("Ed25519");
            checking.initVerify(key);
            checking.update(signed(read.namespace(), read.hashAlgorithm(), message));
            return checking.verify(Arrays.copyOfRange(blob, head.length + Integer.BYTES, blob.length));
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private byte[] wireKey() {
        byte[] encoded = pair.getPublic().getEncoded();
        return joined(
                string(TYPE.getBytes(StandardCharsets.US_ASCII)),
                string(Arrays.copyOfRange(encoded, X509_HEAD, encoded.length)));
    }

    private static byte[] signed(String namespace, String hash, byte[] message) throws GeneralSecurityException {
        String java = hash.equals("sha512") ? "SHA-512" : "SHA-256";
        return joined(
                "SSHSIG".getBytes(StandardCharsets.US_ASCII),
                string(namespace.getBytes(StandardCharsets.US_ASCII)),
                string(new byte[0]),
                string(hash.getBytes(StandardCharsets.US_ASCII)),
                string(MessageDigest.getInstance(java).digest(message)));
    }

    static byte[] string(byte[] bytes) {
        return ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    static byte[] joined(byte[]... parts) {
        ByteBuffer all =
                ByteBuffer.allocate(Arrays.stream(parts).mapToInt(p -> p.length).sum());
        Arrays.stream(parts).forEach(all::put);
        return all.array();
    }
}
