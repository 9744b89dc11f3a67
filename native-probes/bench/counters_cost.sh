#!/bin/sh
# counters_cost.sh PROBE: what sampling the counters of 8 ports costs, against 1 % of a core.
#
# Ethtool statistics every 100 ms and files every second, as the controller asks for them. Where there are fewer than 8 interfaces with
# statistics the same one is named several times, and the result says so: eight handles on one interface are no eight ports, and a
# virtual NIC's 20 values are no HCA's 600. RDMA devices are added where there are any.
#   PORTS=8 SECONDS_EACH=20 ETHTOOL_MS=100 FILES_MS=1000
set -eu
probe=$1
ports=${PORTS:-8} seconds=${SECONDS_EACH:-20} ethtool_ms=${ETHTOOL_MS:-100} files_ms=${FILES_MS:-1000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The interfaces of devices (no lo, no bridge) that have ethtool statistics: one reading of each tells.
found=
for path in /sys/class/net/*; do
  [ -e "$path/device" ] || continue
  name=${path##*/}
  "$probe" counters --netdevs="$name" --json 2>/dev/null | grep -q '"source":"ethtool"' && found="$found $name"
done
[ -n "$found" ] || { echo "counters_cost: no interface of a device here has ethtool statistics" >&2; exit 2; }

netdevs= n=0
while [ $n -lt "$ports" ]; do
  for name in $found; do
    [ $n -lt "$ports" ] || break
    netdevs="$netdevs${netdevs:+,}$name" n=$((n + 1))
  done
done
distinct=$(echo "$netdevs" | tr ',' '\n' | sort -u | wc -l)
devices=$(ls /sys/class/infiniband 2>/dev/null | head -n "$ports" | paste -sd, -)

echo "$(uname -srm), $(grep -c ^processor /proc/cpuinfo) CPUs, $(date -u +%Y-%m-%d), load $(cut -d' ' -f1-3 /proc/loadavg)"
echo "$ports handles on $distinct interface(s):$found; RDMA devices: ${devices:-none}; ethtool every $ethtool_ms ms, files every $files_ms ms, $seconds s"
"$probe" counters --netdevs="$netdevs" ${devices:+--devices="$devices"} --ethtool="$ethtool_ms" --interval="$files_ms" --count=0 \
  --deadline="$seconds" --json >"$work/events" || true

# The last pace before the end has the whole cost; the first one the intervals that were asked for.
field() { sed -n "s/.*\"ev\":\"pace\".*\"$1\":\([0-9]*\).*/\1/p" "$work/events"; }
values=$(sed -n '/"source":"ethtool".*"full":true/{s/.*"values":{//;s/}.*//;p;q}' "$work/events" | tr ',' '\n' | wc -l)
cpu=$(field cpu_ns | tail -1) elapsed=$(field elapsed_ns | tail -1)
awk -v cpu="$cpu" -v elapsed="$elapsed" -v values="$values" -v readings="$(grep -c '"ev":"counters"' "$work/events")" \
  -v first="$(field ethtool_ms | head -1)" -v last="$(field ethtool_ms | tail -1)" 'BEGIN {
    share = 100 * cpu / elapsed
    printf "readings: %d in %.1f s, %d ethtool statistics each (first line), %.1f us of CPU per reading\n", readings, elapsed / 1e9, values, cpu / readings / 1000
    printf "sampling: %.3f %% of a core\nlimit:    1.000 %% of a core\nratio:    %.3f of the limit\n", share, share
    if (first != last) printf "it slowed down: ethtool every %d ms instead of %d ms\n", last, first
  }'
