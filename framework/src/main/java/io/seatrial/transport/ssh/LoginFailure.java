package io.seatrial.transport.ssh;

import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.util.Optional;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;

/**
 * Why one try to log in failed.
 *
 * @param attempt the try
 * @param kind what it means
 * @param cause what was seen first
 */
record LoginFailure(Attempt attempt, Kind kind, Throwable cause) {
    static LoginFailure of(Attempt attempt, Throwable seen) {
        Optional<TransportException> key = attempt.keyFailure();
        if (key.isPresent()) {
            return new LoginFailure(attempt, key.get().kind(), key.get());
        }
        Throwable cause = attempt.causeOr(seen);
        if (attempt.stage() == Attempt.Stage.KEYS_EXCHANGED && refused(cause, seen)) {
            return new LoginFailure(attempt, Kind.AUTHENTICATION, cause);
        }
        return new LoginFailure(attempt, isCertificate(cause) ? Kind.UNKNOWN_HOST_KEY : Kind.UNREACHABLE, cause);
    }

    /** Return whether another try may succeed: only a connection that failed is tried again. */
    boolean transientOne() {
        return kind == Kind.UNREACHABLE && !isDisagreement(cause);
    }

    /** Return whether a certificate is for another name than the one that was expected; the library checks one name a session. */
    boolean wrongName() {
        return isCertificate(cause) && cause.getMessage().contains("invalid principal");
    }

    TransportException explain(int tries) {
        if (cause instanceof TransportException known) {
            return known;
        }
        String server = attempt.server().shown();
        String text = switch (kind) {
            case AUTHENTICATION ->
                "login refused: " + server + " does not let user "
                        + attempt.server().user() + " in with "
                        + attempt.credentials().shown()
                        + "; " + remedy() + " (" + seen() + ")";
            case UNKNOWN_HOST_KEY ->
                "host certificate refused: " + server + ": " + seen()
                        + "; expected a valid host certificate for "
                        + String.join(" or ", attempt.keys().principals(attempt.server()))
                        + "; have it signed again, or list the host's own key";
            default ->
                server + " could not be reached, " + (tries == 1 ? "1 try" : tries + " tries") + ", got "
                        + attempt.reached() + ": " + seen()
                        + "; " + advice();
        };
        return new TransportException(attempt.server().name(), kind, text, cause);
    }

    private String remedy() {
        return attempt.credentials().password().isPresent()
                ? "see whether user and password are right"
                : "add one of these keys to its authorized_keys, or name another key or user";
    }

    private String advice() {
        return attempt.server().bastion().isPresent()
                ? "check from the bastion that an SSH server listens there, and that it may forward (AllowTcpForwarding, PermitOpen)"
                : "check that the host is up and an SSH server listens there";
    }

    private String seen() {
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    // A server says "too many authentication failures" as a protocol error (code 2), the library says 14 when no key is
    // left.
    private static boolean refused(Throwable cause, Throwable seen) {
        return isCode(cause, SshConstants.SSH2_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE)
                || isCode(seen, SshConstants.SSH2_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE)
                || isCode(cause, SshConstants.SSH2_DISCONNECT_PROTOCOL_ERROR);
    }

    private static boolean isDisagreement(Throwable cause) {
        return isCode(cause, SshConstants.SSH2_DISCONNECT_KEY_EXCHANGE_FAILED)
                || isCode(cause, SshConstants.SSH2_DISCONNECT_PROTOCOL_VERSION_NOT_SUPPORTED);
    }

    private static boolean isCertificate(Throwable cause) {
        return isCode(cause, SshConstants.SSH2_DISCONNECT_KEY_EXCHANGE_FAILED)
                && String.valueOf(cause.getMessage()).contains("key ID=");
    }

    private static boolean isCode(Throwable cause, int code) {
        return cause instanceof SshException ssh && ssh.getDisconnectCode() == code;
    }
}
