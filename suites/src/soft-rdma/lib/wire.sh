# The wire between the guests: whether it carries, and making it carry again. A test that leaves a segment dead must not fail those after it.

# all: the numbers of this lab's guests, whether they run or not.
all() {
  seq "$(grep -c . "$state/known_hosts")"
}

# deaf: lines "NIC ADDRESS" of those that guest 1 gets no answer from.
deaf() {
  commands=
  for segment in eth1=192.168.77 eth2=192.168.78; do
    commands="$commands reaches ${segment%=*}"
    for k in $(all); do
      [ "$k" -eq 1 ] || commands="$commands ${segment#*=}.$k"
    done
    commands="$commands || true;"
  done
  (in_guest 1 "$commands") || echo "eth0 192.168.77.1"
}

# dead LINES: the guests to boot. Where guest 1 hears nobody of those that run on a segment, it may be the deaf one itself.
dead() {
  for k in $(all); do
    if ! running "$k" || echo "$1" | grep -q "\.$k\$"; then echo "$k"; fi
  done
  for nic in eth1 eth2; do
    silent=0 heard=0
    for k in $(all); do
      [ "$k" -ne 1 ] && running "$k" || continue
      if echo "$1" | grep -q "^$nic .*\.$k\$"; then silent=$((silent + 1)); else heard=$((heard + 1)); fi
    done
    if [ "$silent" -gt 0 ] && [ "$heard" -eq 0 ]; then echo 1; fi
  done
}

# asked K COMMAND: the answer of its monitor, which echoes every key before it.
asked() {
  echo "$2" >"$state/guest-$1.monitor.in"
  timeout 2 cat "$state/guest-$1.monitor.out" | tr -d '\r' | grep '^  '
}

# seen K: what can be told of a guest whose wire is dead, from inside and by QEMU; a queue that is dead does not move between two looks.
seen() {
  (in_guest "$1" 'ip -s link; ip neigh; ip route; tc -s qdisc; cat /proc/interrupts /proc/meminfo; ps -eo pid,stat,wchan:24,args') || true
  for queue in "eth1 0" "eth1 1" "eth2 0" "eth2 1" "eth1 0" "eth1 1" "eth2 0" "eth2 1"; do
    echo "queue $queue (0 receives, 1 sends)"
    asked "$1" "info virtio-queue-status /machine/peripheral/${queue% *}/virtio-backend ${queue#* }" || true
  done
  tail -50 "$state/guest-$1.console"
}

# again K: ends it, if it runs.
again() {
  if running "$1"; then
    seen "$1" >"$state/wire-$1.txt" 2>&1
    echo "guest $1 is booted again; what was seen of it before: $state/wire-$1.txt"
    pid=$(cat "$state/guest-$1.pid")
    finish "$1" -KILL
    ended "$pid" || die "process $pid, guest $1, does not end"
  fi
}

# mend: makes sure that every guest runs and answers on both segments; boots those that do not, and says so.
mend() {
  [ -f "$state/initrd" ] || die "no lab was started here: lab.sh up"
  lines=$(deaf)
  broken=$(dead "$lines" | sort -u)
  [ -n "$broken" ] || return 0
  echo "the wire of the lab is dead, guest 1 gets no answer from:" $lines
  for k in $broken; do again "$k"; done
  boot $broken
  lines=$(deaf)
  [ -z "$lines" ] || die "the wire of the lab is broken, not what is tested with it: guest 1 gets no answer from" $lines "although guest" $broken \
    "was booted again. See $state/wire-*.txt and $state/guest-*.console, and start the lab anew: lab.sh down, lab.sh up"
}
