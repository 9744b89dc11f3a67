# Guests: QEMU processes with emulated CPUs. Each one's SSH port is forwarded from loopback; the fabric is one multicast group on loopback;
# nothing else can be reached from inside (restrict=on).

port=${SEATRIAL_LAB_PORT:-2200}
memory=${SEATRIAL_LAB_MEMORY:-256}
deadline=${SEATRIAL_LAB_DEADLINE:-240}

ssh_port() {
  echo $((port + $1))
}

# keys N: of the client and of N hosts, made once for this lab; they lie in its state only.
keys() {
  [ -f "$state/id" ] || ssh-keygen -q -t ed25519 -N '' -C soft-rdma -f "$state/id"
  : >"$state/known_hosts"
  k=0
  while [ $k -lt "$1" ]; do
    k=$((k + 1))
    [ -f "$state/host-key-$k" ] || ssh-keygen -q -t ed25519 -N '' -C "soft-$k" -f "$state/host-key-$k"
    echo "[127.0.0.1]:$(ssh_port $k) $(cut -d' ' -f1,2 "$state/host-key-$k.pub")" >>"$state/known_hosts"
  done
}

# initrd IMAGE N: the image and, appended, an archive with this lab's keys; the kernel unpacks one after the other.
initrd() {
  overlay=$state/overlay
  rm -rf "$overlay"
  mkdir -p "$overlay/etc/ssh"
  cp "$state/id.pub" "$overlay/etc/ssh/authorized_keys"
  k=0
  while [ $k -lt "$2" ]; do
    k=$((k + 1))
    cp "$state/host-key-$k" "$overlay/etc/ssh/"
  done
  chmod 600 "$overlay"/etc/ssh/*
  { cat "$1/root.cpio"; archive "$overlay"; } >"$state/initrd"
  rm -rf "$overlay"
}

# nic K NUMBER ID NETDEV: netdev and device; the link of device ID can be cut by the monitor. With event_idx, the default, a queue of which one
# notification was lost stays dead until 65536 more packets have passed, which none does; without, the next packet wakes it. The longer ring
# keeps a receive queue from running dry, which no next packet mends.
nic() {
  printf -- '-netdev %s,id=net-%s -device virtio-net-pci,id=%s,netdev=net-%s,event_idx=off,rx_queue_size=1024,romfile=,mac=52:54:00:%02x:00:%02x ' \
    "$4" "$3" "$3" "$3" "$2" "$1"
}

# start K: emulated always; where KVM is offered inside a virtual machine it may only look as if it worked. A second CPU is possible and never
# plugged in: where only one is, QEMU (7.2; accel/tcg) leaves out every memory barrier of the guest and makes its locked instructions plain ones,
# although its own thread serves the queues of the network cards beside it, so that a driver may miss that it is to notify, or to look again.
start() {
  k=$1
  kernel=$(cat "$state/kernel")
  rm -f "$state/guest-$k".*
  mkfifo "$state/guest-$k.monitor.in" "$state/guest-$k.monitor.out"
  qemu-system-x86_64 -name "seatrial-soft-$k" -M q35,usb=off,smbus=off,vmport=off -nodefaults -no-user-config -display none -no-reboot \
    -accel tcg,thread=multi,tb-size=128 -cpu max -smp 1,maxcpus=2 -m "$memory" -kernel "$kernel/vmlinux" -initrd "$state/initrd" \
    -append "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off tsc=reliable no_timer_check random.trust_cpu=on guest=$k" \
    -serial "file:$state/guest-$k.console" -device virtio-rng-pci \
    -chardev "pipe,id=monitor,path=$state/guest-$k.monitor" -mon chardev=monitor,mode=readline \
    $(nic "$k" 16 ssh "user,restrict=on,hostfwd=tcp:127.0.0.1:$(ssh_port "$k")-:22") \
    $(nic "$k" 119 eth1 "socket,mcast=230.77.0.1:$((port + 500)),localaddr=127.0.0.1") \
    $(nic "$k" 120 eth2 "socket,mcast=230.78.0.1:$((port + 501)),localaddr=127.0.0.1") \
    -daemonize -pidfile "$state/guest-$k.pid" || die "QEMU does not start guest $k"
}

running() {
  pid=$(cat "$state/guest-$1.pid" 2>/dev/null) && tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | grep -q -- "$state/guest-$1.pid"
}

numbers() {
  for file in "$state"/guest-*.pid; do
    [ ! -e "$file" ] || basename "$file" .pid | sed 's/guest-//'
  done
}

console() {
  grep -a -o "SEATRIAL-$2.*" "$state/guest-$1.console" 2>/dev/null | tail -1 | tr -d '\r'
}

# ready K: its own start script says that the devices are there, and after that sshd that it listens.
ready() {
  [ -n "$(console "$1" READY)" ] && grep -aq '^Server listening on 0.0.0.0 port 22' "$state/guest-$1.console"
}

# await K BEGAN
await() {
  until ready "$1"; do
    [ -z "$(console "$1" FAILED)" ] || die "guest $1: $(console "$1" FAILED); its console is $state/guest-$1.console"
    running "$1" || die "guest $1 ended: $(tail -3 "$state/guest-$1.console")"
    [ $(($(date +%s) - $2)) -lt "$deadline" ] || die "guest $1 is not ready after $deadline s; its console is $state/guest-$1.console"
    sleep 0.2
  done
  echo "guest $1 ready after $(($(date +%s) - $2)) s: ssh 127.0.0.1 port $(ssh_port "$1"), rxe0 192.168.77.$1, siw0 192.168.78.$1"
}

# up N KERNEL IMAGE
up() {
  for k in $(numbers); do
    ! running "$k" || die "guest $k is running already; end that lab with: lab.sh down"
  done
  mkdir -p "$state"
  chmod 700 "$state"
  rm -f "$state"/guest-* "$state"/wire-*
  echo "$port" >"$state/port"
  echo "$2" >"$state/kernel"
  keys "$1"
  initrd "$3" "$1"
  boot $(seq "$1")
}

# boot K...: of this lab; also guests that were killed.
boot() {
  [ -f "$state/initrd" ] || die "no lab was started here: lab.sh up"
  began=$(date +%s)
  for k in "$@"; do
    ! running "$k" || die "guest $k is running already"
    start "$k"
  done
  for k in "$@"; do await "$k" "$began"; done
}

# finish K SIGNAL
finish() {
  ! running "$1" || kill "$2" "$(cat "$state/guest-$1.pid")"
}

# ended PID: within ten seconds; after five it is forced to. QEMU removes its own pid file, so that is no sign.
ended() {
  tries=0
  while [ -e "/proc/$1" ]; do
    tries=$((tries + 1))
    [ $tries -ne 50 ] || kill -KILL "$1" 2>/dev/null || true
    [ $tries -le 100 ] || return 1
    sleep 0.1
  done
}

down() {
  pids=
  for k in $(numbers); do
    ! running "$k" || pids="$pids $(cat "$state/guest-$k.pid")"
    finish "$k" -TERM
  done
  for pid in $pids; do
    ended "$pid" || die "process $pid, a guest, does not end"
  done
  rm -f "$state/initrd" "$state"/guest-*.pid "$state"/guest-*.monitor.*
}

status() {
  for k in $(numbers); do
    if running "$k"; then echo "guest $k runs: ssh port $(ssh_port "$k"), $(console "$k" 'READY\|FAILED\|NOTE')"; else echo "guest $k does not run"; fi
  done
}

# in_guest K COMMAND...
in_guest() {
  k=$1
  shift
  exec ssh -q -F none -i "$state/id" -o IdentitiesOnly=yes -o UserKnownHostsFile="$state/known_hosts" -o StrictHostKeyChecking=yes \
    -o ConnectTimeout=60 -p "$(ssh_port "$k")" root@127.0.0.1 "$@"
}

# link K NIC on|off: the cable of a guest, as its driver sees it.
link() {
  running "$1" || die "guest $1 does not run"
  echo "set_link $2 $3" >"$state/guest-$1.monitor.in"
}
