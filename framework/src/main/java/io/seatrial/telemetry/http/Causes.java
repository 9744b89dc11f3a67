package io.seatrial.telemetry.http;

import java.util.StringJoiner;

/** Tells an exception and what caused it on one line: "PKIX path building failed" stands several causes below the one that is thrown. */
final class Causes {
    private static final int MOST = 5;

    private Causes() {}

    static String chain(Throwable failure) {
        StringJoiner text = new StringJoiner("; caused by ");
        int depth = 0;
        for (Throwable each = failure; each != null && depth < MOST; each = each.getCause()) {
            String message = each.getMessage();
            text.add(each.getClass().getSimpleName() + (message == null ? "" : ": " + message));
            depth++;
        }
        return text.toString();
    }
}
