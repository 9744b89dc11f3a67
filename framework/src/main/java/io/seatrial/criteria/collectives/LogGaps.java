package io.seatrial.criteria.collectives;

import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.List;

/** What logs do not have, so that nothing may be concluded from what they do not say. */
final class LogGaps {
    private LogGaps() {}

    /** Return why ranks that logged nothing cannot be spoken for. */
    static List<Message> ofRanks(LogEvidence evidence) {
        List<Message> gaps = new ArrayList<>();
        if (evidence.ranks() == 0) {
            gaps.add(Message.of("nccl-log.no-communicator"));
        } else if (!evidence.missing().isEmpty()) {
            gaps.add(Message.of(
                    "nccl-log.rank-missing", "ranks", LogEvidence.numbers(evidence.missing()), "count", (long)
                            evidence.ranks()));
        }
        if (evidence.isCut()) {
            gaps.add(Message.of("nccl-log.cut"));
        }
        return gaps;
    }

    /** Return why warnings that are not there cannot be spoken for. */
    static List<Message> ofWarnings(LogEvidence evidence) {
        List<Message> gaps = new ArrayList<>(ofRanks(evidence));
        if (evidence.warningsLeftOut() > 0) {
            gaps.add(Message.of("nccl-log.warnings-left-out", "count", evidence.warningsLeftOut()));
        }
        return gaps;
    }

    /** Return why requests that did not fail cannot be spoken for: only RDMA has any that could. */
    static List<Message> ofRequests(LogEvidence evidence) {
        List<Message> gaps = new ArrayList<>(ofWarnings(evidence));
        gaps.addAll(evidence.networks().gaps(evidence.members()));
        if (evidence.hasSockets()) {
            gaps.add(Message.of("nccl-log.no-requests"));
        }
        return gaps;
    }

    /** Return why channels between hosts cannot be spoken for. */
    static List<Message> ofChannels(LogEvidence evidence) {
        List<Message> gaps = new ArrayList<>(ofRanks(evidence));
        if (evidence.hosts().size() < 2 && gaps.isEmpty()) {
            gaps.add(Message.of("nccl-log.one-host"));
            return gaps;
        }
        if (evidence.linesLeftOut() > 0) {
            gaps.add(Message.of("nccl-log.lines-left-out", "count", evidence.linesLeftOut()));
        }
        if (evidence.hasSockets()) {
            gaps.add(Message.of("nccl-log.no-nics"));
        }
        if (evidence.between().isEmpty()) {
            gaps.add(Message.of("nccl-log.no-channels"));
            return gaps;
        }
        if (evidence.unreadPaths() > 0) {
            gaps.add(Message.of("nccl-log.channels-unread", "count", evidence.unreadPaths()));
        }
        if (evidence.channels().isEmpty()) {
            gaps.add(Message.of("nccl-log.channel-count-unsaid"));
        }
        evidence.hosts().stream()
                .filter(host -> !evidence.unseen(host).isEmpty())
                .map(host -> Message.of(
                        "nccl-log.channels-unseen",
                        "host",
                        host,
                        "channels",
                        LogEvidence.numbers(evidence.unseen(host)),
                        "count",
                        (long) evidence.channels().orElse(0)))
                .forEach(gaps::add);
        return gaps;
    }
}
