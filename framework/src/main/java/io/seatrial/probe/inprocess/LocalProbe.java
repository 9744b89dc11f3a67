package io.seatrial.probe.inprocess;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.probe.Event;
import io.seatrial.probe.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import jnr.ffi.LibraryLoader;

/**
 * The probe's library, called in process. It has no effect on the process: no signals, no output, no exit (native-probes/README.md).
 */
public final class LocalProbe {
    /** The version of the two entry points that this code calls. */
    private static final int ABI = 1;

    private static final int FIRST_ANSWER = 16 * 1024;
    private static final int LARGEST_ANSWER = 16 * 1024 * 1024;

    /** The entry points, by the names that the C header gives them. */
    public interface Entry {
        /** Return the version of the entry points. */
        int seatrial_probe_abi();

        /** Answer {@code request} into {@code buffer}; return the length that the answer needs. */
        int seatrial_probe_call(String request, byte[] buffer, int length);
    }

    private final Entry entry;

    private LocalProbe(Entry entry) {
        this.entry = entry;
    }

    /**
     * Load the library that was built for this machine.
     *
     * @throws IllegalStateException if there is none for this architecture, or it cannot be loaded from any temporary folder
     */
    public static LocalProbe load() {
        return of(LibraryLoader.create(Entry.class).load(unpack().toString()));
    }

    static LocalProbe of(Entry entry) {
        if (entry.seatrial_probe_abi() != ABI) {
            throw new IllegalStateException("libseatrial-probe.so: ABI " + entry.seatrial_probe_abi() + "; expected "
                    + ABI + "; build the library and this program from the same source");
        }
        return new LocalProbe(entry);
    }

    /** Return what this machine is, as {@code info} on the wire. */
    public List<Event> info() {
        return call("{\"do\":\"info\"}");
    }

    /**
     * Sample counters of this machine once.
     *
     * @param devices RDMA devices
     * @param netdevs network interfaces
     */
    public List<Event> counters(List<String> devices, List<String> netdevs) {
        var request = new ObjectMapper().createObjectNode().put("do", "counters");
        devices.forEach(request.putArray("devices")::add);
        netdevs.forEach(request.putArray("netdevs")::add);
        return call(request.toString());
    }

    private List<Event> call(String request) {
        byte[] buffer = new byte[FIRST_ANSWER];
        int needed = entry.seatrial_probe_call(request, buffer, buffer.length);
        if (needed >= buffer.length && needed < LARGEST_ANSWER) {
            buffer = new byte[needed + 1];
            needed = entry.seatrial_probe_call(request, buffer, buffer.length);
        }
        if (needed < 0 || needed >= buffer.length) {
            throw new IllegalStateException("libseatrial-probe.so: answer of " + needed + " bytes to " + request);
        }
        return events(new String(buffer, 0, needed, StandardCharsets.UTF_8));
    }

    private static List<Event> events(String answer) {
        try {
            JsonNode all = new ObjectMapper().readTree(answer).path("events");
            if (!all.isArray()) {
                throw new IllegalStateException("libseatrial-probe.so: expected 'events', got " + answer);
            }
            List<Event> events = new ArrayList<>();
            all.forEach(event -> events.add(Wire.decode(event.toString())));
            return events;
        } catch (IOException e) {
            throw new IllegalStateException("libseatrial-probe.so: not JSON: " + answer, e);
        }
    }

    private static Path unpack() {
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT).replace("amd64", "x86_64");
        String resource = "/linux-" + arch + "/libseatrial-probe.so";
        List<String> refusals = new ArrayList<>();
        for (Path folder : Stream.of(System.getProperty("java.io.tmpdir"), System.getProperty("user.home"), "/dev/shm")
                .map(Path::of)
                .toList()) {
            try (InputStream library = LocalProbe.class.getResourceAsStream(resource)) {
                if (library == null) {
                    throw new IllegalStateException("no probe library for " + arch + " was built (" + resource + ")");
                }
                Path file = Files.createTempFile(folder, "libseatrial-probe", ".so");
                file.toFile().deleteOnExit();
                Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
                System.load(file.toString()); // a noexec mount is found here, not in the first call
                return file;
            } catch (IOException | UnsatisfiedLinkError e) {
                refusals.add(folder + ": " + e.getMessage());
            }
        }
        throw new IllegalStateException("libseatrial-probe.so cannot be loaded: " + String.join("; ", refusals));
    }
}
