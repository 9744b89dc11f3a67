package io.seatrial.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a running lab leaves in its folder, so that another process finds it: its access, and when its process started. A process id alone
 * may belong to somebody else by now; with the start time a stale file is recognised.
 *
 * @param access how its hosts are reached
 * @param started when its process started, ms since the epoch
 */
public record LabState(LabAccess access, long started) {
    /** Name of the file in the lab's folder. */
    public static final String FILE = "state.json";

    private static final ObjectMapper JSON = new ObjectMapper();
    /** The kernel tells start times in ticks since boot, so two readings may differ by a little, ms. */
    private static final long TOLERANCE = 2000;

    /**
     * Write the state of a lab in this process; readers see the old file or the new one, never a part.
     *
     * @throws IOException if the folder cannot be written
     */
    public static LabState write(Path folder, LabAccess access) throws IOException {
        LabState state = new LabState(access, startOf(access.pid()).orElse(0));
        Path draft = folder.resolve(FILE + ".new");
        Files.write(draft, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(state.toJson()));
        Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        return state;
    }

    /**
     * Read the state in a folder, empty where there is none.
     *
     * @throws IOException if there is a file that is not a state
     */
    public static Optional<LabState> read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(JSON.readTree(Files.readAllBytes(file))));
        } catch (IOException | IllegalArgumentException | NullPointerException e) {
            throw new IOException(
                    "lab state " + file + ": expected the state of a lab, found something else; remove the file", e);
        }
    }

    /** Tell whether the process that wrote it still runs. */
    public boolean alive() {
        OptionalLong now = startOf(access.pid());
        return now.isPresent() && Math.abs(now.getAsLong() - started) <= TOLERANCE;
    }

    private static OptionalLong startOf(long pid) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .flatMap(process -> process.info().startInstant())
                .map(start -> OptionalLong.of(start.toEpochMilli()))
                .orElse(OptionalLong.empty());
    }

    private ObjectNode toJson() {
        ObjectNode json = JSON.createObjectNode()
                .put("pid", access.pid())
                .put("started", started)
                .put("port", access.port())
                .put("user", access.user())
                .put("key", access.key().toString())
                .put("knownHosts", access.knownHosts().toString())
                .put("clusterHash", access.clusterHash());
        access.faults().forEach(json.putArray("faults")::add);
        return json;
    }

    private static LabState of(JsonNode json) {
        List<String> faults = new ArrayList<>();
        json.required("faults").forEach(fault -> faults.add(fault.asText()));
        LabAccess access = new LabAccess(
                json.required("port").asInt(),
                json.required("user").asText(),
                Path.of(json.required("key").asText()),
                Path.of(json.required("knownHosts").asText()),
                json.required("pid").asLong(),
                json.required("clusterHash").asText(),
                faults);
        return new LabState(access, json.required("started").asLong());
    }
}
