package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclCompletionError;
import io.seatrial.formats.NcclLog;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The library warned of nothing, and no work request failed. */
final class NothingFailed {
    static final String WARNINGS = "warnings";
    static final String COMPLETIONS = "completions";

    private NothingFailed() {}

    static LogFinding warnings(LogEvidence evidence) {
        List<Message> broken = new ArrayList<>();
        evidence.logs()
                .flatMap(log -> log.warnings().stream())
                .map(warning -> Message.of("nccl-log.warning", "host", warning.host(), "text", warning.message()))
                .forEach(broken::add);
        long beyond = evidence.logs().mapToLong(NcclLog.Report::warningsMin).sum() - broken.size();
        if (beyond > 0) {
            broken.add(Message.of("nccl-log.more-warnings", "count", beyond));
        }
        evidence.logs()
                .flatMap(log -> log.timeouts().stream())
                .map(NothingFailed::timeout)
                .forEach(broken::add);
        List<Message> unknown = new ArrayList<>(LogGaps.ofWarnings(evidence));
        aborts(evidence).ifPresent(unknown::add);
        return LogFinding.of(WARNINGS, broken, unknown, Message.of("nccl-log.no-warning"));
    }

    private static Message timeout(NcclLog.Timeout timeout) {
        return timeout.rank() == null
                ? Message.of("nccl-log.timeout-somewhere", "text", timeout.message())
                : Message.of("nccl-log.timeout", "rank", (long) timeout.rank(), "text", timeout.message());
    }

    /** An abort is what a failed job ends with, and a sound one in some releases of PyTorch: it accuses nobody and clears nobody. */
    private static Optional<Message> aborts(LogEvidence evidence) {
        List<NcclLog.Abort> aborts =
                evidence.logs().flatMap(log -> log.aborts().stream()).toList();
        return aborts.stream()
                .findFirst()
                .map(first -> Message.of("nccl-log.aborted", "host", first.host(), "count", (long) aborts.size()));
    }

    /** The first failure of each log that is no echo of another; what follows it on the same queue pair is flushed. */
    static LogFinding completions(LogEvidence evidence) {
        return completions(evidence, LogGaps.ofRequests(evidence));
    }

    /** Ask the same of a job on one host, which may have no network at all. */
    static LogFinding completionsWithinHost(LogEvidence evidence) {
        return completions(evidence, LogGaps.ofWarnings(evidence));
    }

    private static LogFinding completions(LogEvidence evidence, List<Message> unknown) {
        List<Message> broken = new ArrayList<>();
        evidence.logs()
                .map(NcclLog.Report::completionErrors)
                .filter(errors -> !errors.isEmpty())
                .forEach(errors -> broken.add(first(errors)));
        return LogFinding.of(COMPLETIONS, broken, unknown, Message.of("nccl-log.no-failed-request"));
    }

    private static Message first(List<NcclCompletionError> errors) {
        Optional<NcclCompletionError> root =
                errors.stream().filter(NcclCompletionError::rootEvent).findFirst();
        NcclCompletionError error = root.orElse(errors.get(0));
        if (root.isEmpty()) {
            return Message.of("nccl-log.only-echoes", "host", error.host(), "count", (long) errors.size());
        }
        return error.hca() == null || error.localGid() == null || error.remoteGid() == null
                ? unplaced(error)
                : Message.of(
                        "nccl-log.failed-request",
                        "host",
                        error.host(),
                        "nic",
                        error.hca(),
                        "local",
                        error.localGid(),
                        "remote",
                        error.remoteGid(),
                        "status",
                        (long) error.status(),
                        "meaning",
                        error.statusMeaning(),
                        "count",
                        (long) errors.size());
    }

    /** Releases before 2.18 name neither device nor addresses. */
    private static Message unplaced(NcclCompletionError error) {
        return Message.of(
                error.peer() == null ? "nccl-log.failed-request-somewhere" : "nccl-log.failed-request-to",
                "host",
                error.host(),
                "peer",
                String.valueOf(error.peer()),
                "status",
                (long) error.status(),
                "meaning",
                error.statusMeaning());
    }
}
