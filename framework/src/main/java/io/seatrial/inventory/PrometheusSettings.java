package io.seatrial.inventory;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a Prometheus server knows of the ports of the cluster.
 *
 * @param http how it is asked
 * @param refresh how often it scrapes; empty where the server is to be asked ({@code /api/v1/targets})
 * @param where matchers that every series must fit, as between the braces of a query: {@code cluster="a",job=~"node.*"}; may be empty
 * @param node how {@code {node}} follows from a label
 * @param metrics which metrics count what, never empty
 */
public record PrometheusSettings(
        HttpSettings http, Optional<Duration> refresh, String where, NodeLabel node, List<Mapped> metrics) {
    public PrometheusSettings {
        Objects.requireNonNull(http, "http");
        Objects.requireNonNull(refresh, "refresh");
        Objects.requireNonNull(where, "where");
        Objects.requireNonNull(node, "node");
        metrics = List.copyOf(metrics);
        if (metrics.isEmpty()) {
            throw new IllegalArgumentException("prometheus: expected at least one metric");
        }
    }

    /**
     * A rule that makes the name of a node out of a label.
     *
     * @param label name of the label
     * @param match regular expression that its whole value fits
     * @param name with {@code $1} and so on for the groups of the expression
     */
    public record NodeLabel(String label, String match, String name) {
        /** The instance without its TCP port. */
        public static final NodeLabel INSTANCE = new NodeLabel("instance", "(.*?)(:[0-9]+)?", "$1");

        public NodeLabel {
            Objects.requireNonNull(label, "label");
            Objects.requireNonNull(match, "match");
            Objects.requireNonNull(name, "name");
        }
    }

    /**
     * A metric that counts something of a port.
     *
     * @param metric its name; its values are cumulative or levels, never rates
     * @param counter name of a {@link io.seatrial.measurement.Counter}, or a template such as {@code rx.pause.frames.{priority}}
     * @param port template of {@code NODE/PORT} out of labels, and of {@code {node}}
     * @param scale what a value is multiplied with to be in the counter's unit
     * @param delay how much older than its scrape a value may be, where the exporter itself collects from time to time
     */
    public record Mapped(String metric, String counter, String port, BigDecimal scale, Duration delay) {
        public Mapped {
            Objects.requireNonNull(metric, "metric");
            Objects.requireNonNull(counter, "counter");
            Objects.requireNonNull(port, "port");
            if (scale.signum() <= 0 || delay.isNegative()) {
                throw new IllegalArgumentException("metric " + metric
                        + ": expected a scale above 0 and a delay of 0 or more, got " + scale + " and " + delay);
            }
        }
    }
}
