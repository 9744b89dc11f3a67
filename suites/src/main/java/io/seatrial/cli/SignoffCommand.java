package io.seatrial.cli;

import io.seatrial.archive.signoff.Bundle;
import io.seatrial.archive.signoff.BundleCheck;
import io.seatrial.archive.signoff.BundleDraft;
import io.seatrial.archive.signoff.PreviousRecord;
import io.seatrial.archive.signoff.SignOffRecord;
import io.seatrial.archive.signoff.SshKeygen;
import io.seatrial.criteria.proof.Proofs;
import io.seatrial.report.Texts;
import io.seatrial.report.page.SignOffPage;
import io.seatrial.report.signoff.PrintedPage;
import io.seatrial.report.signoff.SignOffText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Signs what runs prove of a cluster. */
@Command(
        name = "signoff",
        mixinStandardHelpOptions = true,
        description = "Sign what one or several runs prove of a cluster, as a folder that 'seatrial verify' checks."
                + " The last line and the exit status are the verdict; a rejected cluster is signed too.")
final class SignoffCommand implements Callable<Integer> {
    /** A person types a passphrase or touches a key in that time. */
    private static final Duration TO_SIGN = Duration.ofSeconds(90);

    @Spec
    CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "RUN",
            description = "Ids or folders of runs, or 'latest': the latest run that could decide counts.")
    List<String> names;

    @Mixin
    RunsOption runs;

    @Option(
            names = "--key",
            required = true,
            paramLabel = "FILE",
            description = "Private SSH key that signs, or the public half of one that ssh-agent holds.")
    Path key;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "Folder of the record; a new one.")
    Path out;

    @Option(
            names = "--previous",
            paramLabel = "DIR",
            description = "The record before this one; without it this is the first of its chain.")
    Optional<Path> previous = Optional.empty();

    @Option(
            names = "--signer",
            paramLabel = "NAME",
            description = "Who signs, as allowed_signers files name the key, for example ada@example.com.")
    Optional<String> signer = Optional.empty();

    @Option(
            names = "--full",
            description = "Put everything of the runs into the record, not only what identifies them.")
    boolean full;

    @Override
    public Integer call() throws IOException {
        signer.filter(String::isBlank).ifPresent(blank -> {
            throw new UsageException("--signer: expected a name, got '" + blank + "'");
        });
        SshKeygen.requireReadable(key);
        try (BundleDraft draft = BundleDraft.begin(out)) {
            SignedRuns signed = SignedRuns.read(runs.folder, names);
            PreviousRecord before = previous.map(folder ->
                            BundleCheck.asPrevious(folder, signed.cluster().name(), Texts::sentence))
                    .orElse(PreviousRecord.NONE);
            Instant now = Instant.now();
            Proofs proofs = signed.proofs(Recorded.day(now));
            SignOffRecord record = Recorded.of(signed, proofs, signer, now, full);
            fill(draft, signed, record, before);
            SshKeygen keygen = SshKeygen.installed(TO_SIGN);
            Path bundle = draft.seal(record, before, file -> keygen.sign(key, file));
            say(bundle, record);
            return proofs.overall().exitStatus();
        }
    }

    private void fill(BundleDraft draft, SignedRuns signed, SignOffRecord record, PreviousRecord before) {
        draft.putInputs(signed.newest().archive().inputs());
        signed.list()
                .forEach(run ->
                        draft.putRun(run.archive().header().run(), run.archive().folder(), full));
        String page = SignOffPage.html(record, before);
        draft.put(Bundle.PAGE, page.getBytes(StandardCharsets.UTF_8));
        draft.put(Bundle.PRINTED, PrintedPage.pdf(page));
    }

    private void say(Path bundle, SignOffRecord record) {
        PrintWriter to = spec.commandLine().getOut();
        SignOffText.lines(record).forEach(to::println);
        to.println("record: " + bundle.resolve(Bundle.PAGE));
        to.println(record.verdict());
    }
}
