package io.seatrial.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the schema for editors against the reader: what one knows, the other knows. */
class ClusterSchemaTest {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final ObjectMapper JSON = new ObjectMapper();

    private static JsonNode tree;
    private static Schema schema;

    @TempDir
    Path folder;

    @BeforeAll
    static void load() throws IOException {
        String text = Files.readString(WrittenClusters.shipped().resolve("cluster.schema.json"));
        tree = JSON.readTree(text);
        schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(text);
    }

    static Stream<Path> shippedClusters() throws IOException {
        try (Stream<Path> folders = Files.list(WrittenClusters.shipped())) {
            return folders.filter(each -> Files.exists(each.resolve(ClusterFile.NAME))).sorted().toList().stream();
        }
    }

    @Test
    void sees_the_shipped_clusters() throws IOException {
        assertThat(shippedClusters().map(each -> each.getFileName().toString())).contains("example-h100", "virtual");
    }

    @ParameterizedTest
    @MethodSource("shippedClusters")
    void accepts_every_shipped_cluster_and_each_names_it(Path cluster) throws IOException {
        String text = Files.readString(cluster.resolve(ClusterFile.NAME));

        assertThat(mistakes(text)).isEmpty();
        assertThat(text).startsWith("# yaml-language-server: $schema=../cluster.schema.json\n");
    }

    @ParameterizedTest
    @EnumSource
    void knows_the_keys_that_the_reader_knows_and_requires_the_same(Shape shape) {
        JsonNode definition =
                tree.at("/$defs/" + shape.name().toLowerCase(Locale.ROOT).replace('_', '-'));

        assertThat(names(definition.path("properties").fieldNames())).isEqualTo(new TreeSet<>(shape.keys()));
        assertThat(names(texts(definition.path("required")).iterator())).isEqualTo(new TreeSet<>(shape.required()));
        assertThat(definition.path("additionalProperties").isBoolean()).isTrue();
        assertThat(definition.path("additionalProperties").asBoolean()).isFalse();
    }

    @Test
    void has_no_mapping_that_the_reader_does_not_know() {
        Set<String> mappings = new TreeSet<>();
        tree.path("$defs").properties().forEach(each -> {
            if (each.getValue().path("type").asText().equals("object")) {
                mappings.add(each.getKey().toUpperCase(Locale.ROOT).replace('-', '_'));
            }
        });

        assertThat(mappings)
                .isEqualTo(
                        new TreeSet<>(Stream.of(Shape.values()).map(Enum::name).toList()));
    }

    @Test
    void offers_the_roles_and_tiers_of_the_reader() {
        assertThat(texts(tree.at("/$defs/switch/properties/role/enum"))).isEqualTo(SwitchReader.ROLES);
        assertThat(texts(tree.at("/$defs/switch/properties/system/enum"))).isEqualTo(Switch.SYSTEMS);
        assertThat(texts(tree.at("/$defs/tier/properties/name/enum"))).isEqualTo(TierReader.NAMES);
        assertThat(texts(tree.at("/$defs/prometheus/properties/maps/items/enum")))
                .isEqualTo(ShippedMetrics.names());
    }

    @Test
    void accepts_the_valid_file() throws IOException {
        assertThat(mistakes(WrittenClusters.VALID)).isEmpty();
        assertThat(mistakes(WrittenClusters.VALID + ServersTest.SERVERS)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    format: 1             | format: 2
                    name: small           | nam: small
                    name: small           | name: a b
                    user: root            | password: hunter2
                    user: root            | user: root, port: 0
                    user: root            | user: root, agent: sometimes
                    user: root            | user: root, keys: id_rsa
                    name: host-leaf       | name: leaf-host
                    oversubscription: 1.0 | oversubscription: 0
                    oversubscription: 1.0 | oversubscription: none
                    role: spine           | role: core-switch
                    role: spine           | role: spine, system: unix
                    role: spine           | role: spine, ssh: {password-env: 1P}
                    role: spine           | role: spine, ssh: {password-env: P, password-file: p}
                    names: spine-1, role  | role
                    gpus: 8               | gpus: -1
                    gpus: 8               | gpus: many
                    gpus: 8               | cpus: 8
                    address: 192.0.2.{n}  | address: [192.0.2.1]
                    rate: 800Gb/s         | rate: 800
                    rate: 800Gb/s         | rate: 800GB/s
                    device: mlx5_1,       | number: 1,
                    device: mlx5_1        | device: mlx5_1, rail: -1
                    device: mlx5_1        | device: mlx5_1, links: [leaf-1/E9]
                    , link: "leaf-1/Ethernet{n}" | , links: []
                    link: "leaf-1/Ethernet{n}" | link: leaf-1
                    from: "leaf-[1-2]/Ethernet48", | from: [],
                    """)
    void refuses_what_the_reader_refuses(String old, String replacement) throws IOException {
        String wrong = WrittenClusters.with(old, replacement);

        assertThat(WrittenClusters.problems(folder, wrong)).isNotEmpty();
        assertThat(mistakes(wrong)).isNotEmpty();
    }

    private static List<String> mistakes(String yaml) throws IOException {
        String json = JSON.writeValueAsString(YAML.readTree(yaml));
        return schema.validate(json, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    private static Set<String> names(Iterator<String> names) {
        Set<String> set = new TreeSet<>();
        names.forEachRemaining(set::add);
        return set;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }
}
