package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.criteria.experiment.Experiment;
import io.seatrial.criteria.experiment.Treatment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentFileTest {
    private static final String GOOD = """
            version: 1
            name: queue-pairs
            question: "Do four queue pairs help?"
            cluster: ../virtual
            factors:
              - name: qps
                hosts: gpu-[01-02]
                levels:
                  - {name: as-found}
                  - {name: "4", apply: "set 4", restore: "set 1", costs: "memory", risks: "none known"}
            fixed:
              - {name: mtu, command: "cat mtu", expect: "4096"}
            measure: {profile: pre, only: [bandwidth], asks: [bandwidth.alone], tolerance: 2%}
            blocks: 4
            seed: 7
            """;

    private static final String SECOND = """
              - name: mtu
                levels: [{name: as-found}, {name: "9000", apply: "set 9000", restore: "set 1500"}]
            fixed:
            """;

    @TempDir
    Path folder;

    private Experiment read(String text) throws IOException {
        return ExperimentFile.read(Files.writeString(folder.resolve(ExperimentFile.NAME), text));
    }

    @Test
    void everything_that_is_declared_is_read() throws IOException {
        Experiment read = read(GOOD);
        assertThat(read.cluster()).isEqualTo(folder.resolveSibling("virtual").toAbsolutePath());
        assertThat(read.treatments()).extracting(Treatment::text).containsExactly("qps=as-found", "qps=4");
        assertThat(read.factors().get(0).levels().get(1).restore()).contains("set 1");
        assertThat(read.fixed().get(0).expect()).contains("4096");
        assertThat(read.measuring().tolerance().ppm()).isEqualTo(20_000);
        assertThat(List.of((long) read.blocks(), read.seed())).containsExactly(4L, 7L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "restore: \"set 1\",| |10: factors[0].levels[1].restore: level 4: expected both apply and restore",
                "apply: \"set 4\",| |10: factors[0].levels[1].name: level 4: expected both apply and restore",
                "name: \"4\"|name: as-found|expected levels of different names",
                "blocks: 4|blocks: 1|14: blocks: expected 2 or more",
                "profile: pre|profile: before|profile: expected one of bringup, nightly, pre, post",
                "bandwidth.alone|bandwidth.allone|expected 'bandwidth.alone'?",
                "tolerance: 2%|tolerance: 2ms|tolerance: expected a share",
                "name: queue-pairs|name: queue pairs|2: name: expected letters, digits",
                "seed: 7|sead: 7|expected 'seed'?",
                "gpu-[01-02]|gpu-[01-|gpu-[01-",
            })
    void what_is_wrong_is_refused_with_its_place(String good, String bad, String said) {
        String wrong = GOOD.replace(good, bad == null ? "" : bad);
        assertThatThrownBy(() -> read(wrong))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(said);
    }

    @Test
    void two_factors_are_refused_unless_they_are_a_design() throws IOException {
        String two = GOOD.replace("fixed:\n", SECOND);
        assertThatThrownBy(() -> read(two))
                .hasMessageContaining("cannot be told apart")
                .hasMessageContaining("design: factorial");
        assertThat(read(two.replace("blocks: 4", "blocks: 4\ndesign: factorial"))
                        .treatments())
                .extracting(Treatment::text)
                .containsExactly(
                        "mtu=as-found,qps=as-found", "mtu=9000,qps=as-found", "mtu=as-found,qps=4", "mtu=9000,qps=4");
    }

    @Test
    void every_block_holds_every_treatment_in_an_order_that_the_seed_alone_decides() throws IOException {
        Experiment read = read(GOOD.replace("blocks: 4", "blocks: 40"));
        int fourFirst = 0;
        for (int block = 0; block < read.blocks(); block++) {
            assertThat(read.inBlock(block)).containsExactlyInAnyOrderElementsOf(read.treatments());
            assertThat(read.inBlock(block)).isEqualTo(read(GOOD).inBlock(block));
            fourFirst += read.inBlock(block).get(0).text().equals("qps=4") ? 1 : 0;
        }
        assertThat(fourFirst).isBetween(10, 30);
    }

    @Test
    void the_schema_knows_the_keys_that_are_read() throws IOException {
        JsonNode schema = new ObjectMapper()
                .readTree(Path.of("..", "inventory", "experiment.schema.json").toFile());
        assertThat(keys(schema)).isEqualTo(ExperimentFile.KEYS);
        JsonNode factor = schema.at("/properties/factors/items");
        assertThat(keys(factor)).isEqualTo(ExperimentFile.FACTOR_KEYS);
        assertThat(keys(factor.at("/properties/levels/items"))).isEqualTo(ExperimentFile.LEVEL_KEYS);
        assertThat(keys(schema.at("/properties/fixed/items"))).isEqualTo(ExperimentFile.FIXED_KEYS);
        assertThat(keys(schema.at("/properties/measure"))).isEqualTo(ExperimentFile.MEASURE_KEYS);
    }

    private static Set<String> keys(JsonNode object) {
        assertThat(object.path("additionalProperties").asBoolean(true)).isFalse();
        Set<String> keys = new TreeSet<>();
        object.path("properties").fieldNames().forEachRemaining(keys::add);
        return keys;
    }
}
