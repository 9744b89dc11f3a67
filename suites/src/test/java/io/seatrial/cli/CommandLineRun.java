package io.seatrial.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What one call of the command line came to; it runs in this JVM, as the command does. */
public record CommandLineRun(int status, List<String> out, String err) {
    /** Run a command to its end. */
    public static CommandLineRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new CommandLineRun(status, out.toString().lines().toList(), err.toString());
    }

    /** Return the verdict. */
    public String lastLine() {
        return out.isEmpty() ? "" : out.get(out.size() - 1);
    }

    /** Return everything that was said. */
    public String text() {
        return String.join("\n", out) + "\n" + err;
    }
}
