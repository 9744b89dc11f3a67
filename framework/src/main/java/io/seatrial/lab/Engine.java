package io.seatrial.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that moves all bytes of the fabric: it reads sockets, lets pieces cross their links at the moments that the links' rates and
 * delays give, and writes them out. Moments are computed from moments, never from the time at which the thread got round to them, so a late
 * wake-up delays bytes but does not lower the rate.
 */
final class Engine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    /** Shorter waits cost more in wake-ups than the precision is worth, ns. */
    private static final long SHORTEST_PARK = 50_000;
    /** A parked thread does not see sockets; this bounds how late it sees one, ns. */
    private static final long LONGEST_PARK = 150_000;

    private static final long MILLI = 1_000_000;
    private static final int SPARE_BUFFERS = 1024;

    /** What a selection key's channel is ready for. */
    interface Ready {
        void ready(SelectionKey key) throws IOException;
    }

    private final Selector selector;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Piece> timeline = new PriorityQueue<>();
    private final ArrayDeque<ByteBuffer> spare = new ArrayDeque<>();
    private long order;
    private volatile boolean open = true;

    Engine(String name) throws IOException {
        selector = Selector.open();
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Run something on the engine's thread, soon; nothing after {@link #close()}. */
    void submit(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    /** Register a channel; on the engine's thread only. */
    SelectionKey register(SelectableChannel channel, int interest, Ready ready) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, interest, ready);
    }

    /** Let a piece be due at a moment by {@link System#nanoTime()}; on the engine's thread only. */
    void schedule(Piece piece, long moment) {
        piece.due(moment, order++);
        timeline.add(piece);
    }

    ByteBuffer buffer() {
        ByteBuffer buffer = spare.poll();
        return buffer == null ? ByteBuffer.allocateDirect(Piece.SIZE) : buffer.clear();
    }

    void recycle(ByteBuffer buffer) {
        if (spare.size() < SPARE_BUFFERS) {
            spare.push(buffer);
        }
    }

    private void run() {
        try {
            while (open) {
                turn();
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("the virtual fabric stopped", e);
        } finally {
            closeChannels();
        }
    }

    private void turn() throws IOException {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        advance(System.nanoTime());
        await();
        selector.selectedKeys().forEach(Engine::serve);
        selector.selectedKeys().clear();
    }

    private void advance(long now) {
        for (Piece next = timeline.peek(); next != null && next.due() - now <= 0; next = timeline.peek()) {
            timeline.poll();
            next.stream.advance(next);
        }
    }

    /** Wait for a socket, a task or the next piece, whichever is first; the selector alone knows whole milliseconds only. */
    private void await() throws IOException {
        Piece next = timeline.peek();
        if (next == null) {
            selector.select();
            return;
        }
        long gap = next.due() - System.nanoTime();
        if (gap > MILLI + LONGEST_PARK) {
            selector.select((gap - LONGEST_PARK) / MILLI);
            return;
        }
        if (gap > 0) {
            LockSupport.parkNanos(Math.max(SHORTEST_PARK, Math.min(gap, LONGEST_PARK)));
        }
        selector.selectNow();
    }

    private static void serve(SelectionKey key) {
        try {
            if (key.isValid()) {
                ((Ready) key.attachment()).ready(key);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("the virtual fabric drops a channel", e);
            key.cancel();
            Plug.closeQuietly(key.channel());
        }
    }

    private void closeChannels() {
        selector.keys().forEach(key -> Plug.closeQuietly(key.channel()));
        Plug.closeQuietly(selector);
        spare.clear();
    }

    /** Close every channel and end the thread. */
    @Override
    public void close() {
        open = false;
        selector.wakeup();
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
