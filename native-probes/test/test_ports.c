/* What a device is, from what sysfs and verbs tell; and the numbers in sysfs texts. */
#include "../src/ports.h"
#include "check.h"

#define NOT_ASKED (-1)

/* `vendor`: what verbs says of it. */
static void expect(const char *kind, const char *link_layer, long long vendor, struct device_facts facts) {
  facts.link_layer = link_layer;
  facts.vendor_id = vendor;
  CHECK_TEXT(fabric_kind(&facts), kind);
}
#define FACTS(...) (struct device_facts){__VA_ARGS__}

static void hardware_is_told_by_node_type_link_layer_and_gids(void) {
  expect("infiniband", "InfiniBand", NOT_ASKED, FACTS(.node_type = 1, .driver = "mlx5_core", .roce1 = true));
  expect("roce2", "Ethernet", NOT_ASKED, FACTS(.node_type = 1, .driver = "mlx5_core", .roce1 = true, .roce2 = true));
  expect("roce1", "Ethernet", NOT_ASKED, FACTS(.node_type = 1, .driver = "mlx4_core", .roce1 = true));
  expect("iwarp", "Ethernet", NOT_ASKED, FACTS(.node_type = 4, .driver = "ice", .roce1 = true, .counts = true));
  expect("efa", "Unspecified", NOT_ASKED, FACTS(.node_type = 7, .driver = "efa"));
  expect("efa", "Ethernet", NOT_ASKED, FACTS(.node_type = 1, .driver = "efa"));
  expect("usnic", "Ethernet", NOT_ASKED, FACTS(.node_type = 5, .driver = "enic"));
  expect("usnic", "Ethernet", NOT_ASKED, FACTS(.node_type = 6, .driver = "enic"));
}

static void software_is_told_although_a_real_driver_stands_behind_it(void) {
  expect("soft-roce", "Ethernet", NOT_ASKED, FACTS(.node_type = 1, .names_parent = true, .driver = "mlx5_core", .roce2 = true));
  expect("soft-roce", "Ethernet", 0xffffff, FACTS(.node_type = 1, .roce2 = true));
  expect("soft-iwarp", "Ethernet", NOT_ASKED, FACTS(.node_type = 4, .driver = "mlx5_core", .roce1 = true));
  expect("soft-iwarp", "Ethernet", NOT_ASKED, FACTS(.node_type = 4, .roce1 = true));
  expect("soft-iwarp", "Ethernet", 0x626d74, FACTS(.node_type = 4, .driver = "ice"));
}

static void what_cannot_be_told_is_unknown(void) {
  expect("unknown", "Ethernet", NOT_ASKED, FACTS(.node_type = 4, .driver = "ice"));
  expect("iwarp", "Ethernet", 0x8086, FACTS(.node_type = 4, .driver = "ice"));
  expect("unknown", "Ethernet", NOT_ASKED, FACTS(.node_type = 1, .driver = "mlx5_core"));
  expect("unknown", "", NOT_ASKED, FACTS(.node_type = 1, .driver = "mlx5_core", .roce2 = true));
  expect("unknown", "Ethernet", NOT_ASKED, FACTS(.node_type = -1, .roce2 = true));
  expect("unknown", "Ethernet", NOT_ASKED, FACTS(.node_type = 2, .roce2 = true));
}

static void rates_and_lanes_are_read_from_their_texts(void) {
  CHECK(parse_rate("400 Gb/sec (4X NDR)") == 400000000000 && parse_lanes("400 Gb/sec (4X NDR)") == 4, "NDR");
  CHECK(parse_rate("25 Gb/sec (1X EDR)") == 25000000000 && parse_lanes("25 Gb/sec (1X EDR)") == 1, "EDR");
  CHECK(parse_rate("2.5 Gb/sec (1X SDR)") == 2500000000, "SDR");
  CHECK(parse_rate("56.25 Gb/sec (4X FDR)") == 56250000000, "FDR");
  CHECK(parse_lanes("120 Gb/sec (12X QDR)") == 12, "12X");
  CHECK(parse_rate("") == -1 && parse_rate("Gb/sec") == -1 && parse_rate("400") == -1, "no rate");
  CHECK(parse_lanes("400 Gb/sec") == -1 && parse_lanes("400 Gb/sec (X NDR)") == -1 && parse_lanes("400 Gb/sec (0X)") == -1, "no lanes");
  CHECK(parse_pcie_speed("16.0 GT/s PCIe") == 16000 && parse_pcie_speed("2.5 GT/s PCIe") == 2500 && parse_pcie_speed("8 GT/s") == 8000, "PCIe");
  CHECK(parse_pcie_speed("Unknown") == -1 && parse_pcie_speed("16.0") == -1, "no speed");
}

int main(void) {
  RUN(hardware_is_told_by_node_type_link_layer_and_gids);
  RUN(software_is_told_although_a_real_driver_stands_behind_it);
  RUN(what_cannot_be_told_is_unknown);
  RUN(rates_and_lanes_are_read_from_their_texts);
  CHECK_MAIN_END;
}
