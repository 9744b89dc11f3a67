package io.seatrial.cli;

import io.seatrial.inventory.HostList;
import io.seatrial.measurement.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Says what two runs were given otherwise: files of the cluster's folder, the selection, the program. */
final class ChangedInputs {
    private static final List<String> FILES = List.of("cluster.yaml", "criteria.yaml", "baseline.json", "waivers.yaml");
    /** Which run another one follows says nothing about what it measured. */
    private static final Set<String> NAMES = Set.of("as");
    /** So many digits of a hash tell two files apart. */
    private static final int DIGITS = 12;

    private ChangedInputs() {}

    static List<Message> of(RunSide before, RunSide after) {
        List<Message> changes = new ArrayList<>();
        for (String file : FILES) {
            String then = hash(before.archive().inputs().resolve(file));
            String now = hash(after.archive().inputs().resolve(file));
            if (!then.equals(now)) {
                changes.add(Message.of("compare.input.file", "file", file, "before", then, "after", now));
            }
        }
        fact("version of seatrial", version(before), version(after), changes);
        fact("build of the probe", before.probes(), after.probes(), changes);
        fact("selected hosts", hosts(before), hosts(after), changes);
        options(before.archive().header().options(), after.archive().header().options(), changes);
        return changes;
    }

    private static void options(Map<String, String> then, Map<String, String> now, List<Message> changes) {
        SortedSet<String> names = new TreeSet<>(then.keySet());
        names.addAll(now.keySet());
        names.removeAll(NAMES);
        names.forEach(name -> fact("--" + name, then.getOrDefault(name, "-"), now.getOrDefault(name, "-"), changes));
    }

    private static void fact(String what, String then, String now, List<Message> changes) {
        if (!then.equals(now)) {
            changes.add(Message.of("compare.input.fact", "what", what, "before", then, "after", now));
        }
    }

    private static String version(RunSide side) {
        return side.archive().header().version();
    }

    private static String hosts(RunSide side) {
        return HostList.fold(side.archive().header().hosts());
    }

    private static String hash(Path file) {
        if (!Files.exists(file)) {
            return "-";
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": cannot be read", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
