# The serving side of the bench, in guest 2: our server answers all the time, perftest's are started anew for each measurement.
token=00112233445566778899aabbccddeeff
/tmp/bench-probe serve --fabric=verbs --device=rxe0 --bind=192.168.77.2 --port=18600 --token=$token --deadline=7200 &
ours=$!
trap 'kill $ours' EXIT
# One that nobody came for ends with the bench, not with a time-out of its own.
perftest() {
  "$@" >/dev/null 2>&1 &
  while [ -e /proc/$! ] && grep -q -- "$1" /proc/$!/cmdline 2>/dev/null; do
    [ ! -e /tmp/bench-over ] || { kill $!; exit 0; }
    sleep 0.2
  done
  wait $! || true
}
i=0
while [ $i -lt $rounds ]; do
  i=$((i + 1))
  perftest ib_write_lat -d rxe0 -F -s $size -n $count
  perftest ib_send_lat -d rxe0 -F -s $size -n $count
  perftest ib_write_bw -d rxe0 -F -s $bulk_size -n $bulk_count -t $depth -Q $((depth / 4)) -q 1
done
until [ -e /tmp/bench-over ]; do sleep 0.2; done
