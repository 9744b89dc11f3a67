package io.seatrial.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
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
    private static final long MILLI = 1_000_000;
    /** Sleeping threads wake up about this late on virtual machines, ns: the rest of a wait is spent looking at the sockets. */
    private static final long EARLY = 80_000;
    /** The selector's own time-out is later still, ns. */
    private static final long SELECT_EARLY = 300_000;
    /** A parked thread does not see sockets; this bounds how late it sees one, ns. */
    private static final long LONGEST_PARK = 300_000;
    /** How late a piece of a mass may be written, ns; its moments on the links stay exact. */
    private static final long BULK_SLACK = 500_000;

    private static final int SPARE_BUFFERS = 1024;

    /** What a selection key's channel is ready for. */
    interface Ready {
        void ready(SelectionKey key) throws IOException;
    }

    private final Selector selector;
    private final Thread thread;
    private final Object waking = new Object();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Piece> timeline = new PriorityQueue<>();
    private final PriorityQueue<Piece> alarms = new PriorityQueue<>((a, b) -> Long.compare(a.alarm - b.alarm, 0));
    private final Set<Stream> arrivals = new LinkedHashSet<>();
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
        wakeUp();
    }

    /** A closed selector must not be woken: its descriptor may belong to something else by then. */
    private void wakeUp() {
        synchronized (waking) {
            if (selector.isOpen()) {
                selector.wakeup();
            }
        }
    }

    /** Register a channel; on the engine's thread only. */
    SelectionKey register(SelectableChannel channel, int interest, Ready ready) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, interest, ready);
    }

    /** Take a piece that enters the fabric, after it was scheduled for the first time; on the engine's thread only. */
    void enter(Piece piece) {
        piece.alarm = alarmOf(piece);
        alarms.add(piece);
    }

    /** Let a piece be due at a moment by {@link System#nanoTime()}; on the engine's thread only. */
    void schedule(Piece piece, long moment) {
        piece.due(moment, order++);
        timeline.add(piece);
    }

    private static long alarmOf(Piece piece) {
        return piece.stream.earliestArrival(piece) + (piece.isBulk() ? BULK_SLACK : 0);
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
        await();
        advance(System.nanoTime());
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        selector.selectedKeys().forEach(Engine::serve);
        selector.selectedKeys().clear();
    }

    private void advance(long now) {
        for (Piece next = timeline.peek(); next != null && next.due() - now <= 0; next = timeline.peek()) {
            timeline.poll();
            if (next.stream.advance(next)) {
                arrivals.add(next.stream);
            }
        }
        arrivals.forEach(Stream::flush);
        arrivals.clear();
    }

    /** Wait for a socket, a task or the next arrival, whichever is first; the selector alone knows whole milliseconds only. */
    private void await() throws IOException {
        Piece next = nextAlarm();
        if (next == null) {
            selector.select();
            return;
        }
        long gap = next.alarm - System.nanoTime();
        if (gap > MILLI + SELECT_EARLY) {
            selector.select((gap - SELECT_EARLY) / MILLI);
            return;
        }
        if (gap > EARLY) {
            LockSupport.parkNanos(next.isBulk() ? gap - EARLY : Math.min(gap - EARLY, LONGEST_PARK));
        }
        selector.selectNow();
    }

    /** Return the piece that the engine must be awake for first: what happens on the links before it arrives can be worked out then. */
    private Piece nextAlarm() {
        for (Piece first = alarms.peek(); first != null; first = alarms.peek()) {
            long alarm = first.arrived ? first.alarm : alarmOf(first);
            if (!first.arrived && alarm == first.alarm) {
                return first;
            }
            alarms.poll();
            if (!first.arrived) {
                first.alarm = alarm;
                alarms.add(first);
            }
        }
        return null;
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
        synchronized (waking) {
            Plug.closeQuietly(selector);
        }
        spare.clear();
    }

    /** Close every channel and end the thread. */
    @Override
    public void close() {
        open = false;
        wakeUp();
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
