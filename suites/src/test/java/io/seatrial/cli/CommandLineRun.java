package io.seatrial.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What one call of the command line came to; it runs in this JVM, as the command does. */
record CommandLineRun(int status, List<String> out, String err) {
    static CommandLineRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new CommandLineRun(status, out.toString().lines().toList(), err.toString());
    }

    String lastLine() {
        return out.isEmpty() ? "" : out.get(out.size() - 1);
    }

    String text() {
        return String.join("\n", out) + "\n" + err;
    }
}
