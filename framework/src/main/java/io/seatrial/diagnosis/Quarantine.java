package io.seatrial.diagnosis;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import io.seatrial.measurement.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says what to take out of use after a run. A host is drained only if it, one of its ports or the cable of one is a suspect, something that
 * nobody waived failed there, and nothing of another host is suspected alike. What is no host is left to people, and so is a host that merely
 * told nothing: missing evidence accuses nobody.
 */
public final class Quarantine {
    /** What names its suspect by something that was seen on it, or by many partners that do well without it. */
    private static final Set<String> SEEN_ON_IT = Set.of(
            "suspect.own-reading",
            "suspect.host",
            "suspect.host-alone",
            "suspect.link-counts",
            "suspect.port-counts",
            "suspect.swapped-rails",
            "suspect.crossed-cables",
            "suspect.cable",
            "suspect.settings");
    /** What only picks one of several that explain the same. */
    private static final Set<String> ONE_OF_SEVERAL =
            Set.of("suspect.link-weakly", "suspect.group", "suspect.common-part", "suspect.whole-ring");
    /** What is suspected because it tells nothing. */
    private static final Set<String> SILENT =
            Set.of("suspect.no-contact", "suspect.switch-silent", "suspect.switch-mute", "suspect.nic-mute");

    private final Set<String> hosts;
    private final List<Judgement> failed;

    private Quarantine(Cluster cluster, Collection<Judgement> judgements) {
        hosts = cluster.hosts().stream().map(Host::name).collect(Collectors.toSet());
        failed = judgements.stream()
                .filter(judgement -> judgement.verdict() instanceof Verdict.Fail)
                .toList();
    }

    /** What is to be done about a suspect. */
    public enum Action {
        /** Give it no more jobs. */
        DRAIN,
        /** It is no host: whoever runs the fabric has to look. */
        ESCALATE,
        /** The evidence does not carry a drain. */
        LOOK
    }

    /** How sure it is that the suspect is the one. */
    public enum Confidence {
        /** It was seen on the suspect itself. */
        HIGH,
        /** It follows from what others do without the suspect. */
        MEDIUM,
        /** Something else explains the same. */
        LOW
    }

    /**
     * What to do about one suspect.
     *
     * @param suspect as diagnosis ranked it
     * @param host the host that it is, or is part of; empty for switches, links between them and groups
     * @param failed what failed there, in the order of the results
     */
    public record Isolation(
            Suspect suspect, Optional<String> host, Action action, Confidence confidence, List<Judgement> failed) {
        public Isolation {
            Objects.requireNonNull(suspect, "suspect");
            Objects.requireNonNull(action, "action");
            Objects.requireNonNull(confidence, "confidence");
            failed = List.copyOf(failed);
            if (action == Action.DRAIN && (host.isEmpty() || failed.isEmpty())) {
                throw new IllegalArgumentException(
                        "drain of " + suspect.subject() + ": expected a host and something that failed there");
            }
        }
    }

    /**
     * Say it of each suspect, in their order.
     *
     * @param judgements every result after waivers: what is waived drains nobody
     */
    public static List<Isolation> of(Collection<Suspect> suspects, Collection<Judgement> judgements, Cluster cluster) {
        Quarantine quarantine = new Quarantine(cluster, judgements);
        return suspects.stream().map(quarantine::isolation).toList();
    }

    private Isolation isolation(Suspect suspect) {
        Optional<String> host = hostOf(suspect.subject());
        List<Judgement> there = failed.stream()
                .filter(judgement -> touches(judgement.subject(), suspect.subject()))
                .toList();
        Confidence confidence = confidence(suspect, host);
        Action action = Action.LOOK;
        boolean accused = host.isEmpty() ? !failed.isEmpty() : !there.isEmpty();
        if (accused && !SILENT.contains(suspect.message().key())) {
            action = host.isEmpty() ? Action.ESCALATE : Action.DRAIN;
        }
        boolean unsure = action == Action.DRAIN && confidence == Confidence.LOW;
        return new Isolation(suspect, host, unsure ? Action.LOOK : action, confidence, there);
    }

    private Confidence confidence(Suspect suspect, Optional<String> host) {
        boolean others = suspect.alsoPossible().stream()
                .map(this::hostOf)
                .flatMap(Optional::stream)
                .anyMatch(other -> !host.equals(Optional.of(other)));
        String why = suspect.message().key();
        if (others || ONE_OF_SEVERAL.contains(why)) {
            return Confidence.LOW;
        }
        return SEEN_ON_IT.contains(why) ? Confidence.HIGH : Confidence.MEDIUM;
    }

    /** Return the host that a subject is or belongs to, also by the cable of its port. */
    private Optional<String> hostOf(SubjectId subject) {
        return subject.kind() == Kind.GROUP || subject.kind() == Kind.FLOW
                ? Optional.empty()
                : ends(subject).stream()
                        .map(Quarantine::node)
                        .filter(hosts::contains)
                        .findFirst();
    }

    /** Tell whether a result is about a suspect: about itself, a port or link of it, or something of which it is an end. */
    private static boolean touches(SubjectId result, SubjectId suspect) {
        List<String> named = ends(result);
        return ends(suspect).stream()
                .anyMatch(end -> named.stream().anyMatch(one -> one.equals(end) || one.startsWith(end + "/")));
    }

    /** Names of groups join hosts or ports by a plus, those of links and flows by their own marks. */
    private static List<String> ends(SubjectId subject) {
        return new ArrayList<>(Arrays.asList(subject.name().split("[>~+ ]")));
    }

    private static String node(String end) {
        int slash = end.indexOf('/');
        return slash < 0 ? end : end.substring(0, slash);
    }
}
