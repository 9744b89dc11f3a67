package io.seatrial.transport;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The journal of what a run changes on its hosts: one JSON object per line, forced to disk before the change is made, so that a crash
 * forgets nothing. One thread writes; what comes while it waits for the disk goes out together, so a thousand hosts cost a few waits.
 * Thread-safe. Only one process may have a journal open.
 */
public final class Journal implements Closeable {
    private final Path file;
    private final String run;
    private final Clock clock;
    private final FileChannel channel;
    private final FileLock lock;
    private final ExecutorService writer = Executors.newSingleThreadExecutor(Journal::daemon);
    private final List<Entry> waiting = new ArrayList<>();
    private final JournalRecords records;
    private long next;

    private Journal(Path file, String run, Clock clock, FileChannel channel, FileLock lock) throws IOException {
        this.file = file;
        this.run = run;
        this.clock = clock;
        this.channel = channel;
        this.lock = lock;
        this.records = JournalRecords.read(file);
        this.next = records.lastSequence() + 1;
        // a torn last line was never acted on: its change is made only after it is on disk
        channel.truncate(records.wholeBytes());
        channel.position(records.wholeBytes());
    }

    /**
     * Open a journal to write to; one that exists is continued.
     *
     * @param file the file; its folder exists
     * @param run id of the run that makes the changes
     */
    public static Journal open(Path file, String run) {
        return open(file, run, Clock.systemUTC());
    }

    static Journal open(Path file, String run, Clock clock) {
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                return new Journal(file, run, clock, channel, lock(file, channel));
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("journal " + file + " could not be opened: " + e.getMessage(), e);
        }
    }

    /** Read the changes of a journal that are not undone, oldest first; a torn last line is not there. */
    public static List<Change> read(Path file) {
        try {
            return JournalRecords.read(file).pending();
        } catch (IOException e) {
            throw new UncheckedIOException("journal " + file + " could not be read: " + e.getMessage(), e);
        }
    }

    /**
     * Write down a change. Make it only when the future has completed.
     *
     * @param host name of the host
     * @param kind what will be changed
     * @param target absolute path, or the token of a process
     * @param before what is there now
     */
    public CompletableFuture<Change> before(String host, Change.Kind kind, String target, Change.Before before) {
        Change change;
        synchronized (this) {
            change = new Change(next++, clock.instant(), host, kind, target, run, before);
            return enqueue(JournalRecords.line(change)).thenApply(forced -> {
                records.add(change);
                return change;
            });
        }
    }

    /** Write down that a change was taken back. */
    public CompletableFuture<Void> undone(long sequence) {
        synchronized (this) {
            return enqueue(JournalRecords.undoneLine(sequence, clock.instant()))
                    .thenRun(() -> records.undone(sequence));
        }
    }

    /** Return what is not undone on a host, newest first. */
    public List<Change> pendingBackwards(String host) {
        List<Change> backwards = new ArrayList<>(records.pending());
        Collections.reverse(backwards);
        backwards.removeIf(change -> !change.host().equals(host));
        return List.copyOf(backwards);
    }

    /** Return the hosts on which something is not undone, in the order of their first change. */
    public List<String> pendingHosts() {
        return records.pending().stream().map(Change::host).distinct().toList();
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            writer.shutdown();
        }
        try {
            if (!writer.awaitTermination(30, TimeUnit.SECONDS)) {
                throw new IOException("journal " + file + ": the disk did not take its last lines within 30 s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lock.release();
        channel.close();
    }

    private CompletableFuture<Void> enqueue(String line) {
        Entry entry = new Entry(line, new CompletableFuture<>());
        if (writer.isShutdown()) {
            return CompletableFuture.failedFuture(new IOException("journal " + file + " is closed"));
        }
        waiting.add(entry);
        writer.execute(this::writeWaiting);
        return entry.forced();
    }

    private void writeWaiting() {
        List<Entry> batch;
        synchronized (this) {
            batch = List.copyOf(waiting);
            waiting.clear();
        }
        if (batch.isEmpty()) {
            return;
        }
        try {
            force(batch);
            // elsewhere than on this thread, which a waiting caller would block
            batch.forEach(entry -> entry.forced().completeAsync(() -> null));
        } catch (IOException e) {
            IOException named = new IOException("journal " + file + " could not be written: " + e.getMessage(), e);
            batch.forEach(entry -> entry.forced().completeExceptionally(named));
        }
    }

    private void force(List<Entry> batch) throws IOException {
        StringBuilder text = new StringBuilder();
        batch.forEach(entry -> text.append(entry.line()).append('\n'));
        ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
        long whole = channel.position();
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
        } catch (IOException e) {
            channel.truncate(whole); // a full disk takes a part of it, which would spoil the line after it
            throw e;
        }
    }

    private static FileLock lock(Path file, FileChannel channel) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            throw new IOException(file + " is open already in this process", e);
        }
        if (lock == null) {
            throw new IOException("another process writes it; a run that is alive cleans up itself");
        }
        return lock;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "seatrial-journal");
        thread.setDaemon(true);
        return thread;
    }

    private record Entry(String line, CompletableFuture<Void> forced) {}
}
