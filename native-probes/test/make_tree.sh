#!/bin/sh
# make_tree.sh DIR: a host with two RDMA ports as /sys and /proc would show it.
set -eu
rm -rf "$1"
mkdir -p "$1"
cd "$1"

# put FILE TEXT
put() {
  mkdir -p "$(dirname "$1")"
  printf '%s\n' "$2" >"$1"
}

ib=sys/class/infiniband
put $ib/mlx5_0/ports/1/state '4: ACTIVE'
put $ib/mlx5_0/ports/1/phys_state '5: LinkUp'
put $ib/mlx5_0/ports/1/rate '400 Gb/sec (4X NDR)'
put $ib/mlx5_0/ports/1/link_layer Ethernet
put $ib/mlx5_0/ports/1/gid_attrs/ndevs/0 eth2
put $ib/mlx5_0/node_type '1: CA'
put $ib/mlx5_0/fw_ver 28.39.1002
put $ib/mlx5_0/board_id MT_0000000838
# A sparse GID table: entries that are zero, entries that cannot be read (EINVAL in sysfs, a folder here), and numbers with two digits.
put $ib/mlx5_0/ports/1/gids/0 fe80:0000:0000:0000:ba3f:d2ff:fe00:0001
put $ib/mlx5_0/ports/1/gid_attrs/types/0 'IB/RoCE v1'
put $ib/mlx5_0/ports/1/gids/1 0000:0000:0000:0000:0000:0000:0000:0000
mkdir -p $ib/mlx5_0/ports/1/gids/2 $ib/mlx5_0/ports/1/gid_attrs/types/2
put $ib/mlx5_0/ports/1/gids/10 0000:0000:0000:0000:0000:ffff:0a00:0002
put $ib/mlx5_0/ports/1/gid_attrs/types/10 'RoCE v2'
put $ib/mlx5_0/ports/1/gid_attrs/ndevs/10 eth2
pci=sys/devices/pci0000:3a/0000:3a:00.0/0000:3b:00.0
put $pci/numa_node 1
put $pci/current_link_speed '16.0 GT/s PCIe'
put $pci/max_link_speed '32.0 GT/s PCIe'
put $pci/current_link_width 16
put $pci/max_link_width 16
ln -s ../../../devices/pci0000:3a/0000:3a:00.0/0000:3b:00.0 $ib/mlx5_0/device
ln -s ../../../../bus/pci/drivers/mlx5_core $pci/driver
put $ib/mlx5_0/ports/1/counters/port_xmit_data 18446744073709551615
put $ib/mlx5_0/ports/1/counters/port_rcv_data 7
put $ib/mlx5_0/ports/1/counters/both 1
put $ib/mlx5_0/ports/1/hw_counters/both 2
put $ib/mlx5_0/ports/1/hw_counters/np_cnp_sent 17
put $ib/mlx5_0/ports/1/hw_counters/lifespan 10
# An HCA that is down: no netdev by GID, no NUMA node, 2.5 Gb/s.
put $ib/mlx5_1/ports/1/state '1: DOWN'
put $ib/mlx5_1/ports/1/phys_state '3: Disabled'
put $ib/mlx5_1/ports/1/rate '2.5 Gb/sec (1X SDR)'
put $ib/mlx5_1/ports/1/link_layer InfiniBand
put $ib/mlx5_1/node_type '1: CA'
put $ib/mlx5_1/device/numa_node -1
mkdir -p $ib/mlx5_1/device/net/ib0
# rxe and siw as Linux 6.1 shows them (names are no evidence; siw's GID says RoCE), and siw on an older kernel, over a real NIC.
put $ib/x9/node_type '1: CA'
put $ib/x9/parent eth3
put $ib/x9/fw_ver ''
put $ib/x9/ports/1/state '4: ACTIVE'
put $ib/x9/ports/1/link_layer Ethernet
put $ib/x9/ports/1/rate '2.5 Gb/sec (1X SDR)'
put $ib/x9/ports/1/gids/0 fe80:0000:0000:0000:5054:00ff:fe77:0001
put $ib/x9/ports/1/gid_attrs/types/0 'RoCE v2'
for siw in y0 y1; do
  put $ib/$siw/node_type '4: RNIC'
  put $ib/$siw/ports/1/state '4: ACTIVE'
  put $ib/$siw/ports/1/link_layer Ethernet
  put $ib/$siw/ports/1/gids/0 5254:0077:0001:0000:0000:0000:0000:0000
  put $ib/$siw/ports/1/gid_attrs/types/0 'IB/RoCE v1'
done
mkdir -p $ib/y1/device
ln -s ../../../../bus/pci/drivers/mlx5_core $ib/y1/device/driver

net=sys/class/net
put $net/eth2/operstate up
put $net/eth2/speed 400000
put $net/eth2/mtu 9000
put $net/eth2/address b8:3f:d2:00:00:01
put $net/eth2/device/numa_node 1
ln -s ../../../../bus/pci/drivers/mlx5_core $net/eth2/device/driver
put $net/eth2/statistics/rx_bytes 1000
put $net/eth2/statistics/tx_bytes 2000
put $net/eth2/ethtool_stats 'NIC statistics:
     rx_prio3_pause: 5
     rx_discards_phy: 0
     broken line
     tx_prio3_pause: 6'
mkdir -p $net/bond0/bonding
ln -s ../bond0 $net/eth2/master
put $net/bond0/operstate up
put $net/ib0/operstate down
put $net/ib0/speed -1
put $net/ib0/mtu 4092
# A plain file, as /sys/class/net has one for bonding.
put $net/bonding_masters ''

put proc/net/netstat 'TcpExt: SyncookiesSent InCEPkts
TcpExt: 1 2
IpExt: InNoRoutes InOctets InNoECTPkts InECT1Pkts InECT0Pkts InCEPkts ReasmOverlaps
IpExt: 3 4 900 0 40 7 5'
put proc/sys/kernel/hostname virtual-7
put proc/sys/kernel/random/boot_id 00000000-0000-0000-0000-000000000007
put proc/100/comm 'trainer "x"'
mkdir -p proc/100/fd proc/101/fd proc/102/fd proc/self/fd
ln -s /dev/null proc/100/fd/0
ln -s /dev/nvidia3 proc/100/fd/1
put proc/101/comm monitor
ln -s /dev/nvidiactl proc/101/fd/3
put proc/102/comm rocm
ln -s /dev/kfd proc/102/fd/9
mkdir -p sys/devices/system/node/node0 sys/devices/system/node/node1 sys/devices/system/node/power
