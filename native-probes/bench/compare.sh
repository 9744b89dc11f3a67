#!/bin/sh
# compare.sh PROBE: our latency against sockperf and our bandwidth against iperf3, on loopback.
#
# The tools take turns, so that a busy machine disturbs them alike; both ends are pinned alike and have the same priority. What counts is
# the ratio within each round, and its median: single numbers of a shared machine mean little.
#   ROUNDS=7 SECONDS_EACH=3 NICE=0 SERVER_CPU=0 LATENCY_CPU=0 BANDWIDTH_CPU=1
set -eu
probe=$1
rounds=${ROUNDS:-7} seconds=${SECONDS_EACH:-3} nice=${NICE:-0}
server_cpu=${SERVER_CPU:-0} latency_cpu=${LATENCY_CPU:-0} bandwidth_cpu=${BANDWIDTH_CPU:-1}
address=127.0.0.2 token=00112233445566778899aabbccddeeff

for tool in sockperf iperf3 taskset; do
  command -v $tool >/dev/null && continue
  package=$tool
  [ $tool = taskset ] && package=util-linux
  echo "bench: $tool is missing (Debian: apt-get install $package)" >&2
  exit 2
done

# on CPU COMMAND...: every tool runs through here.
on() {
  cpu=$1
  shift
  nice -n "$nice" taskset -c "$cpu" "$@"
}

work=$(mktemp -d)
pids=
# Ends what this script started and nothing else.
cleanup() {
  for pid in $pids; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

on "$server_cpu" "$probe" serve --bind=$address --port=18515 --token=$token --deadline=7200 >"$work/probe" 2>&1 &
pids="$pids $!"
on "$server_cpu" sockperf server --tcp -i $address -p 18516 >"$work/sockperf" 2>&1 &
pids="$pids $!"
on "$server_cpu" iperf3 -s -B $address -p 18517 >"$work/iperf3" 2>&1 &
pids="$pids $!"

# Waits until the three listen: 0A is LISTEN in /proc/net/tcp, ports in hexadecimal.
tries=0
until [ "$(grep -cE ':(4853|4854|4855) 00000000:0000 0A' /proc/net/tcp)" -ge 3 ]; do
  tries=$((tries + 1))
  [ $tries -le 100 ] || { echo "bench: a server did not start" >&2; cat "$work"/* >&2; exit 1; }
  sleep 0.1
done

# field NAME: the integer of a JSON line.
field() {
  sed -n "s/.*\"ev\":\"result\".*\"$1\":\([0-9]*\).*/\1/p"
}

# Median round trip in ns.
our_latency() {
  on "$latency_cpu" "$probe" latency --address=$address --port=18515 --token=$token --size=64 --duration="$seconds" --json | field p50
}
sockperf_latency() {
  on "$latency_cpu" sockperf ping-pong --tcp -i $address -p 18516 -m 64 -t "$seconds" --full-rtt 2>&1 |
    sed 's/\x1b\[[0-9;]*m//g' | awk '/percentile 50.000/ { printf "%d\n", $NF * 1000 }'
}
# Goodput in Mbit/s, counted by the receiver.
our_bandwidth() {
  on "$bandwidth_cpu" "$probe" bandwidth --address=$address --port=18515 --token=$token --size=131072 --duration="$seconds" --json |
    field rate | awk '{ printf "%d\n", $1 / 1000000 }'
}
iperf3_bandwidth() {
  on "$bandwidth_cpu" iperf3 -c $address -p 18517 -l 131072 -t "$seconds" -f m | awk '/receiver/ { for (i = 1; i < NF; i++) if ($(i + 1) == "Mbits/sec") print $i }'
}

echo "$(uname -srm), $(grep -c ^processor /proc/cpuinfo) CPUs, $(date -u +%Y-%m-%d), load $(cut -d' ' -f1-3 /proc/loadavg), nice $nice"
echo "CPUs: servers $server_cpu, latency $latency_cpu, bandwidth $bandwidth_cpu; $rounds rounds of $seconds s each"
echo "round  probe_p50_ns  sockperf_p50_ns  ratio  probe_Mbit  iperf3_Mbit  ratio"
i=1
while [ $i -le "$rounds" ]; do
  # Who goes first alternates: the second one finds warmer caches and another load.
  if [ $((i % 2)) -eq 1 ]; then
    l1=$(our_latency) l2=$(sockperf_latency) b1=$(our_bandwidth) b2=$(iperf3_bandwidth)
  else
    l2=$(sockperf_latency) l1=$(our_latency) b2=$(iperf3_bandwidth) b1=$(our_bandwidth)
  fi
  echo "$i $l1 $l2 $b1 $b2" >>"$work/rounds"
  echo "$i $l1 $l2 $b1 $b2" | awk '{ printf "%5d  %12d  %15d  %5.3f  %10d  %11d  %5.3f\n", $1, $2, $3, $2 / $3, $4, $5, $4 / $5 }'
  i=$((i + 1))
done

# column EXPRESSION: median and range of an expression over the rounds.
column() {
  awk "{ print $1 }" "$work/rounds" | sort -n | awk -v format="$2" '
    { v[NR] = $1 }
    END { m = NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2
          printf format " (" format " .. " format ")\n", m, v[1], v[NR] }'
}
echo "median (range):"
echo "  latency p50, ns:   probe $(column '$2' %d), sockperf $(column '$3' %d), ratio $(column '$2/$3' %.3f), target at most 1.05"
echo "  bandwidth, Mbit/s: probe $(column '$4' %d), iperf3 $(column '$5' %d), ratio $(column '$4/$5' %.3f), target at least 0.95"
