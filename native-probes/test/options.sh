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
expect 2 '`device` is missing' serve --fabric=verbs --bind=127.0.0.1
expect 2 '`verb` is `push`; it must be write, send or read' latency --fabric=verbs --verb=push --address=127.0.0.1 --port=1 --token=a
expect 2 'no event mode' latency --fabric=verbs --device=x --mode=event --address=127.0.0.1 --port=1 --token=a
expect 2 'no path MTU' latency --fabric=verbs --device=x --mtu=1000 --address=127.0.0.1 --port=1 --token=a
expect 2 'less than 4 x' bandwidth --fabric=verbs --device=x --count=10 --address=127.0.0.1 --port=1 --token=a
expect 5 'seatrial-probe: verbs: ' latency --fabric=verbs --device=no-such-device --address=127.0.0.1 --port=1 --token=a
expect 0 'Exit status:' help
expect 0 'wire 1 abi 1' version
expect 0 'interface lo' info
expect 0 '0 reaped' reap --token=nobody-has-this-token
[ $failures -eq 0 ]
