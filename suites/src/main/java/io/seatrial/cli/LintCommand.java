package io.seatrial.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.criteria.nccl.Finding;
import io.seatrial.criteria.nccl.NcclLint;
import io.seatrial.criteria.nccl.Release;
import io.seatrial.criteria.nccl.Severity;
import io.seatrial.formats.environment.EnvironmentForm;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what a program will really do with what is set for it. */
@Command(
        name = "lint",
        mixinStandardHelpOptions = true,
        description = "Say of settings what the program that reads them will really do.",
        subcommands = LintCommand.Nccl.class)
final class LintCommand {
    /** The environment of NCCL. */
    @Command(
            name = "nccl",
            versionProvider = Version.class,
            description = "Say of every variable that is set for NCCL what NCCL will do with it, and what was probably"
                    + " meant. Exit status: 0 no error, 1 errors, 3 lines that cannot be judged.")
    static final class Nccl implements Callable<Integer> {
        @Spec
        CommandSpec spec;

        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "Show this help message and exit.")
        boolean help;

        /** The long name is that of NCCL's release here. */
        @Option(
                names = "-V",
                versionHelp = true,
                description = "Print the version of seatrial and exit; --version is the release of NCCL.")
        boolean ownVersion;

        @Parameters(
                arity = "0..*",
                paramLabel = "FILE",
                description = "Output of env, nccl.conf, /proc/PID/environ, launch script or YAML; '-' for standard"
                        + " input. Several are taken for one job: the environment wins over a nccl.conf.")
        List<String> files = List.of();

        @Option(
                names = "--cluster",
                paramLabel = "DIR",
                description = "Read the login environment, ~/.nccl.conf and /etc/nccl.conf of every host of a cluster.")
        Optional<Path> cluster = Optional.empty();

        @Option(
                names = "--version",
                paramLabel = "2.x",
                description = "Release of NCCL to judge for, 2.21 or 2.21.5; default: all of them.")
        Optional<String> version = Optional.empty();

        @Option(
                names = "--sign-off",
                description = "Take switches that no accepted cluster may have set (NCCL_IB_DISABLE=1) for errors.")
        boolean signOff;

        @Option(
                names = "--as",
                paramLabel = "FORM",
                description =
                        "How FILE is written: env, conf, environ, script or yaml; default: told by name and text.")
        Optional<String> form = Optional.empty();

        @Option(names = "--json", description = "Print one JSON object.")
        boolean json;

        @Override
        public Integer call() throws IOException {
            if (files.isEmpty() == cluster.isEmpty()) {
                throw new UsageException(
                        "lint nccl: expected either FILE or --cluster DIR; see 'seatrial lint nccl --help'");
            }
            NcclLint lint = new NcclLint(version.map(Nccl::release), signOff);
            if (cluster.isPresent()) {
                Cluster read = ClusterFile.read(cluster.get());
                return new LintedHosts(lint, LintedHosts.read(read)).show(json, out());
            }
            Optional<EnvironmentForm> as = form.map(Nccl::form);
            List<LintFile.Read> read = files.stream()
                    .map(file -> LintFile.read(file, as))
                    .sorted(Comparator.comparing(one -> one.source().form() == EnvironmentForm.CONF_FILE))
                    .toList();
            return show(lint, read);
        }

        private PrintWriter out() {
            return spec.commandLine().getOut();
        }

        private static Release release(String text) {
            try {
                return Release.of(text);
            } catch (IllegalArgumentException e) {
                throw new UsageException("--version: " + e.getMessage());
            }
        }

        private static EnvironmentForm form(String text) {
            return Arrays.stream(EnvironmentForm.values())
                    .filter(one -> one.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("--as: expected one of "
                            + Arrays.stream(EnvironmentForm.values())
                                    .map(EnvironmentForm::text)
                                    .collect(Collectors.joining(", "))
                            + ", got '" + text + "'"));
        }

        private int show(NcclLint lint, List<LintFile.Read> read) {
            List<NcclLint.Source> sources =
                    read.stream().map(LintFile.Read::source).toList();
            List<Finding> findings = lint.look(sources);
            if (json) {
                ObjectNode all = LintText.json(lint);
                read.forEach(one -> all.withArray("sources").add(LintText.json(one)));
                all.set("findings", LintText.json(findings));
                out().println(all.toPrettyString());
            } else {
                findings.forEach(finding -> out().println(finding.text()));
                read.forEach(one -> out().println(LintText.form(one)));
                long variables =
                        sources.stream().mapToLong(NcclLint.Source::variables).sum();
                out().println(LintText.count(findings) + " in " + variables
                        + (variables == 1 ? " setting" : " settings")
                        + " of NCCL; judged for "
                        + LintText.releases(lint));
            }
            int status = status(findings);
            boolean unread = read.stream().anyMatch(one -> one.unread() > 0);
            return status == Status.HOLDS && unread ? Status.CANNOT_TELL : status;
        }
    }

    private LintCommand() {}

    static int status(List<Finding> findings) {
        if (findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR)) {
            return Status.DOES_NOT_HOLD;
        }
        return findings.stream().anyMatch(Finding::isNotJudged) ? Status.CANNOT_TELL : Status.HOLDS;
    }
}
