package io.seatrial.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import io.seatrial.plan.PathClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The vector of the domain notes, localisation: three bad flows over known paths of four links. */
class BallotTest {
    private static final Offset<Double> EXACT = Offset.offset(1e-12);

    private final Ballot ballot = new Ballot(List.of(
            bad("h1", "l1", "s1", "l2", "h3"), bad("h1", "l1", "s1", "l3", "h5"), bad("h2", "l1", "s1", "l2", "h4")));

    private static Finding bad(String... path) {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i + 1 < path.length; i++) {
            links.add(link(path[i], path[i + 1]));
        }
        Flow flow = new Flow(port(path[0]), port(path[path.length - 1]), PathClass.ACROSS_LEAVES, links, List.of());
        return new Finding(flow, "latency.across-leaves", new Verdict.Fail(Message.of("key"), Optional.empty()));
    }

    private static Link link(String a, String b) {
        // The lower end comes first, as in an inventory.
        return a.startsWith("s") || b.startsWith("h") ? named(b, a) : named(a, b);
    }

    private static Link named(String lower, String upper) {
        String tier = lower.startsWith("h") ? Link.HOST_LEAF : "leaf-spine";
        return new Link(new End(lower, "to-" + upper), new End(upper, "to-" + lower), tier, 1, lower + upper);
    }

    private static RdmaPort port(String host) {
        return new RdmaPort(
                host,
                "mlx5_0",
                1,
                "",
                "",
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                1,
                List.of());
    }

    private double votes(String a, String b) {
        return ballot.candidates().stream()
                .filter(candidate -> candidate.link().equals(link(a, b)))
                .mapToDouble(Ballot.Candidate::votes)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void every_bad_flow_gives_each_of_its_links_an_equal_part_of_one_vote() {
        assertThat(votes("l1", "s1")).isCloseTo(0.75, EXACT);
        assertThat(votes("h1", "l1")).isCloseTo(0.5, EXACT);
        assertThat(votes("s1", "l2")).isCloseTo(0.5, EXACT);
        assertThat(votes("h2", "l1")).isCloseTo(0.25, EXACT);
        assertThat(votes("s1", "l3")).isCloseTo(0.25, EXACT);
        assertThat(votes("l2", "h3")).isCloseTo(0.25, EXACT);
        assertThat(votes("l3", "h5")).isCloseTo(0.25, EXACT);
        assertThat(votes("l2", "h4")).isCloseTo(0.25, EXACT);
    }

    @Test
    void the_link_with_most_votes_is_first_and_explains_all_three() {
        assertThat(ballot.best().orElseThrow().link()).isEqualTo(link("l1", "s1"));
        ballot.remove(ballot.best().orElseThrow().bad());
        assertThat(ballot.best()).isEmpty();
    }

    @Test
    void a_hundred_bad_flows_without_a_link_in_common_still_name_a_suspect() {
        List<Finding> scattered = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            Finding finding = bad("h" + i + "a", "l1", "h" + i + "b");
            scattered.add(finding);
            links.addAll(finding.flow().certain());
        }
        // Each link has 0.5 of 120 votes, which is less than the 1 % at which the search may end.
        List<Suspect> suspects = Diagnosis.suspects(new Symptoms(scattered, links, List.of(), Map.of(), Map.of()));
        assertThat(suspects).isNotEmpty();
    }
}
