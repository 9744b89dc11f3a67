package io.seatrial.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What stands on the path of a test's hosts in place of perftest: a server listens until somebody connects, a client connects and prints what the test
 * wrote into the file {@code output}. Both write their words into a file of their own first.
 */
final class FakePerftest {
    private FakePerftest() {}

    /** @param words a folder, then those of the command line */
    public static void main(String[] words) throws IOException {
        Path folder = Path.of(words[0]);
        List<String> line = Arrays.asList(words).subList(1, words.length);
        boolean client = !line.get(line.size() - 1).startsWith("--");
        Files.write(folder.resolve(client ? "client" : "server"), line);
        int port = Integer.parseInt(option(line, "--port="));
        if (client) {
            System.out.write(Files.readAllBytes(folder.resolve("output")));
            System.out.flush();
            new java.net.Socket(line.get(line.size() - 1), port).close();
        } else {
            try (ServerSocket listening = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.3"))) {
                listening.accept().close();
            }
        }
    }

    private static String option(List<String> line, String name) {
        return line.stream()
                .filter(word -> word.startsWith(name))
                .findFirst()
                .map(word -> word.substring(name.length()))
                .orElseThrow();
    }
}
