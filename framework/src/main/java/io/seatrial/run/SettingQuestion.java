package io.seatrial.run;

import io.seatrial.criteria.ports.FabricPorts;
import io.seatrial.criteria.ports.PortRule;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A setting that a suite reads of every host, of every port of a host, or of every port of the fabric.
 *
 * @param ask id, for example {@code configuration.mtu}
 * @param kind whether hosts or ports have it
 * @param reads name of the setting; one that ends in a dot stands for every name that begins so
 */
public record SettingQuestion(String ask, SubjectId.Kind kind, String reads) {
    public SettingQuestion {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(reads, "reads");
        if (kind != SubjectId.Kind.HOST && kind != SubjectId.Kind.PORT) {
            throw new IllegalArgumentException("setting " + ask + ": expected hosts or ports, got " + kind);
        }
    }

    /**
     * Ask for what a rule looks at, of the ports that it asks.
     *
     * @throws IllegalArgumentException if no rule is of this ask
     */
    public static SettingQuestion ofFabric(String ask) {
        if (PortRule.of(ask).isEmpty()) {
            throw new IllegalArgumentException("setting " + ask + ": expected an ask of ports of NICs and switches");
        }
        return new SettingQuestion(ask, SubjectId.Kind.PORT, "");
    }

    private Optional<PortRule> rule() {
        return PortRule.of(ask);
    }

    /** Tell whether it is asked of ports of switches too, or of what hosts do not tell when they are met. */
    public boolean isOfFabric() {
        return rule().isPresent();
    }

    SortedSet<SubjectId> subjects(Cluster cluster) {
        SortedSet<SubjectId> subjects = new TreeSet<>();
        if (isOfFabric()) {
            FabricPorts.of(cluster).all().stream().filter(rule().get()::asks).forEach(port -> subjects.add(port.id()));
            return subjects;
        }
        if (kind == SubjectId.Kind.HOST) {
            cluster.hosts().forEach(host -> subjects.add(new SubjectId(kind, host.name())));
        } else {
            cluster.ports().forEach(port -> subjects.add(new SubjectId(kind, port.id())));
        }
        return subjects;
    }

    boolean reads(Setting setting) {
        if (isOfFabric()) {
            return rule().get().reads(setting);
        }
        return setting.subject().kind() == kind && setting.isNamed(reads);
    }
}
