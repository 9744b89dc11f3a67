package io.seatrial.run;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A setting that a suite reads of every host or of every port.
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

    SortedSet<SubjectId> subjects(Cluster cluster) {
        SortedSet<SubjectId> subjects = new TreeSet<>();
        if (kind == SubjectId.Kind.HOST) {
            cluster.hosts().forEach(host -> subjects.add(new SubjectId(kind, host.name())));
        } else {
            cluster.ports().forEach(port -> subjects.add(new SubjectId(kind, port.id())));
        }
        return subjects;
    }

    boolean reads(Setting setting) {
        return setting.subject().kind() == kind && setting.isNamed(reads);
    }
}
