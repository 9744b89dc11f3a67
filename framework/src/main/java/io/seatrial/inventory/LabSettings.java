package io.seatrial.inventory;

import java.util.Objects;
import java.util.Optional;

/**
 * How the virtual fabric behaves; its presence says that the cluster is virtual. Link rates are the declared ones.
 *
 * @param delay one-way delay of every link, ns
 * @param queue bytes that a direction of a link holds before it stops reading
 * @param qos how switches mark and pause the lossless class; without it they do neither
 */
public record LabSettings(long delay, int queue, Optional<LabQos> qos) {
    public LabSettings {
        Objects.requireNonNull(qos, "qos");
        if (delay < 0 || queue <= 0) {
            throw new IllegalArgumentException(
                    "lab: expected delay >= 0 and queue > 0, got " + delay + " ns and " + queue + " B");
        }
        if (qos.isPresent() && qos.get().xoff() > queue) {
            throw new IllegalArgumentException(
                    "lab: qos: expected xoff <= queue, got " + qos.get().xoff() + " B and " + queue + " B");
        }
    }

    /** A fabric whose switches neither mark nor pause. */
    public LabSettings(long delay, int queue) {
        this(delay, queue, Optional.empty());
    }
}
