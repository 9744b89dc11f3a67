#!/bin/sh
# make_fabric.sh DIR: hosts for tests of verbs, one tree in place of / each. The fake libibverbs makes its devices from them (fake/fake.h).
#
#   DIR/roce   roce0 and roce1 (RoCE v2, 127.0.0.2 and 127.0.0.3, sparse GID tables), down0 (port down), slow0 (active MTU 1024)
#   DIR/ipv6   six0: an IPv6-only fabric: link-local and one routable address
#   DIR/ib     ib0: InfiniBand, LID 7
#   DIR/iwarp  warp0 and warp1: iWARP, found by their address through librdmacm only (127.0.0.4, 127.0.0.5)
#   DIR/down   down0 only; DIR/empty: a kernel with RDMA and no device; DIR/none: a kernel without
#   DIR/no-library/libibverbs.so.1, DIR/no-librdmacm/librdmacm.so.1: files of that name that cannot be opened
set -eu
rm -rf "$1"
mkdir -p "$1"
cd "$1"

# put FILE TEXT
put() {
  mkdir -p "$(dirname "$1")"
  printf '%s\n' "$2" >"$1"
}

# device HOST NAME NODE_TYPE STATE LINK_LAYER RATE [KEY=VALUE...]: a device with one port; the rest is what sysfs does not tell.
device() {
  at=$1/sys/class/infiniband/$2
  put "$at/node_type" "$3"
  put "$at/fw_ver" 1.2.3
  put "$at/node_guid" 0002:c903:00ab:cdef
  put "$at/ports/1/state" "$4"
  put "$at/ports/1/phys_state" "$([ "${4#*: }" = ACTIVE ] && echo '5: LinkUp' || echo '3: Disabled')"
  put "$at/ports/1/link_layer" "$5"
  put "$at/ports/1/lid" 0x0
  put "$at/ports/1/rate" "$6"
  put "$at/device/numa_node" 0
  shift 6
  for line in "$@"; do printf '%s\n' "$line"; done >"$at/fake"
}

# gid INDEX GID TYPE NETDEV: one entry of the last device's table. Entries that were not given do not exist, which reads like EINVAL.
gid() {
  put "$at/ports/1/gids/$1" "$2"
  put "$at/ports/1/gid_attrs/types/$1" "$3"
  put "$at/ports/1/gid_attrs/ndevs/$1" "$4"
}

# mapped A B: the GID of the IPv4 address 127.0.A.B
mapped() {
  printf '0000:0000:0000:0000:0000:ffff:7f00:%02x%02x' "$1" "$2"
}

roce() {
  device roce "$1" '1: CA' '4: ACTIVE' Ethernet '400 Gb/sec (4X NDR)' $4
  gid 0 "fe80:0000:0000:0000:0011:22ff:fe33:440$3" 'IB/RoCE v1' "$2"
  gid 1 "fe80:0000:0000:0000:0011:22ff:fe33:440$3" 'RoCE v2' "$2"
  gid 4 "$(mapped 0 "$3")" 'IB/RoCE v1' "$2"
  gid 5 "$(mapped 0 "$3")" 'RoCE v2' "$2"
  put "$at/ports/1/gids/2" 0000:0000:0000:0000:0000:0000:0000:0000
}

roce roce0 eth2 2 active_mtu=4096
roce roce1 eth3 3 active_mtu=4096
roce slow0 eth4 9 active_mtu=1024
device roce down0 '1: CA' '1: DOWN' Ethernet '2.5 Gb/sec (1X SDR)'
gid 0 fe80:0000:0000:0000:0011:22ff:fe33:4404 'RoCE v2' eth5

device ipv6 six0 '1: CA' '4: ACTIVE' Ethernet '100 Gb/sec (4X EDR)' active_mtu=4096
gid 0 fe80:0000:0000:0000:0011:22ff:fe33:4406 'RoCE v2' eth6
gid 3 fd00:0000:0000:0000:0000:0000:0000:0006 'RoCE v2' eth6

device ib ib0 '1: CA' '4: ACTIVE' InfiniBand '400 Gb/sec (4X NDR)' active_mtu=4096
put "$at/ports/1/lid" 0x7
gid 0 fe80:0000:0000:0000:0002:c903:00ab:cdf0 'IB/RoCE v1' ''

device iwarp warp0 '4: RNIC' '4: ACTIVE' Ethernet '2.5 Gb/sec (1X SDR)' active_mtu=1024 address=127.0.0.4 vendor_id=626d74 vendor_part_id=1
gid 0 5254:0077:0001:0000:0000:0000:0000:0000 'IB/RoCE v1' eth7
device iwarp warp1 '4: RNIC' '4: ACTIVE' Ethernet '2.5 Gb/sec (1X SDR)' active_mtu=1024 address=127.0.0.5 vendor_id=626d74 vendor_part_id=1
gid 0 5254:0077:0002:0000:0000:0000:0000:0000 'IB/RoCE v1' eth8

device down down0 '1: CA' '1: DOWN' Ethernet '2.5 Gb/sec (1X SDR)'
gid 0 fe80:0000:0000:0000:0011:22ff:fe33:4404 'RoCE v2' eth5

mkdir -p empty/sys/class/infiniband none/sys/class
put no-library/libibverbs.so.1 'no library'
put no-librdmacm/librdmacm.so.1 'no library'
for host in roce ipv6 ib iwarp down empty none; do
  put $host/proc/sys/kernel/hostname "host-$host"
  mkdir -p $host/sys/devices/system/node/node0
done
