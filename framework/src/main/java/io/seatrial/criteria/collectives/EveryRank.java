package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclJob.Member;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Whoever was to take part did, and came up. */
final class EveryRank {
    static final String ID = "every-rank";

    private EveryRank() {}

    static LogFinding ask(LogEvidence evidence) {
        List<Message> unknown = new ArrayList<>(LogGaps.ofRanks(evidence));
        if (!evidence.onTwoHosts().isEmpty()) {
            unknown.add(Message.of("nccl-log.two-jobs", "ranks", LogEvidence.numbers(evidence.onTwoHosts())));
        }
        unknown.addAll(strangers(evidence));
        unknown.addAll(absent(evidence));
        Message holds = Message.of("nccl-log.ranks", "count", (long) evidence.ranks(), "hosts", (long)
                evidence.hosts().size());
        return LogFinding.of(ID, fewer(evidence), unknown, holds);
    }

    private static List<Message> strangers(LogEvidence evidence) {
        return !evidence.demands().isDeclared()
                ? List.of()
                : evidence.hosts().stream()
                        .filter(host -> evidence.demands().nameOf(host).isEmpty())
                        .map(host -> Message.of("nccl-log.host-unknown", "host", host))
                        .toList();
    }

    private static List<Message> absent(LogEvidence evidence) {
        Set<String> absent = new TreeSet<>(evidence.demands().hosts().keySet());
        evidence.hosts().forEach(host -> evidence.demands().nameOf(host).ifPresent(absent::remove));
        return absent.stream()
                .map(host -> Message.of("nccl-log.host-missing", "host", host))
                .toList();
    }

    /** Only where every rank is known can one be missing on a host. */
    private static List<Message> fewer(LogEvidence evidence) {
        if (evidence.ranks() == 0 || !evidence.missing().isEmpty()) {
            return List.of();
        }
        Map<String, Set<Integer>> ranks = new LinkedHashMap<>();
        for (Member member : evidence.members()) {
            ranks.computeIfAbsent(member.host(), host -> new TreeSet<>()).add(member.rank());
        }
        List<Message> fewer = new ArrayList<>();
        ranks.forEach((host, own) -> evidence.demands()
                .of(host)
                .filter(declared -> declared.gpus() > 0 && declared.gpus() != own.size())
                .ifPresent(declared -> fewer.add(
                        Message.of("nccl-log.ranks-differ", "host", host, "count", (long) own.size(), "expected", (long)
                                declared.gpus()))));
        return fewer;
    }
}
