package io.seatrial.transport;

import io.seatrial.transport.TransportException.Kind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/** Moves files through a command's input and output, so that a host needs a shell and no file server. */
public final class FileCopy {
    // set -C: the temporary name must be new, so that nobody can have left a symbolic link there
    private static final String UPLOAD = "set -C; umask 077; "
            + "if [ -d \"$2\" ]; then echo \"$2 is a directory\" >&2; exit 1; fi; "
            + "cat >\"$1\" && s=$(wc -c <\"$1\") && "
            + "if [ $s -eq $3 ]; then chmod $4 \"$1\" && mv -f \"$1\" \"$2\"; "
            + "else echo \"only $s of $3 bytes arrived\" >&2; false; fi || { rm -f \"$1\"; exit 1; }";
    // head, not the size that stat tells: a file of /sys says 4096 and holds 5
    private static final String DOWNLOAD = "exec head -c $2 <\"$1\"";

    // a login shell may greet on standard output; it is ignored
    private static final int GREETING = 65536;

    private final String host;
    private final Exec exec;

    /** Copy files on a host by running commands there. */
    public FileCopy(String host, Exec exec) {
        this.host = host;
        this.exec = exec;
    }

    /** Do what {@link Remote#upload} says. */
    public CompletableFuture<Void> upload(byte[] content, String path, int mode) {
        if (!usable(path) || path.endsWith("/")) {
            return CompletableFuture.failedFuture(refused(path));
        }
        String command = Shell.script(
                UPLOAD, temporary(path), path, Integer.toString(content.length), Integer.toOctalString(mode & 07777));
        return exec.run(command, content, GREETING).thenAccept(finished -> expectSuccess("write " + path, finished));
    }

    /** Do what {@link Remote#download} says. */
    public CompletableFuture<byte[]> download(String path, int limit) {
        if (!usable(path)) {
            return CompletableFuture.failedFuture(refused(path));
        }
        int most = Math.min(limit, Integer.MAX_VALUE - 1) + 1;
        return exec.run(Shell.script(DOWNLOAD, path, Integer.toString(most)), new byte[0], most)
                .thenApply(finished -> content(path, limit, finished));
    }

    private byte[] content(String path, int limit, Exec.Finished finished) {
        expectSuccess("read " + path, finished);
        if (finished.output().length > limit) {
            throw failed("read " + path, "it is larger than the " + limit + " B that were expected at most");
        }
        return finished.output();
    }

    private void expectSuccess(String what, Exec.Finished finished) {
        if (finished.status() != 0) {
            throw failed(what, "exit status " + finished.status() + ": " + finished.errors());
        }
    }

    private TransportException failed(String what, String why) {
        return new TransportException(host, Kind.FAILED_COMMAND, "could not " + what + ": " + why, null);
    }

    private TransportException refused(String path) {
        return new TransportException(
                host,
                Kind.REFUSED_PATH,
                "path " + path.replace('\0', '?') + ": expected an absolute path of a file without a zero byte",
                null);
    }

    private static boolean usable(String path) {
        return path.startsWith("/") && path.indexOf('\0') < 0;
    }

    private static String temporary(String path) {
        String token = Long.toHexString(ThreadLocalRandom.current().nextLong());
        return path.substring(0, path.lastIndexOf('/') + 1) + ".seatrial-" + token + ".part";
    }
}
