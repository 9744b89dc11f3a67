package io.seatrial.cli;

import io.seatrial.archive.signoff.BundleCheck;
import io.seatrial.archive.signoff.NoSshKeygenException;
import io.seatrial.archive.signoff.Signers;
import io.seatrial.archive.signoff.SshKeygen;
import io.seatrial.report.Texts;
import io.seatrial.report.signoff.SignOffText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks a signed record, without the cluster and without the runs. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Check a signed record: who signed it, and that nothing in it was changed, added or taken away.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:the record is whole and signed by somebody trusted, whatever its verdict",
            "1:it is not",
            "2:wrong usage or input",
            "3:ssh-keygen is not here or did not answer: cannot tell",
            "4:the check itself failed"
        })
final class VerifyCommand implements Callable<Integer> {
    private static final Duration TO_CHECK = Duration.ofSeconds(30);

    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Folder of the record.")
    Path folder;

    @Option(
            names = "--signers",
            required = true,
            paramLabel = "FILE",
            description = "Who is trusted: an allowed_signers file, or one public key (.pub).")
    Path signers;

    @Option(names = "--previous", paramLabel = "DIR", description = "The record that must be the one before it.")
    Optional<Path> previous = Optional.empty();

    @Option(
            names = "--signer",
            paramLabel = "NAME",
            description = "Who must have signed, as the allowed_signers file names the key.")
    Optional<String> signer = Optional.empty();

    @Override
    public Integer call() {
        Signers trusted = Signers.read(signers);
        if (signer.isPresent() && !trusted.named()) {
            throw new UsageException("--signer: " + signers
                    + " is a public key, which names nobody; expected an allowed_signers file beside it");
        }
        PrintWriter err = spec.commandLine().getErr();
        try {
            BundleCheck.Checked checked =
                    BundleCheck.check(folder, SshKeygen.installed(TO_CHECK).trusting(trusted), signer, previous);
            if (checked.objection().isPresent()) {
                err.println(checked.where() + ": "
                        + Texts.printable(Texts.sentence(checked.objection().get())));
                spec.commandLine().getOut().println("DOES NOT HOLD");
                return Status.DOES_NOT_HOLD;
            }
            say(checked.held().orElseThrow());
            return Status.HOLDS;
        } catch (NoSshKeygenException e) {
            err.println(e.getMessage());
            spec.commandLine().getOut().println("CANNOT TELL");
            return Status.CANNOT_TELL;
        }
    }

    private void say(BundleCheck.Held held) {
        PrintWriter out = spec.commandLine().getOut();
        SignOffText.lines(held.record()).forEach(out::println);
        out.println("verdict of the record: " + held.record().verdict());
        out.println(SignOffText.signature(held));
        out.println(SignOffText.chain(held.previous(), previous.isPresent()));
        out.println("HOLDS");
    }
}
