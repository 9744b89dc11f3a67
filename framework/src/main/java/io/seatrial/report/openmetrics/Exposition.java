package io.seatrial.report.openmetrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** The two text formats. */
public enum Exposition {
    /** OpenMetrics 1.0, ends with {@code # EOF}; what Prometheus scrapes. */
    OPENMETRICS(OpenMetricsTextFormatWriter.create()),
    /** The older text format of Prometheus: a node exporter's folder of texts and a Pushgateway understand nothing newer. */
    PROMETHEUS(PrometheusTextFormatWriter.create());

    private final ExpositionFormatWriter writer;

    Exposition(ExpositionFormatWriter writer) {
        this.writer = writer;
    }

    /** Return the type of the text, for a header of HTTP. */
    public String contentType() {
        return writer.getContentType();
    }

    /** Return the newest runs of some clusters as text. */
    public String text(Collection<LatestRun> runs) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writer.write(out, Gauges.of(runs), EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
