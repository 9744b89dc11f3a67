#include "verbs.h"

/* 14 bits of the label, folded with the upper six, in the range of dynamic ports: 0xC000 to 0xFFFF. */
uint16_t verbs_source_port(uint32_t flow_label) {
  return (uint16_t)(0xc000 | ((flow_label & 0x3fff) ^ (flow_label >> 14 & 0x3f)));
}

uint32_t verbs_flow_label_of(uint32_t local_qpn, uint32_t remote_qpn) {
  uint64_t v = (uint64_t)local_qpn * remote_qpn;
  v ^= v >> 20;
  v ^= v >> 40;
  return (uint32_t)(v & 0xfffff);
}
