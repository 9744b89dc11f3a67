package io.seatrial.report.openmetrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the dashboard against what is exported: a renamed gauge would leave a panel empty, which looks like peace. */
class DashboardTest {
    private static final Path FILE = Path.of("..", "reports", "grafana", "seatrial.json");
    private static final Pattern NAME = Pattern.compile("\\bseatrial_[a-z_]+[a-z]\\b");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(seatrial_[a-z_]+)\\{");
    private static final Pattern LABEL = Pattern.compile("[{,]([a-z]+)=");
    private static final Pattern ASKED = Pattern.compile("([a-z]+) ?(?:=~|!=|!~)|by \\(([a-z, ]+)\\)|\\{\\{([a-z]+)}}");

    private final JsonNode dashboard = read();
    private final String exported = Exposition.OPENMETRICS.text(List.of(ExpositionTest.run("alpha")));

    private static JsonNode read() {
        try {
            return JsonMapper.builder().build().readTree(FILE.toFile());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private List<String> queries() {
        List<String> queries = new ArrayList<>();
        dashboard
                .path("panels")
                .forEach(panel -> panel.path("targets").forEach(target -> {
                    queries.add(target.path("expr").asText());
                    queries.add(target.path("legendFormat").asText());
                }));
        return queries;
    }

    private static SortedSet<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(DashboardTest::first)
                .flatMap(names -> List.of(names.split(", ")).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String first(MatchResult found) {
        for (int group = 1; group <= found.groupCount(); group++) {
            if (found.group(group) != null) {
                return found.group(group);
            }
        }
        return found.group();
    }

    @Test
    void queries_name_exactly_what_is_exported() {
        assertThat(all(NAME, String.join("\n", queries())))
                .hasSizeGreaterThan(8)
                .isEqualTo(all(SAMPLE, exported));
    }

    @Test
    void queries_and_legends_use_labels_that_are_exported() {
        Set<String> labels = all(LABEL, exported);
        assertThat(labels).contains("cluster", "ask", "subject", "verdict");
        assertThat(all(ASKED, String.join("\n", queries())))
                .hasSizeGreaterThan(4)
                .isSubsetOf(labels);
    }

    @Test
    void every_panel_has_a_place_of_its_own_and_says_what_it_shows() {
        Set<String> places = new TreeSet<>();
        Set<Integer> ids = new TreeSet<>();
        dashboard.path("panels").forEach(panel -> {
            assertThat(panel.path("description").asText()).isNotBlank();
            places.add(panel.path("gridPos").path("x") + ","
                    + panel.path("gridPos").path("y"));
            ids.add(panel.path("id").asInt());
        });
        assertThat(places).hasSameSizeAs(ids).hasSize(dashboard.path("panels").size());
    }
}
