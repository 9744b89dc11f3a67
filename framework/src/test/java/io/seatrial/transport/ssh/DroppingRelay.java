package io.seatrial.transport.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes connections on to a port of this machine, after it has dropped the first ones. */
final class DroppingRelay implements AutoCloseable {
    private final ServerSocket listening;
    private final int target;
    private final int drops;
    private final AtomicInteger accepted = new AtomicInteger();

    private DroppingRelay(int target, int drops) throws IOException {
        this.target = target;
        this.drops = drops;
        this.listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    }

    static DroppingRelay start(int target, int drops) throws IOException {
        DroppingRelay relay = new DroppingRelay(target, drops);
        background(relay::accept);
        return relay;
    }

    int port() {
        return listening.getLocalPort();
    }

    int accepted() {
        return accepted.get();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }

    private void accept() throws IOException {
        while (true) {
            Socket near = listening.accept();
            if (accepted.incrementAndGet() <= drops) {
                near.close();
            } else {
                Socket far = new Socket("127.0.0.1", target);
                background(() -> copy(near, far));
                background(() -> copy(far, near));
            }
        }
    }

    private static void copy(Socket from, Socket to) throws IOException {
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        }
    }

    private static void background(Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (IOException e) {
                // a socket was closed: the test is over
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private interface Step {
        void run() throws IOException;
    }
}
