package io.seatrial.archive.signoff;

import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.Folders;
import io.seatrial.measurement.Message;
import io.seatrial.transport.local.LocalCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Signs and checks with the {@code ssh-keygen} of this machine (OpenSSH 8.1 and later).
 *
 * @param program {@code ssh-keygen}, or its path
 * @param environment what it sees beside this program's environment
 * @param deadline how long one call may take; signing may wait for a person who types a passphrase or touches a key
 */
public record SshKeygen(String program, Map<String, String> environment, Duration deadline) {
    /** What records are signed for: a signature for anything else says nothing here. */
    public static final String NAMESPACE = "seatrial-signoff";

    private static final int SHOWN_LINES = 3;

    public SshKeygen {
        environment = Map.copyOf(environment);
    }

    /** Return the program of this machine, with words that can be read by programs. */
    public static SshKeygen installed(Duration deadline) {
        return new SshKeygen("ssh-keygen", Map.of("LC_ALL", "C"), deadline);
    }

    /**
     * Sign a file; the signature lies beside it as {@code FILE.sig}.
     *
     * @param key a private key, or the public half of one that {@code ssh-agent} holds
     * @throws ArchiveException if the key cannot sign
     * @throws NoSshKeygenException if there is no ssh-keygen, or it waited for somebody until the deadline
     */
    public void sign(Path key, Path file) {
        requireReadable(key);
        LocalCommand.Ended ended = run(
                List.of("-Y", "sign", "-f", key.toAbsolutePath().toString(), "-n", NAMESPACE, file.toString()),
                Optional.empty());
        if (!ended.good() || Files.notExists(Path.of(file + ".sig"))) {
            throw new ArchiveException(
                    "key " + key + ": ssh-keygen did not sign (" + said(ended)
                            + "); expected a private key that this user alone may read (mode 600), its passphrase typed at"
                            + " the terminal or the key held by ssh-agent",
                    null);
        }
    }

    /**
     * Refuse a key that cannot be a key, before anything is made that it would sign.
     *
     * @throws ArchiveException if there is no such file, or it cannot be read
     */
    public static void requireReadable(Path key) {
        if (!Files.isRegularFile(key) || !Files.isReadable(key)) {
            throw new ArchiveException(
                    "key " + key + ": " + (Files.exists(key) ? "no file that this user may read" : "no such file")
                            + "; expected a private key of OpenSSH, or the public half of one that ssh-agent holds",
                    null);
        }
    }

    /** Return what trusts the signers of a file. */
    public SignatureTrust trusting(Signers signers) {
        return (manifest, file, claimed) -> {
            try {
                Path folder = Files.createTempDirectory("seatrial-verify-");
                try {
                    return look(signers, Files.write(folder.resolve("manifest"), manifest), folder, file, claimed);
                } finally {
                    Folders.remove(folder);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot keep what ssh-keygen is to look at: " + e, e);
            }
        };
    }

    private SignatureTrust.Found look(
            Signers signers, Path manifest, Path folder, byte[] file, Optional<String> claimed) throws IOException {
        Path signature = Files.write(folder.resolve("signature"), file);
        Path allowed = Files.write(folder.resolve("allowed_signers"), signers.lines());
        Optional<String> named = signers.named() ? claimed : Optional.of(Signers.BARE_KEY);
        Optional<String> as = named.or(() -> principal(allowed, signature));
        if (as.isEmpty()) {
            return new SignatureTrust.Found(as, Optional.of(untrusted(signers, "-", "No principal matched.")));
        }
        LocalCommand.Ended ended = run(
                List.of(
                        "-Y",
                        "verify",
                        "-f",
                        allowed.toString(),
                        "-I",
                        as.get(),
                        "-n",
                        NAMESPACE,
                        "-s",
                        signature.toString()),
                Optional.of(manifest));
        Optional<String> shown = signers.named() ? as : Optional.empty();
        return new SignatureTrust.Found(
                shown,
                ended.good()
                        ? Optional.empty()
                        : Optional.of(untrusted(
                                signers, shown.orElse("-"), said(ended).replace(folder + "/", ""))));
    }

    private static Message untrusted(Signers signers, String principal, String said) {
        return Message.of("signoff.untrusted", "signers", signers.file().toString(), "signer", principal, "said", said);
    }

    /** A line may name several people for one key; the first of them will do where nobody in particular is claimed. */
    private Optional<String> principal(Path allowed, Path signature) {
        LocalCommand.Ended ended = run(
                List.of("-Y", "find-principals", "-f", allowed.toString(), "-s", signature.toString()),
                Optional.of(signature));
        if (!ended.good()) {
            return Optional.empty();
        }
        return ended.out()
                .lines()
                .flatMap(line -> List.of(line.split(",")).stream())
                .map(String::strip)
                .filter(name -> !name.isEmpty() && !name.startsWith("!"))
                .findFirst();
    }

    private LocalCommand.Ended run(List<String> arguments, Optional<Path> input) {
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(arguments);
        LocalCommand.Ended ended;
        try {
            ended = new LocalCommand(words, environment, deadline).run(input);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep what ssh-keygen says: " + e, e);
        }
        if (ended.how() == LocalCommand.How.NOT_STARTED) {
            throw new NoSshKeygenException(
                    program + " cannot be started (" + ended.err() + "); expected OpenSSH 8.1 or later on the PATH");
        }
        if (ended.how() == LocalCommand.How.LATE) {
            throw new NoSshKeygenException(program + " did not come to its end within " + deadline.toSeconds()
                    + " s; expected a passphrase or a touch within that time, or a key that ssh-agent holds");
        }
        return ended;
    }

    /** Its complaints without the frames of signs around its warnings. */
    private static String said(LocalCommand.Ended ended) {
        String said = (ended.err() + "\n" + ended.out())
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("@"))
                .limit(SHOWN_LINES)
                .collect(Collectors.joining("; "));
        return said.isEmpty() ? "status " + ended.status() : said;
    }
}
