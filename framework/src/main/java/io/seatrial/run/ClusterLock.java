package io.seatrial.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a second run on this machine away from the same cluster; the kernel lets go of it when this process ends, however it ends. */
public final class ClusterLock implements AutoCloseable {
    private static final int OWNER_BYTES = 400;
    private final FileChannel file;
    private final FileLock lock;

    private ClusterLock(FileChannel file, FileLock lock) {
        this.file = file;
        this.lock = lock;
    }

    /**
     * Take the lock of a cluster.
     *
     * @param runs the folder of all runs
     * @param owner what another run is told: run id, process id, user
     * @throws IllegalStateException if another run holds it; the message says which
     */
    public static ClusterLock take(Path runs, String cluster, String owner) {
        Path path = runs.resolve(cluster).resolve(".lock");
        try {
            Files.createDirectories(path.getParent());
            FileChannel file = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = tryLock(file);
            if (lock == null) {
                String holder = content(file);
                file.close();
                throw new IllegalStateException("cluster " + cluster + ": another run is under way (" + holder
                        + "); wait for it, or end it first; its lock is " + path);
            }
            file.truncate(0);
            file.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)), 0);
            return new ClusterLock(file, lock);
        } catch (IOException e) {
            throw new IllegalStateException("cannot lock " + path + ": " + e, e);
        }
    }

    private static FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held by this very process
        }
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
        }
    }
}
