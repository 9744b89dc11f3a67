package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.PrometheusText.Sample;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * What dcgm-exporter serves, releases 2.x to 4.x (etc/default-counters.csv of NVIDIA/dcgm-exporter says type and unit of each field).
 *
 * <p>{@code DCGM_FI_DEV_XID_ERRORS} is a gauge with the number of the last Xid, not a count. DCGM's blank values (dcgm_structs.h: 64-bit
 * integers from 9223372036854775792 on, 32-bit integers from 2147483632 to 2147483635, floating point from 140737488355328) mean that the field is not supported or not there.
 */
public final class PrometheusDcgm implements Format<PrometheusDcgm.Report> {
    private static final String PREFIX = "DCGM_FI_";
    private static final String XID = "DCGM_FI_DEV_XID_ERRORS";
    // A little below the blank itself, because a 64-bit floating point number may have rounded it.
    private static final BigDecimal BLANK_INTEGER = new BigDecimal("9223372036854770000");
    private static final BigDecimal BLANK_SHORT = new BigDecimal(0x7ffffff0);
    private static final BigDecimal LAST_BLANK_SHORT = new BigDecimal(0x7ffffff3);
    private static final BigDecimal BLANK_FRACTION = new BigDecimal("140737488355328");
    private static final BigDecimal LAST_BLANK_FRACTION = new BigDecimal("140737488355340");

    /**
     * Samples of GPUs, in the order of the text; those of other metrics are left out.
     *
     * @param complete false if the last line is cut, true if OpenMetrics' end is there, else null
     */
    public record Report(List<Metric> metrics, Boolean complete) {}

    /**
     * One sample.
     *
     * @param gpu index on its host
     * @param value null where DCGM has none; see lastXid for {@code DCGM_FI_DEV_XID_ERRORS}
     * @param valueMhz the same for clocks, in MHz
     * @param lastXid number of the last Xid; 0 if there was none
     * @param isCount whether the exporter says that it is a counter; null where it does not say
     * @param migInstance and migProfile: of the GPU instance, where the sample is of one
     */
    public record Metric(
            String name,
            Integer gpu,
            @JsonInclude(JsonInclude.Include.NON_NULL) String host,
            @JsonInclude(JsonInclude.Include.NON_NULL) String uuid,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer migInstance,
            @JsonInclude(JsonInclude.Include.NON_NULL) String migProfile,
            BigDecimal value,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal valueMhz,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal lastXid,
            Boolean isCount) {}

    @Override
    public String id() {
        return "prometheus-dcgm";
    }

    @Override
    public String about() {
        return "dcgm-exporter: GPU metrics for Prometheus (DCGM_FI_...)";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(
                head.lines().stream().anyMatch(line -> line.startsWith(PREFIX) || line.startsWith("# HELP " + PREFIX)));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        PrometheusText text = PrometheusText.read(lines);
        List<Metric> metrics = text.samples().stream()
                .filter(sample -> sample.name().startsWith(PREFIX))
                .map(sample -> metric(sample, text.types()))
                .toList();
        boolean declared = text.types().keySet().stream().anyMatch(name -> name.startsWith(PREFIX));
        if (metrics.isEmpty() && !declared) {
            throw lines.missing("a metric " + PREFIX + "...");
        }
        return new Report(metrics, text.complete(lines));
    }

    private static Metric metric(Sample sample, Map<String, String> types) {
        BigDecimal value = isBlank(sample.value()) ? null : sample.value();
        boolean xid = sample.name().equals(XID);
        String type = types.get(sample.name());
        if (value != null && value.signum() < 0 && "counter".equals(type)) {
            throw sample.line().malformed("a counter of 0 or more");
        }
        return new Metric(
                sample.name(),
                sample.index("gpu"),
                sample.labels().get("Hostname"),
                sample.labels().get("UUID"),
                sample.index("GPU_I_ID"),
                sample.labels().get("GPU_I_PROFILE"),
                xid ? null : value,
                sample.name().endsWith("_CLOCK") ? value : null,
                xid ? value : null,
                xid ? Boolean.FALSE : type == null ? null : (Boolean) type.equals("counter"));
    }

    /** Tell whether a value is one of those by which DCGM says that it has none. */
    public static boolean isBlank(BigDecimal value) {
        return value == null
                || value.compareTo(BLANK_INTEGER) >= 0
                || value.compareTo(BLANK_SHORT) >= 0 && value.compareTo(LAST_BLANK_SHORT) <= 0
                || value.compareTo(BLANK_FRACTION) >= 0 && value.compareTo(LAST_BLANK_FRACTION) < 0;
    }
}
