package io.seatrial.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.seatrial.formats.Format;
import io.seatrial.formats.FormatJson;
import io.seatrial.formats.Formats;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads what a tool, switch or log printed, and prints it as JSON or as a table. */
@Command(
        name = "read",
        mixinStandardHelpOptions = true,
        description =
                "Read what a tool, switch or log printed; prints one JSON object, null where the text does not tell.")
final class ReadCommand implements Callable<Integer> {
    private static final String AUTO = "auto";
    private static final String STDIN = "-";

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", arity = "0..1", paramLabel = "FORMAT", description = "Name of a format, or 'auto'.")
    String format;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "File to read, or '-' for standard input.")
    String file;

    @Option(names = "--list", description = "List the formats, one a line.")
    boolean list;

    @Option(names = "--table", description = "Print tables for people instead of JSON.")
    boolean table;

    @Option(
            names = "--batch",
            description = "Read lines 'FORMAT<TAB>FILE' from standard input; prints one JSON object a line,"
                    + " {\"error\": ...} where a file cannot be read.")
    boolean batch;

    @Override
    public Integer call() throws IOException {
        if (list) {
            return list();
        }
        if (batch) {
            return batch();
        }
        if (format == null || file == null) {
            throw new UsageException("read: expected FORMAT FILE, '--list' or '--batch'; see 'seatrial read --help'");
        }
        Object read = read(format, file);
        out().println(table ? ReadTable.of(FormatJson.tree(read)) : FormatJson.pretty(read));
        return Status.HOLDS;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private int list() {
        int width = Formats.all().stream().mapToInt(f -> f.id().length()).max().orElse(0);
        for (Format<?> each : Formats.all()) {
            out().println(each.id() + " ".repeat(width - each.id().length() + 2) + each.about());
        }
        return Status.HOLDS;
    }

    /** One start of the program for many files: starting costs more than reading. */
    private int batch() throws IOException {
        BufferedReader jobs = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int status = Status.HOLDS;
        for (String job = jobs.readLine(); job != null; job = jobs.readLine()) {
            try {
                out().println(FormatJson.line(job(job)));
            } catch (UsageException e) {
                status = Status.USAGE;
                out().println(JsonNodeFactory.instance.objectNode().put("error", e.getMessage()));
            }
        }
        return status;
    }

    private static Object job(String job) throws IOException {
        int tab = job.indexOf('\t');
        if (tab < 0) {
            throw new UsageException("read --batch: found '" + job + "'; expected FORMAT, a tab, FILE");
        }
        return read(job.substring(0, tab), job.substring(tab + 1));
    }

    private static Object read(String format, String file) throws IOException {
        try (Source source = open(file)) {
            Format<?> reader = format.equals(AUTO) ? recognised(source, file) : named(format);
            return Composed.of(read(reader, source, file));
        }
    }

    private static Object read(Format<?> reader, Source source, String file) {
        try {
            return reader.read(source);
        } catch (FormatException e) {
            throw new UsageException(name(file) + ": not " + reader.id() + ": " + e.getMessage());
        }
    }

    private static Source open(String file) throws IOException {
        if (file.equals(STDIN)) {
            return Source.of(System.in);
        }
        Path path = Path.of(file);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new UsageException(
                    file + ": no file that can be read; expected a text file, or '-' for standard input");
        }
        return Source.of(path);
    }

    private static String name(String file) {
        return file.equals(STDIN) ? "standard input" : file;
    }

    private static Format<?> named(String id) {
        return Formats.byId(id)
                .orElseThrow(() -> new UsageException(
                        "no format '" + id + "'; expected " + AUTO + " or a name that 'seatrial read --list' shows"));
    }

    private static Format<?> recognised(Source source, String file) {
        List<Format<?>> like = Formats.like(source.head());
        if (like.size() == 1) {
            return like.get(0);
        }
        String names = like.stream().map(Format::id).collect(Collectors.joining(", "));
        throw new UsageException(name(file) + ": "
                + (like.isEmpty() ? "no format is recognised by its first 64 KiB" : "could be any of " + names)
                + "; expected FORMAT by name, see 'seatrial read --list'");
    }
}
