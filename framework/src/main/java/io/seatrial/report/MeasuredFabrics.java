package io.seatrial.report;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Survey;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/** The kinds of fabric that values of a run were measured on, as the probes named them. */
public final class MeasuredFabrics {
    /** The kernel's own RDMA devices, rxe and siw. */
    private static final String SOFTWARE = "soft-";

    private MeasuredFabrics() {}

    /** Return the kinds, sorted; empty where nothing was measured. */
    public static SortedSet<String> of(Collection<Survey> surveys) {
        SortedSet<String> fabrics = new TreeSet<>();
        surveys.forEach(survey -> survey.subjects().values().forEach(of -> fabrics.addAll(ofMeasurements(of))));
        return fabrics;
    }

    /** Return the kinds of a few measurements. */
    public static SortedSet<String> ofMeasurements(Collection<Measurement> measurements) {
        SortedSet<String> fabrics = new TreeSet<>();
        measurements.stream()
                .filter(measurement -> measurement.value().isPresent())
                .map(measurement -> measurement.conditions().get(Conditions.FABRIC))
                .filter(fabric -> !fabric.isEmpty())
                .forEach(fabrics::add);
        return fabrics;
    }

    /** Return the line for the head of a report, empty where nothing was measured. */
    public static String line(RunReport report) {
        SortedSet<String> fabrics = of(report.surveys());
        if (fabrics.isEmpty()) {
            return "";
        }
        boolean software = fabrics.stream().anyMatch(fabric -> fabric.startsWith(SOFTWARE));
        String said = Texts.text("fabric.measured") + " " + String.join(", ", fabrics);
        return software ? said + ". " + Texts.text("fabric.software") : said;
    }
}
