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
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
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

    /** One start of the program for many files: starting costs more than reading. Every line gets its answer, whatever happens to the one before. */
    private int batch() throws IOException {
        BufferedReader jobs = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int status = Status.HOLDS;
        for (String job = jobs.readLine(); job != null; job = jobs.readLine()) {
            try {
                out().println(FormatJson.line(job(job)));
            } catch (UsageException | ReaderDefect e) {
                status = Status.USAGE;
                out().println(JsonNodeFactory.instance.objectNode().put("error", e.getMessage()));
            }
        }
        return status;
    }

    private static Object job(String job) {
        int tab = job.indexOf('\t');
        if (tab < 0) {
            throw new UsageException("read --batch: found '" + job + "'; expected FORMAT, a tab, FILE");
        }
        return read(job.substring(0, tab), job.substring(tab + 1));
    }

    private static Object read(String format, String file) {
        try (Source source = open(file)) {
            Format<?> reader = format.equals(AUTO) ? recognised(source, file) : named(format);
            return read(reader, source, file);
        } catch (IOException e) {
            throw unreadable(file, e);
        } catch (UncheckedIOException e) {
            throw unreadable(file, e.getCause());
        }
    }

    private static Object read(Format<?> reader, Source source, String file) {
        try {
            return Composed.of(reader.read(source));
        } catch (FormatException e) {
            throw new UsageException(name(file) + ": not " + reader.id() + ": " + e.getMessage());
        } catch (UncheckedIOException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            throw new ReaderDefect(name(file), reader.id(), e);
        }
    }

    private static Source open(String file) throws IOException {
        if (file.equals(STDIN)) {
            return Source.of(System.in);
        }
        Path path = path(file);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new UsageException(
                    file + ": no file that can be read; expected a text file, or '-' for standard input");
        }
        return Source.of(path);
    }

    private static Path path(String file) {
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw new UsageException("'" + file + "': no name of a file: " + e.getReason());
        }
    }

    /** A file that opens and then gives no bytes, as some of /proc and /sys, or one on a disk that fails. */
    private static UsageException unreadable(String file, IOException cause) {
        return new UsageException(name(file) + ": cannot be read: " + cause.getMessage()
                + "; expected a text file, or '-' for standard input");
    }

    /** A reader failed on a text that it should have read or refused: no fault of the user, so the file and what failed are named. */
    private static final class ReaderDefect extends RuntimeException {
        private static final long serialVersionUID = 1;

        ReaderDefect(String file, String format, Throwable cause) {
            super(
                    file + ": the reader of " + format + " failed (" + cause
                            + "), which is a defect of the reader; expected a record or an error with its line. Report it"
                            + " with the file",
                    cause);
        }
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
