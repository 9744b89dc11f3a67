#!/bin/sh
# options.sh PROBE: what a person who mistypes is told.
set -u
probe=$1
failures=0

# expect STATUS TEXT ARGUMENTS...: the exit status, and a part of what is printed.
expect() {
  status=$1 text=$2
  shift 2
  seen=$("$probe" "$@" 2>&1 </dev/null)
  rc=$?
  case $seen in
    *"$text"*) [ $rc -eq "$status" ] && return ;;
  esac
  echo "options: seatrial-probe $*: expected status $status and \`$text\`, seen $rc and: $seen" >&2
  failures=$((failures + 1))
}

expect 2 'a subcommand is missing'
expect 2 'did you mean `latency`' latensy
expect 2 'unknown subcommand `zzzzzz` (see' zzzzzz
expect 2 'unknown option --addres; did you mean --address?' latency --addres=1
expect 2 '--address=A is missing' latency
expect 2 '--deadline=S is missing' agent --token=a
expect 2 '`x` is no option' info x
expect 2 '--port is `70000`; expected a whole number from 1 to 65535' latency --port=70000
expect 2 '--port is `1x`' latency --port 1x
expect 2 '--port needs a value' latency --port
expect 2 '--json has no value' info --json=1
expect 2 '--bind occurs twice' serve --bind=127.0.0.1 --bind=127.0.0.2
expect 2 'not a numeric IPv4 or IPv6 address' serve --bind=localhost
expect 2 '`token` is not 32' serve --bind=127.0.0.1 --token=ABC
expect 2 '--token is not 1 to 64' agent --token=a/b --deadline=1
expect 2 'neither `devices` nor `netdevs`' counters
expect 2 'is no device name' counters --netdevs=../lo
expect 5 'is no interface' counters --netdevs=no-such-if
expect 2 '--device is missing' serve --fabric=verbs --bind=127.0.0.1
expect 2 '`verb` is `push`; it must be write, send or read' latency --fabric=verbs --verb=push --address=127.0.0.1 --port=1 --token=a
expect 2 'no event mode' latency --fabric=verbs --device=x --mode=event --address=127.0.0.1 --port=1 --token=a
expect 2 'no path MTU' latency --fabric=verbs --device=x --mtu=1000 --address=127.0.0.1 --port=1 --token=a
expect 2 'less than 4 x' bandwidth --fabric=verbs --device=x --count=10 --address=127.0.0.1 --port=1 --token=a
expect 5 'seatrial-probe: verbs: ' latency --fabric=verbs --device=no-such-device --address=127.0.0.1 --port=1 --token=0123456789abcdef0123456789abcdef

# An option that the fabric has no use for is never ignored.
at='--address=127.0.0.1 --port=1 --token=0123456789abcdef0123456789abcdef'
expect 2 '--verb is for --fabric=verbs' latency $at --verb=read
expect 2 '--device is for --fabric=verbs' latency $at --device=mlx5_0 --verb=read --mode=event
expect 2 '--qps is for --fabric=verbs' bandwidth $at --qps=4
expect 2 '--count is for --fabric=verbs' bandwidth $at --count=4 --duration=1
expect 2 '--device is for --fabric=verbs' serve --bind=127.0.0.1 --device=mlx5_0
expect 2 '--gid-index is for --fabric=verbs' serve --bind=127.0.0.1 --gid-index=3
expect 2 '--streams is for --fabric=tcp' bandwidth $at --fabric=verbs --device=x --streams=2
expect 2 '--source-port is for --fabric=tcp' latency $at --fabric=verbs --device=x --source-port=5
expect 2 '--sndbuf is for --fabric=tcp' latency $at --fabric=verbs --device=x --sndbuf=4096

# What needs no device to be told is told without one.
verbs="$at --fabric=verbs --device=x"
expect 2 'it must be host, cuda:N or hip:N' latency $verbs --memory=tape
expect 2 'it must be host, cuda:N or hip:N' latency $verbs --memory=cuda
expect 2 'it must be roce2 or roce1' latency $verbs --gid-type=roce3
expect 2 'it must be ipv4 or ipv6' latency $verbs --gid-family=ipx
expect 2 '--device is empty' latency $at --fabric=verbs --device=
expect 2 '`sl` cannot be chosen with `connect` rdma-cm' latency $verbs --connect=rdma-cm --sl=1
expect 2 '`mtu` cannot be chosen with `connect` rdma-cm' latency $verbs --connect=rdma-cm --mtu=1024
expect 2 '`flow_label` cannot be chosen with `connect` rdma-cm' latency $verbs --connect=rdma-cm --flow-label=7
expect 2 '--bind is missing' latency $verbs --connect=rdma-cm
expect 2 'cannot poll in GPU memory' latency $verbs --memory=cuda:0
expect 2 '`token` is not 32' latency --address=127.0.0.1 --port=1 --token=ABC --fabric=verbs --device=x
expect 2 'not a numeric IPv4 or IPv6 address' latency --address=host-b --port=1 --token=0123456789abcdef0123456789abcdef --fabric=verbs --device=x
expect 2 'not a numeric IPv4 or IPv6 address' serve --fabric=verbs --device=x --bind=localhost
expect 2 'which this probe does not know' serve --fabric=verbs --device=x --bind=127.0.0.1 --op=latensy
expect 2 'it must be host' serve --fabric=verbs --device=x --bind=127.0.0.1 --memory=tape
expect 5 'seatrial-probe: verbs: ' latency $verbs --numa=-1 --flow-label=0
expect 2 'from -1 to 1023' latency $verbs --numa=-2
expect 2 'No such file or directory' info --root=/nonexistent

# A token stands for a door that is open.
"$probe" serve --fabric=verbs --device=no-such-device --bind=127.0.0.1 2>/dev/null | grep token && {
  echo "options: serve prints a token and then fails" >&2
  failures=$((failures + 1))
}

# A library that is cut off, or is none, is not one to be installed.
broken=$(mktemp -d)
for content in '' 'this is no library, and long enough for an ELF header to be looked for in it, which has 64 bytes'; do
  printf '%s' "$content" >"$broken/libibverbs.so.1"
  LD_LIBRARY_PATH=$broken expect 5 'the file is broken' latency $verbs
done
rm -r "$broken"

expect 0 'Exit status:' help
expect 0 '4 wrong data' help
expect 0 '7 a collective timed out' help
expect 0 '256, 512, 1024, 2048 or 4096' help latency
expect 0 'at most 8388608' latency --help
expect 0 'bandwidth: goodput' bandwidth --address=127.0.0.1 -h
expect 2 'did you mean `latency`' help latensy
"$probe" help latency | grep -q -- --streams && { echo 'options: `help latency` shows more than latency' >&2; failures=$((failures + 1)); }
expect 0 'wire 1 abi 1' version
expect 0 'interface lo' info
expect 0 '0 reaped' reap --token=nobody-has-this-token
[ $failures -eq 0 ]
