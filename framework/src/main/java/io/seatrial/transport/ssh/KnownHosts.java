package io.seatrial.transport.ssh;

import io.seatrial.transport.ssh.KnownHostsLine.Marker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The keys that the files of known hosts list. Plain names are found by a map; patterns and hashed names by trying each line, which is why
 * a host is looked up once per connection and never on an I/O thread.
 */
final class KnownHosts {
    private final List<Path> files;
    private final Map<String, List<KnownHostsLine>> plain = new HashMap<>();
    private final List<KnownHostsLine> others = new ArrayList<>();
    private final List<String> notUnderstood = new ArrayList<>();

    private KnownHosts(List<Path> files) {
        this.files = List.copyOf(files);
    }

    /** Read files; one that cannot be read, or whose {@code @revoked} line cannot be understood, is refused with its name. */
    static KnownHosts read(List<Path> files) {
        KnownHosts known = new KnownHosts(files);
        files.forEach(known::readFile);
        return known;
    }

    /** Return what is known about a server under its address, or, where the address is not listed, under its name. */
    HostKeys of(String address, int port, String name) {
        String byAddress = port == 22 ? address : "[" + address + "]:" + port;
        List<String> names = Stream.of(byAddress, port == 22 ? name : "[" + name + "]:" + port, name)
                .map(text -> text.toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
        List<KnownHostsLine> revoked = names.stream()
                .flatMap(text -> find(text).stream())
                .filter(line -> line.marker() == Marker.REVOKED)
                .toList();
        for (String text : names) {
            List<KnownHostsLine> lines = find(text).stream()
                    .filter(line -> line.marker() != Marker.REVOKED)
                    // a line that excludes the address does not come back under the name
                    .filter(line -> names.stream().noneMatch(line::excludes))
                    .toList();
            if (!lines.isEmpty()) {
                return new HostKeys(names, lines, revoked, files, notUnderstood);
            }
        }
        return new HostKeys(names, List.of(), revoked, files, notUnderstood);
    }

    private List<KnownHostsLine> find(String name) {
        return Stream.concat(
                        plain.getOrDefault(name, List.of()).stream(),
                        others.stream().filter(line -> line.matches(name)))
                .toList();
    }

    private void readFile(Path file) {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
            for (int i = 0; i < lines.size(); i++) {
                add(file, i + 1, lines.get(i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "file of known hosts " + file
                            + " could not be read; expected a readable file in the format of ssh-keyscan; make it there, or name another one under ssh: known-hosts",
                    e);
        }
    }

    private void add(Path file, int number, String text) throws IOException {
        try {
            KnownHostsLine.parse(file, number, text).ifPresent(this::index);
        } catch (IllegalArgumentException e) {
            // a line that grants nothing may be skipped, one that revokes may not
            if (text.strip().startsWith("@revoked")) {
                throw new IOException(file + ":" + number + ": @revoked line not understood: " + e.getMessage(), e);
            }
            notUnderstood.add(file + ":" + number);
        }
    }

    private void index(KnownHostsLine line) {
        if (line.plain()) {
            line.patterns()
                    .forEach(name -> plain.computeIfAbsent(name, key -> new ArrayList<>())
                            .add(line));
        } else {
            others.add(line);
        }
    }
}
