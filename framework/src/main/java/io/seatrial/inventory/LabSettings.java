package io.seatrial.inventory;

/**
 * How the virtual fabric behaves; its presence says that the cluster is virtual. Link rates are the declared ones.
 *
 * @param delay one-way delay of every link, ns
 * @param queue bytes that a direction of a link holds before it stops reading
 */
public record LabSettings(long delay, int queue) {
    public LabSettings {
        if (delay < 0 || queue <= 0) {
            throw new IllegalArgumentException(
                    "lab: expected delay >= 0 and queue > 0, got " + delay + " ns and " + queue + " B");
        }
    }
}
