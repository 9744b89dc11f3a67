package io.seatrial.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps a second run on this machine away from the same cluster; the kernel lets go of it when this process ends, however it ends. */
public final class ClusterLock implements AutoCloseable {
    private static final int OWNER_BYTES = 400;
    /** Held by this process: closing any second channel on a file lets go of the kernel's lock on it, so none is opened. */
    private static final Map<Path, String> HELD = new ConcurrentHashMap<>();

    private final Path path;
    private final FileChannel file;
    private final FileLock lock;

    private ClusterLock(Path path, FileChannel file, FileLock lock) {
        this.path = path;
        this.file = file;
        this.lock = lock;
    }

    /** Return how this process names itself to others that want the lock. */
    public static String owner() {
        return "process " + ProcessHandle.current().pid() + " of " + System.getProperty("user.name") + ", since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    /**
     * Take the lock of a cluster.
     *
     * @param runs the folder of all runs
     * @param owner what another run is told: process id, user, since when
     * @throws IllegalStateException if another run holds it; the message says which
     */
    public static ClusterLock take(Path runs, String cluster, String owner) {
        Path path = runs.resolve(cluster).resolve(".lock").toAbsolutePath().normalize();
        String holder = HELD.putIfAbsent(path, owner);
        if (holder != null) {
            throw taken(cluster, holder, path);
        }
        try {
            return lock(path, cluster, owner);
        } catch (IOException e) {
            HELD.remove(path);
            throw new IllegalStateException(
                    "cannot lock cluster " + cluster + " by " + path + " (" + reason(e)
                            + "); expected a folder of runs that this user may write, on a disk with room; name another with --runs",
                    e);
        } catch (RuntimeException e) {
            HELD.remove(path);
            throw e;
        }
    }

    private static ClusterLock lock(Path path, String cluster, String owner) throws IOException {
        Files.createDirectories(path.getParent());
        FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            FileLock lock = file.tryLock();
            if (lock == null) {
                throw taken(cluster, content(file), path);
            }
            file.truncate(0);
            file.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)), 0);
            return new ClusterLock(path, file, lock);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static String reason(IOException e) {
        return e instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : e.toString();
    }

    private static IllegalStateException taken(String cluster, String holder, Path path) {
        return new IllegalStateException("cluster " + cluster + ": another run is under way (" + holder
                + "); wait for it, or end it first; its lock is " + path);
    }

    private static String content(FileChannel file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(OWNER_BYTES);
        file.read(bytes, 0);
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            lock.release();
            file.close();
        } catch (IOException e) {
            throw new IllegalStateException("cannot let go of the lock: " + e, e);
        } finally {
            HELD.remove(path);
        }
    }
}
