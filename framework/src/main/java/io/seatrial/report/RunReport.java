package io.seatrial.report;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Survey;
import io.seatrial.report.collectives.Collectives;
import io.seatrial.report.congestion.Congestion;
import io.seatrial.report.trends.Trends;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Everything that a report shows, as plain data: pages, Allure extras, JUnit XML and the terminal are made from this alone.
 *
 * @param run which run it was
 * @param outcome what it came to
 * @param environment fabric, inventory hash, probe build, tool versions ... by name
 * @param findings every judgement
 * @param surveys what was measured, for pictures
 * @param links every link of the cluster, so that one without any judgement stays visible
 * @param suspects most suspect first
 * @param coverage one row per criterion and tier, those not asked included
 * @param hosts every host of the run
 * @param waivers every waiver in force or expired
 * @param remarks what else is to be said: what the run could not do, what was cut by a budget ...
 * @param congestion what counters of ports said, {@link Congestion#NONE} where none were read
 * @param collectives what collectives gave, {@link Collectives#NONE} where none were asked
 * @param trends what earlier runs say beside it, {@link Trends#NONE} where no history is kept
 */
public record RunReport(
        RunFacts run,
        Outcome outcome,
        Map<String, String> environment,
        List<Finding> findings,
        List<Survey> surveys,
        List<Link> links,
        List<Accused> suspects,
        List<Coverage> coverage,
        List<HostState> hosts,
        List<WaiverNote> waivers,
        List<Message> remarks,
        Congestion congestion,
        Collectives collectives,
        Trends trends) {
    public RunReport {
        Objects.requireNonNull(trends, "trends");
        Objects.requireNonNull(collectives, "collectives");
        Objects.requireNonNull(congestion, "congestion");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(outcome, "outcome");
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
        findings = List.copyOf(findings);
        surveys = List.copyOf(surveys);
        links = List.copyOf(links);
        suspects = List.copyOf(suspects);
        coverage = List.copyOf(coverage);
        hosts = List.copyOf(hosts);
        waivers = List.copyOf(waivers);
        remarks = List.copyOf(remarks);
    }

    /** Make the report of a run whose ports were not read, and that asked no collectives. */
    public RunReport(
            RunFacts run,
            Outcome outcome,
            Map<String, String> environment,
            List<Finding> findings,
            List<Survey> surveys,
            List<Link> links,
            List<Accused> suspects,
            List<Coverage> coverage,
            List<HostState> hosts,
            List<WaiverNote> waivers,
            List<Message> remarks) {
        this(
                run,
                outcome,
                environment,
                findings,
                surveys,
                links,
                suspects,
                coverage,
                hosts,
                waivers,
                remarks,
                Congestion.NONE,
                Collectives.NONE,
                Trends.NONE);
    }

    /** Return a copy with one more remark. */
    public RunReport with(Message remark) {
        List<Message> more = new ArrayList<>(remarks);
        more.add(remark);
        return with(more, congestion, collectives, trends);
    }

    /** Return a copy with what counters said. */
    public RunReport with(Congestion counted) {
        return with(remarks, counted, collectives, trends);
    }

    /** Return a copy with what collectives gave. */
    public RunReport with(Collectives given) {
        return with(remarks, congestion, given, trends);
    }

    /** Return a copy with what earlier runs say. */
    public RunReport with(Trends earlier) {
        return with(remarks, congestion, collectives, earlier);
    }

    private RunReport with(List<Message> said, Congestion counted, Collectives given, Trends earlier) {
        return new RunReport(
                run,
                outcome,
                environment,
                findings,
                surveys,
                links,
                suspects,
                coverage,
                hosts,
                waivers,
                said,
                counted,
                given,
                earlier);
    }
}
