package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclJob;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * All ranks load the same library. Many releases let rank 0 alone print its version; since 2.24 at the latest a communicator does not come
 * up where versions differ (src/init.cc, initTransportsRank), so that there one that came up everywhere is a proof too.
 */
final class OneVersion {
    static final String ID = "version";
    private static final Pattern NUMBER = Pattern.compile("(\\d+)\\.(\\d+)\\..*");
    private static final int MAJOR = 2;
    private static final int CHECKED_SINCE = 24;

    private OneVersion() {}

    static LogFinding ask(LogEvidence evidence) {
        Map<String, Set<String>> hosts = new TreeMap<>();
        evidence.logs()
                .flatMap(log -> log.ncclVersions().stream())
                .forEach(version -> hosts.put(version, new TreeSet<>()));
        evidence.jobs()
                .flatMap(job -> job.processes().stream())
                .filter(process -> process.version() != null)
                .forEach(process -> hosts.computeIfAbsent(process.version(), v -> new TreeSet<>())
                        .add(process.host()));
        String versions = String.join(", ", hosts.keySet());
        return LogFinding.of(
                ID,
                broken(evidence, hosts),
                unknown(evidence, hosts.keySet()),
                Message.of("nccl-log.version", "version", versions));
    }

    private static List<Message> broken(LogEvidence evidence, Map<String, Set<String>> hosts) {
        List<Message> broken = new ArrayList<>();
        if (hosts.size() > 1) {
            String where = hosts.entrySet().stream()
                    .map(entry -> entry.getKey()
                            + (entry.getValue().isEmpty() ? "" : " (" + String.join(", ", entry.getValue()) + ")"))
                    .collect(Collectors.joining("; "));
            broken.add(Message.of("nccl-log.versions-differ", "versions", where));
        }
        evidence.logs()
                .flatMap(log -> log.warnings().stream())
                .filter(warning -> warning.message().startsWith("Mismatched NCCL version"))
                .map(warning -> Message.of("nccl-log.warning", "host", warning.host(), "text", warning.message()))
                .limit(1)
                .forEach(broken::add);
        return broken;
    }

    private static List<Message> unknown(LogEvidence evidence, Set<String> versions) {
        List<Message> gaps = new ArrayList<>(LogGaps.ofRanks(evidence));
        if (versions.isEmpty()) {
            gaps.add(Message.of("nccl-log.version-unsaid"));
        } else if (!versions.stream().allMatch(OneVersion::isChecked)) {
            Set<String> silent = silent(evidence);
            if (!silent.isEmpty()) {
                gaps.add(Message.of(
                        "nccl-log.version-of-few",
                        "version",
                        String.join(", ", versions),
                        "hosts",
                        String.join(", ", silent)));
            }
        }
        return gaps;
    }

    private static boolean isChecked(String version) {
        Matcher number = NUMBER.matcher(version);
        return number.matches()
                && (Integer.parseInt(number.group(1)) > MAJOR
                        || Integer.parseInt(number.group(1)) == MAJOR
                                && Integer.parseInt(number.group(2)) >= CHECKED_SINCE);
    }

    private static Set<String> silent(LogEvidence evidence) {
        Set<String> said = evidence.jobs()
                .flatMap(job -> job.processes().stream())
                .filter(process -> process.version() != null)
                .map(OneVersion::key)
                .collect(Collectors.toSet());
        return evidence.members().stream()
                .filter(member -> !said.contains(member.host() + " " + member.pid()))
                .map(NcclJob.Member::host)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String key(NcclJob.Process process) {
        return process.host() + " " + process.pid();
    }
}
