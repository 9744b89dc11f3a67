package io.seatrial.criteria;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SizeCurve.Point;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * One row of declared limits of a collective: a number without its size is no criterion.
 *
 * @param size for which it holds, bytes by the convention of the collective
 * @param platform platform class of the cluster; empty for all
 * @param profiles profiles in which it is the edge
 * @param fail bus bandwidth, B/s, or a share of the bound; what is below it is a failure
 * @param warn what is below it is worth a look
 * @param source where the number comes from
 * @param grade how well it is founded
 * @param approval who approved it; empty = proposed, not approved
 */
public record SizeLimit(
        long size,
        Optional<String> platform,
        Set<Profile> profiles,
        Bound fail,
        Optional<Bound> warn,
        String source,
        EvidenceGrade grade,
        Optional<Approval> approval) {
    /** Of a size the tools use whole elements of every rank, nccl-tests units of 16 bytes: so much may be missing for each rank. */
    private static final long ROUNDED_OFF = 16;

    public SizeLimit {
        Objects.requireNonNull(platform, "platform");
        Objects.requireNonNull(fail, "fail");
        Objects.requireNonNull(warn, "warn");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(grade, "grade");
        Objects.requireNonNull(approval, "approval");
        profiles = Set.copyOf(profiles);
        if (size < 1) {
            throw new IllegalArgumentException("limit of a collective: expected a size above 0, got " + size);
        }
    }

    boolean provisional() {
        return grade.provisional() || approval.isEmpty();
    }

    boolean holdsIn(Cluster cluster, Profile profile) {
        return profiles.contains(profile)
                && platform.map(cluster.platform()::equals).orElse(true);
    }

    /** Tell whether wherever another row holds this one holds too. */
    boolean covers(SizeLimit other) {
        return size == other.size
                && (platform.isEmpty() || platform.equals(other.platform))
                && profiles.containsAll(other.profiles);
    }

    /** Return the points of a curve that were measured with this size, whole elements of each rank taken. */
    public List<Point> of(SizeCurve curve) {
        long least = size - ROUNDED_OFF * curve.ranks();
        return curve.points().stream()
                .filter(point -> point.bytes() <= size && point.bytes() > least)
                .toList();
    }
}
