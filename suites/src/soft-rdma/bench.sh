#!/bin/sh
# bench.sh PROBE: our verbs loops against perftest, over rxe between guests 1 and 2 of a running lab (lab.sh up 2).
#
# The tools take turns within each round, and who goes first alternates, so that a busy machine disturbs them alike; both poll, with the same
# message size, queue depth and number of messages, and one write in DEPTH / 4 asks for a completion, as ours does by itself. (Asleep on the
# completion channel, -e, ib_send_lat of 4.5+0.17 can wait for an event that has come already, and then for ever.) Every round is printed.
# Latency is half a round trip for both; perftest's is computed from its raw intervals (-U), not from its columns. Ours is at most 0.8 % above
# the exact median (histogram), its minimum is exact.
# Verdicts: the ratio of medians over all rounds with the 95 % interval of a bootstrap over rounds. Latency holds when the upper end is at
# most 1.03, fails when the lower end is above it; bandwidth holds when the lower end is at least 0.98, fails when the upper end is below it.
# What is neither is not resolvable here, which never counts as held.
# The guests' own priority decides most of the noise: nice -n -20 lab.sh up 2, on a machine that is yours.
#   ROUNDS=30 COUNT=300 SIZE=8 BULK_SIZE=4096 BULK_COUNT=1000 DEPTH=8 (at least 4)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
probe=${1:?PROBE: the seatrial-probe to measure, for x86-64}
rounds=${ROUNDS:-30}
settings="rounds=$rounds count=${COUNT:-300} size=${SIZE:-8} bulk_size=${BULK_SIZE:-4096} bulk_count=${BULK_COUNT:-1000} depth=${DEPTH:-8}"
work=$(mktemp -d)
cleanup() {
  "$here/lab.sh" ssh 2 'touch /tmp/bench-over' >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

for guest in 1 2; do
  "$here/lab.sh" ssh $guest 'cat >/tmp/bench-probe && chmod 755 /tmp/bench-probe && rm -f /tmp/bench-over' <"$probe"
done
# one login for each side: under emulation it costs as much as a measurement
{ echo "$settings"; cat "$here/bench/server.sh"; } | "$here/lab.sh" ssh 2 'sh -s' >"$work/server" 2>&1 &
{ echo "$settings"; cat "$here/bench/client.sh"; } | "$here/lab.sh" ssh 1 'sh -s' >"$work/rounds" || {
  echo "bench: a round did not come to its end" >&2
  cat "$work/rounds" "$work/server" >&2
  exit 1
}
echo "$(uname -srm), $(grep -c ^processor /proc/cpuinfo) CPUs, $(date -u +%Y-%m-%d), load $(cut -d' ' -f1-3 /proc/loadavg), $rounds rounds, $settings"
awk -f "$here/bench/judge.awk" "$work/rounds"
