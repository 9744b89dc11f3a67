# The measuring side of the bench, in guest 1. A line for each round: number, then median and minimum in ns for ours and perftest's, of write
# and of send, then both bandwidths in bit/s.
set -eu
peer=192.168.77.2
ours="--fabric=verbs --device=rxe0 --bind=192.168.77.1 --address=$peer --port=18600 --token=00112233445566778899aabbccddeeff --json"

# reached COMMAND...: its server may still be starting, or be the one of the measurement before. What it says goes to /tmp/said. One that hangs
# ends the bench: nobody knows in which step its server is.
reached() {
  tries=0
  until timeout 100 "$@" >/tmp/said 2>/tmp/errors; do
    [ $? -ne 124 ] || { echo "$1 hangs" >&2; exit 1; }
    tries=$((tries + 1))
    [ $tries -le 100 ] || { cat /tmp/said /tmp/errors >&2; exit 1; }
    sleep 0.3
  done
}

# field NAME: the integer of our result.
field() {
  sed -n "s/.*\"ev\":\"result\".*\"$1\":\([0-9]*\).*/\1/p" /tmp/said
}

# our_latency VERB: half of median and minimum.
our_latency() {
  reached /tmp/bench-probe latency $ours --verb=$1 --size=$size --count=$count --warmup=20
  echo $(($(field p50) / 2)) $(($(field min) / 2))
}
our_bandwidth() {
  reached /tmp/bench-probe bandwidth $ours --verb=write --size=$bulk_size --count=$bulk_count --depth=$depth
  field rate
}

# their_latency PROGRAM: from the raw intervals, which are halved already: "number, microseconds".
their_latency() {
  reached $1 -d rxe0 -F -s $size -n $count -U $peer
  awk -F, '/^[0-9]+, [0-9.]+/ { printf "%d\n", $2 * 1000 }' /tmp/said | sort -n | awk '{ v[NR] = $1 } END { printf "%d %d\n", v[int((NR + 1) / 2)], v[1] }'
}
# The average over all messages, as perftest has no other that goes over its window: MB/s of 1048576 bytes.
their_bandwidth() {
  reached ib_write_bw -d rxe0 -F -s $bulk_size -n $bulk_count -t $depth -Q $((depth / 4)) -q 1 $peer
  awk -v size=$bulk_size '$1 == size && NF >= 5 { printf "%d\n", $4 * 1048576 * 8 }' /tmp/said
}

write_latency() {
  write=$(our_latency write)
}
their_write_latency() {
  their_write=$(their_latency ib_write_lat)
}
send_latency() {
  send=$(our_latency send)
}
their_send_latency() {
  their_send=$(their_latency ib_send_lat)
}
bandwidth() {
  bulk=$(our_bandwidth)
}
their_write_bandwidth() {
  their_bulk=$(their_bandwidth)
}

i=0
while [ $i -lt $rounds ]; do
  i=$((i + 1))
  if [ $((i % 2)) -eq 1 ]; then
    order="write_latency their_write_latency send_latency their_send_latency bandwidth their_write_bandwidth"
  else
    order="their_write_latency write_latency their_send_latency send_latency their_write_bandwidth bandwidth"
  fi
  for step in $order; do $step; done
  echo $i $write $their_write $send $their_send $bulk $their_bulk
done
