package io.seatrial.run;

import io.seatrial.archive.AskRecord;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.plan.GroupRound;
import io.seatrial.plan.Passes;
import io.seatrial.plan.Round;
import io.seatrial.plan.Tenancy;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.probe.FlowProbe;
import io.seatrial.probe.TenantProbe;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Something that will be asked of the cluster. */
public sealed interface PlannedAsk {
    /** Return its id. */
    String ask();

    /** Return what is measured. */
    Metric metric();

    /** Return every subject that is asked. */
    SortedSet<SubjectId> subjects();

    /** Return it as the archive keeps it. */
    AskRecord record();

    /**
     * A probe over the flows of rounds.
     *
     * @param probe what runs
     * @param once when, in one pass over its pattern
     * @param repeats how many passes there are
     * @param leftOut what a night leaves to another one: asked by the profile, and not measured in this run
     */
    record Flows(FlowProbe probe, List<Round> once, int repeats, SortedSet<SubjectId> leftOut) implements PlannedAsk {
        public Flows {
            once = List.copyOf(once);
            leftOut = Collections.unmodifiableSortedSet(new TreeSet<>(leftOut));
        }

        /** Make an ask whose rounds run once. */
        public Flows(FlowProbe probe, List<Round> once) {
            this(probe, once, 1, Collections.emptySortedSet());
        }

        /** Return every round in its order, pass by pass. */
        public List<Round> rounds() {
            return Passes.of(once, repeats);
        }

        @Override
        public String ask() {
            return probe.ask();
        }

        @Override
        public Metric metric() {
            return probe.metric();
        }

        @Override
        public SortedSet<SubjectId> subjects() {
            SortedSet<SubjectId> all = new TreeSet<>();
            once.forEach(round -> round.flows().forEach(flow -> all.add(flow.subject())));
            return all;
        }

        @Override
        public AskRecord record() {
            return new AskRecord(ask(), metric(), once.size() * repeats, names(subjects()), names(leftOut));
        }
    }

    /**
     * A collective over the groups of rounds.
     *
     * @param probe what runs
     * @param once when, in one pass over its pattern
     * @param deciding what is run two ranks at a time, beside the steps of a ring that fails, to tell whose uplink is slow
     * @param repeats how many passes there are
     * @param leftOut what a night leaves to another one
     */
    record Groups(
            CollectiveProbe probe,
            List<GroupRound> once,
            List<GroupRound> deciding,
            int repeats,
            SortedSet<SubjectId> leftOut)
            implements PlannedAsk {
        public Groups {
            once = List.copyOf(once);
            deciding = List.copyOf(deciding);
            leftOut = Collections.unmodifiableSortedSet(new TreeSet<>(leftOut));
        }

        /** Make an ask whose rounds run once. */
        public Groups(CollectiveProbe probe, List<GroupRound> once, List<GroupRound> deciding) {
            this(probe, once, deciding, 1, Collections.emptySortedSet());
        }

        /** Return every round in its order, pass by pass. */
        public List<GroupRound> rounds() {
            return Passes.ofGroups(once, repeats);
        }

        @Override
        public String ask() {
            return probe.ask();
        }

        @Override
        public Metric metric() {
            return probe.metric();
        }

        @Override
        public SortedSet<SubjectId> subjects() {
            SortedSet<SubjectId> all = new TreeSet<>();
            once.forEach(round -> round.groups().forEach(group -> all.add(group.subject())));
            return all;
        }

        @Override
        public AskRecord record() {
            return new AskRecord(ask(), metric(), once.size() * repeats, names(subjects()), names(leftOut));
        }
    }

    /**
     * A collective of one tenant beside another one.
     *
     * @param probe what both run
     * @param tenancy on which ports
     */
    record Tenants(TenantProbe probe, Tenancy tenancy) implements PlannedAsk {
        @Override
        public String ask() {
            return probe.ask();
        }

        @Override
        public Metric metric() {
            return TenantProbe.ISOLATION;
        }

        @Override
        public SortedSet<SubjectId> subjects() {
            SortedSet<SubjectId> all = new TreeSet<>();
            tenancy.a().forEach(group -> all.add(group.subject()));
            return all;
        }

        @Override
        public AskRecord record() {
            return new AskRecord(ask(), metric(), 1, names(subjects()));
        }
    }

    /** A reading of every host link. */
    record Links(LinkQuestion question, Cluster cluster) implements PlannedAsk {
        @Override
        public String ask() {
            return question.ask();
        }

        @Override
        public Metric metric() {
            return question.metric();
        }

        @Override
        public SortedSet<SubjectId> subjects() {
            SortedSet<SubjectId> all = new TreeSet<>();
            cluster.linksOfTier(Link.HOST_LEAF).forEach(link -> all.add(link.subject()));
            return all;
        }

        @Override
        public AskRecord record() {
            return new AskRecord(ask(), metric(), 1, names(subjects()));
        }
    }

    /** A reading of a setting of every host or port. */
    record Settings(SettingQuestion question, Cluster cluster) implements PlannedAsk {
        @Override
        public String ask() {
            return question.ask();
        }

        @Override
        public Metric metric() {
            return Setting.METRIC;
        }

        @Override
        public SortedSet<SubjectId> subjects() {
            return question.subjects(cluster);
        }

        @Override
        public AskRecord record() {
            return new AskRecord(ask(), metric(), 1, names(subjects()));
        }
    }

    /**
     * Counters, over the windows in which other asks have traffic.
     *
     * @param tiers tiers whose links are asked; empty for all
     */
    record Counters(CounterQuestion question, Cluster cluster, Set<String> tiers) implements PlannedAsk {
        @Override
        public String ask() {
            return question.ask();
        }

        @Override
        public Metric metric() {
            return question.rule().metric();
        }

        @Override
        public SortedSet<SubjectId> subjects() {
            return question.subjects(cluster, tiers);
        }

        @Override
        public AskRecord record() {
            return new AskRecord(ask(), metric(), 0, names(subjects()));
        }
    }

    private static List<String> names(SortedSet<SubjectId> subjects) {
        return subjects.stream().map(SubjectId::name).toList();
    }
}
