package io.seatrial.cli;

import io.seatrial.run.Progress;
import java.io.PrintWriter;
import java.util.Locale;

/** Shows how far a run is: on a terminal one live line per phase, elsewhere one line when a phase is over. */
final class Terminal implements Progress {
    private static final double NANOS = 1e9;

    private final PrintWriter err;
    private final boolean live;
    private String phase = "";
    private int total;
    private int done;
    private int bad;
    private long started;

    Terminal(PrintWriter err) {
        this.err = err;
        this.live = System.console() != null && !"dumb".equals(System.getenv("TERM"));
    }

    @Override
    public void phase(String name, int size) {
        finish();
        phase = name;
        total = size;
        done = 0;
        bad = 0;
        started = System.nanoTime();
        show();
    }

    @Override
    public void done(boolean good) {
        done++;
        bad += good ? 0 : 1;
        show();
    }

    @Override
    public void remark(String text) {
        err.println((live ? "\r\u001b[K" : "") + text);
        show();
    }

    /** End the line of the last phase. */
    void finish() {
        if (!phase.isEmpty()) {
            err.println((live ? "\r\u001b[K" : "") + line());
            phase = "";
        }
    }

    private void show() {
        if (live) {
            err.print("\r\u001b[K" + line());
            err.flush();
        }
    }

    private String line() {
        double seconds = (System.nanoTime() - started) / NANOS;
        String rate = seconds > 0.1 ? String.format(Locale.ROOT, ", %.1f/s", done / seconds) : "";
        String left = live && done > 0 && done < total
                ? String.format(Locale.ROOT, ", %.0f s left", seconds / done * (total - done))
                : "";
        String failures = bad > 0 ? ", " + bad + " without result" : "";
        return String.format(
                Locale.ROOT, "%-32s %d/%d in %.1f s%s%s%s", phase, done, total, seconds, rate, failures, left);
    }
}
