package io.seatrial.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ClusterJsonTest {
    private final Cluster virtual = ClusterFile.read(WrittenClusters.shipped().resolve("virtual"));

    @Test
    void names_hosts_ports_switches_links_and_cables() throws IOException {
        JsonNode json = new ObjectMapper().readTree(ClusterJson.write(virtual));

        assertThat(json.at("/name").asText()).isEqualTo("virtual");
        assertThat(json.at("/hash").asText()).isEqualTo(virtual.hash());
        assertThat(json.at("/hosts")).hasSize(4);
        assertThat(json.at("/hosts/0/name").asText()).isEqualTo("gpu-01");
        assertThat(json.at("/hosts/0/ports/1").toString())
                .isEqualTo(
                        "{\"device\":\"mlx5_1\",\"port\":1,\"netdev\":\"eth1\",\"address\":\"127.77.2.1\",\"rail\":1,\"plane\":null,"
                                + "\"numa\":0,\"pcie\":null,\"bond\":null,\"rate\":200000000,\"links\":[\"gpu-01/mlx5_1~leaf-2/Ethernet1\"]}");
        assertThat(json.at("/switches/2").toString())
                .isEqualTo(
                        "{\"name\":\"spine-1\",\"role\":\"spine\",\"address\":\"127.77.11.1\",\"system\":\"sonic\"}");
        assertThat(json.at("/links/0").toString())
                .isEqualTo(
                        "{\"id\":\"gpu-01/mlx5_0~leaf-1/Ethernet1\",\"a\":\"gpu-01/mlx5_0\",\"b\":\"leaf-1/Ethernet1\","
                                + "\"tier\":\"host-leaf\",\"rate\":200000000,\"cable\":\"gpu-01/mlx5_0~leaf-1/Ethernet1\"}");
        assertThat(json.at("/cables")).hasSize(12);
        assertThat(json.at("/tiers/1").toString()).isEqualTo("{\"name\":\"leaf-spine\",\"oversubscription\":1.0}");
        assertThat(json.at("/nvlinkDomains").isArray()).isTrue();
    }

    @Test
    void says_nothing_about_the_access_to_the_hosts() {
        assertThat(ClusterJson.write(virtual)).doesNotContain("ssh", "known_hosts", "key");
    }

    @Test
    void writes_the_same_under_a_locale_with_a_decimal_comma() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.ROOT);
            String root = ClusterJson.write(virtual);
            Locale.setDefault(Locale.GERMANY);
            assertThat(ClusterJson.write(virtual)).isEqualTo(root);
        } finally {
            Locale.setDefault(before);
        }
    }
}
