package io.seatrial.cli;

import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.history.HistoryException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Accepts or rejects the network of an AI training cluster. */
@Command(
        name = "seatrial",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Accepts or rejects the network of an AI training cluster.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:accepted; holds",
            "1:rejected; does not hold",
            "2:wrong usage or input",
            "3:not proven; cannot tell",
            "4:the run itself failed or was interrupted"
        })
public final class Main {
    private static final List<Class<?>> COMMANDS = List.of(
            RunCommand.class,
            PlanCommand.class,
            JudgeCommand.class,
            ReportCommand.class,
            BaselineCommand.class,
            CompareCommand.class,
            ExperimentCommand.class,
            HistoryCommand.class,
            SignoffCommand.class,
            VerifyCommand.class,
            InventoryCommand.class,
            ReadCommand.class,
            LintCommand.class,
            CheckCommand.class,
            ExplainCommand.class,
            LabCommand.class,
            CleanupCommand.class,
            QuarantineCommand.class,
            CommandLine.HelpCommand.class);

    private Main() {}

    /** Run a command and end with its status. */
    public static void main(String[] arguments) {
        System.exit(execute(new PrintWriter(System.out, true), new PrintWriter(System.err, true), arguments));
    }

    static int execute(PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine line = new CommandLine(new Main());
        addCommands(line, arguments.length == 0 ? "" : arguments[0]);
        line.setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Main::explain)
                .setExecutionStrategy(Main::orHelp);
        return line.execute(arguments);
    }

    /** Looking through a command's options takes long, so it is done for the named one alone; an overview needs names and descriptions. */
    private static void addCommands(CommandLine line, String first) {
        Optional<Class<?>> named = COMMANDS.stream()
                .filter(type -> type.getSimpleName().equalsIgnoreCase(first + "Command"))
                .filter(type -> type != CommandLine.HelpCommand.class)
                .findFirst();
        boolean overview = List.of("-h", "--help").contains(first);
        if (named.isPresent()) {
            line.addSubcommand(named.get());
        } else {
            COMMANDS.forEach(type -> addCommand(line, type, overview));
        }
    }

    private static void addCommand(CommandLine line, Class<?> type, boolean overview) {
        if (overview) {
            Command command = type.getAnnotation(Command.class);
            CommandSpec spec = CommandSpec.create();
            spec.usageMessage().description(command.header().length > 0 ? command.header() : command.description());
            line.addSubcommand(command.name(), spec);
        } else {
            line.addSubcommand(type);
        }
    }

    private static int orHelp(ParseResult parsed) {
        if (!parsed.hasSubcommand() && !parsed.isUsageHelpRequested() && !parsed.isVersionHelpRequested()) {
            parsed.commandSpec()
                    .commandLine()
                    .usage(parsed.commandSpec().commandLine().getErr());
            return Status.USAGE;
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    /** picocli says 1 for any exception, which means rejected here. */
    private static int explain(Exception failure, CommandLine line, ParseResult parsed) {
        PrintWriter err = line.getErr();
        if (isInput(failure)) {
            err.println(failure.getMessage());
            return Status.USAGE;
        }
        err.println("seatrial: " + Failures.text(failure));
        if (System.getenv("SEATRIAL_DEBUG") != null) {
            failure.printStackTrace(err);
        }
        return Status.FAILED;
    }

    private static boolean isInput(Exception failure) {
        return failure instanceof UsageException
                || failure instanceof ArchiveException
                || failure instanceof HistoryException history && history.isInput()
                || failure instanceof io.seatrial.inventory.InventoryException
                || failure instanceof io.seatrial.criteria.InvalidFileException
                || failure instanceof io.seatrial.baseline.InvalidBaselineException;
    }
}
