package io.seatrial.archive.signoff;

import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.Manifest;
import io.seatrial.measurement.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Checks a bundle from the outside to the inside: the form of the signature, who signed, every file, what the record says of its runs, and
 * the record before it. The first thing that is wrong ends it.
 */
public final class BundleCheck {
    private final Path folder;
    private final SignatureTrust trust;
    private final Optional<String> signer;

    private byte[] manifestBytes;
    private byte[] signatureBytes;
    private SshSignature signature;
    private Optional<String> principal = Optional.empty();
    private SignOffRecord record;
    private PreviousRecord previous;

    private BundleCheck(Path folder, SignatureTrust trust, Optional<String> signer) {
        this.folder = folder;
        this.trust = trust;
        this.signer = signer;
    }

    /**
     * What a bundle holds.
     *
     * @param record what was signed
     * @param previous the record before it
     * @param principal as whom the signer is trusted; empty where a key is trusted that names nobody
     * @param key the key that signed, as {@code SHA256:...}
     * @param keyType for example {@code ssh-ed25519}
     */
    public record Held(
            SignOffRecord record, PreviousRecord previous, Optional<String> principal, String key, String keyType) {}

    /**
     * What the check came to.
     *
     * @param objection the first thing that is wrong, empty where all holds
     * @param where the bundle that is wrong: this one, or the one before it
     * @param held what the bundle holds; present where there is no objection
     */
    public record Checked(Optional<Message> objection, Path where, Optional<Held> held) {}

    /**
     * Check a bundle.
     *
     * @param trust who is trusted
     * @param signer who must have signed, where somebody in particular must
     * @param before the bundle that must be the one before it, where it is at hand
     * @throws ArchiveException if there is no such folder
     * @throws NoSshKeygenException if it cannot be told
     */
    public static Checked check(Path folder, SignatureTrust trust, Optional<String> signer, Optional<Path> before) {
        BundleCheck check = new BundleCheck(requireFolder(folder), trust, signer);
        Optional<Message> objection = Stream.<Supplier<Optional<Message>>>of(
                        check::form, check::signed, check::files, check::read, check::claim, check::runs)
                .map(Supplier::get)
                .flatMap(Optional::stream)
                .findFirst();
        if (objection.isPresent()) {
            return new Checked(objection, folder, Optional.empty());
        }
        return before.map(check::chain).orElseGet(() -> check.concluded(Optional.empty()));
    }

    /**
     * Check all of a bundle but who signed it: for the one that a new record is to follow.
     *
     * @throws ArchiveException if something is wrong with it
     */
    public static PreviousRecord asPrevious(Path folder, String cluster, Function<Message, String> say) {
        SignatureTrust anybody = (manifest, file, claimed) -> new SignatureTrust.Found(claimed, Optional.empty());
        Checked checked = check(folder, anybody, Optional.empty(), Optional.empty());
        checked.objection().ifPresent(objection -> {
            throw new ArchiveException("previous record " + folder + ": " + say.apply(objection), null);
        });
        SignOffRecord record = checked.held().orElseThrow().record();
        if (!record.cluster().name().equals(cluster)) {
            throw new ArchiveException(
                    "previous record " + folder + ": it is of cluster "
                            + record.cluster().name() + "; expected one of " + cluster,
                    null);
        }
        return link(folder, record);
    }

    private static PreviousRecord link(Path folder, SignOffRecord record) {
        return new PreviousRecord(
                PreviousRecord.FORMAT,
                false,
                Optional.of(record.id()),
                Optional.of(Manifest.hash(folder.resolve(Manifest.NAME))),
                Optional.of(Manifest.hash(folder.resolve(Bundle.SIGNATURE))));
    }

    private static Path requireFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new ArchiveException(
                    folder + ": " + (Files.exists(folder) ? "no folder" : "no such folder")
                            + "; expected the folder that 'seatrial signoff --out' made",
                    null);
        }
        return folder;
    }

    private Optional<Message> form() {
        for (String name : List.of(Manifest.NAME, Bundle.SIGNATURE)) {
            if (!Files.isRegularFile(folder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                return Optional.of(Message.of("signoff.no-file", "file", name));
            }
        }
        manifestBytes = bytes(Manifest.NAME);
        signatureBytes = bytes(Bundle.SIGNATURE);
        try {
            signature = SshSignature.parse(signatureBytes);
        } catch (IllegalArgumentException e) {
            return Optional.of(Message.of(
                    "signoff.no-signature", "file", Bundle.SIGNATURE, "why", String.valueOf(e.getMessage())));
        }
        return signature.namespace().equals(SshKeygen.NAMESPACE)
                ? Optional.empty()
                : Optional.of(Message.of(
                        "signoff.other-namespace", "expected", SshKeygen.NAMESPACE, "seen", signature.namespace()));
    }

    private Optional<Message> signed() {
        SignatureTrust.Found found = trust.look(manifestBytes, signatureBytes, signer);
        principal = found.principal();
        return found.objection();
    }

    private Optional<Message> files() {
        Manifest manifest;
        try {
            manifest = Manifest.read(folder.resolve(Manifest.NAME));
        } catch (ArchiveException e) {
            return Optional.of(Message.of("signoff.no-manifest", "why", e.getMessage()));
        }
        if (!Arrays.equals(manifest.bytes(), manifestBytes)) {
            return Optional.of(Message.of("signoff.manifest-moved", "file", Manifest.NAME));
        }
        return manifest.check(folder, Bundle::isListed).stream().findFirst().map(found -> different(found, manifest));
    }

    private Message different(Manifest.Difference found, Manifest manifest) {
        return found.kind() == Manifest.Difference.Kind.CHANGED
                ? Message.of(
                        "signoff.file-differs",
                        "file",
                        found.path(),
                        "expected",
                        manifest.hashes().get(found.path()),
                        "seen",
                        Manifest.hash(folder.resolve(found.path())))
                : Message.of(
                        "signoff.file-set",
                        "file",
                        found.path(),
                        "what",
                        found.kind().words());
    }

    private Optional<Message> read() {
        try {
            record = Bundle.read(folder.resolve(Bundle.RECORD), SignOffRecord.class);
            previous = Bundle.read(folder.resolve(Bundle.PREVIOUS), PreviousRecord.class);
        } catch (ArchiveException e) {
            return Optional.of(Message.of("signoff.no-record", "why", e.getMessage()));
        }
        return record.format() == SignOffRecord.FORMAT && previous.format() == PreviousRecord.FORMAT
                ? Optional.empty()
                : Optional.of(Message.of("signoff.other-format", "expected", (long) SignOffRecord.FORMAT, "seen", (long)
                        record.format()));
    }

    /** The name that the record claims must be the name that the key is trusted for. */
    private Optional<Message> claim() {
        Optional<String> claimed = record.signer();
        Optional<String> wanted = signer.or(() -> principal);
        if (claimed.isEmpty() || wanted.isEmpty() || claimed.equals(wanted)) {
            return Optional.empty();
        }
        if (signer.isEmpty()) {
            SignatureTrust.Found found = trust.look(manifestBytes, signatureBytes, claimed);
            if (found.objection().isEmpty()) {
                principal = found.principal();
                return Optional.empty();
            }
        }
        return Optional.of(Message.of("signoff.other-signer", "claimed", claimed.get(), "expected", wanted.get()));
    }

    private Optional<Message> runs() {
        return new RunsCheck(folder, record).objection();
    }

    private Checked concluded(Optional<Message> objection) {
        Held held = new Held(record, previous, principal, signature.fingerprint(), signature.keyType());
        return new Checked(objection, folder, objection.isPresent() ? Optional.empty() : Optional.of(held));
    }

    /** The one before must hold by itself, signed by somebody who is trusted, and be the very one that this record names. */
    private Checked chain(Path before) {
        Checked checked = check(before, trust, Optional.empty(), Optional.empty());
        if (checked.objection().isPresent()) {
            return checked;
        }
        PreviousRecord there = link(before, checked.held().orElseThrow().record());
        return concluded(there.equals(previous) ? Optional.empty() : Optional.of(other(there)));
    }

    private Message other(PreviousRecord there) {
        return previous.first()
                ? Message.of("signoff.is-first", "record", record.id(), "seen", said(there))
                : Message.of(
                        "signoff.other-previous",
                        "record",
                        record.id(),
                        "expected",
                        said(previous),
                        "seen",
                        said(there));
    }

    private static String said(PreviousRecord link) {
        return link.record().orElse("-") + " (manifest " + link.manifest().orElse("-") + ", signature "
                + link.signature().orElse("-") + ")";
    }

    private byte[] bytes(String name) {
        try {
            return Files.readAllBytes(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder.resolve(name) + ": " + e, e);
        }
    }
}
