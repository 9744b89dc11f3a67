#!/bin/sh
# verbs_cost.sh PROBE FAKES FABRIC: what our loops over verbs cost per operation, in CPU time and in instructions.
#
# The fake libibverbs echoes (FAKE_IBV=echo, test/fake/fake.h): an operation is complete when it has been posted, so nothing is waited for
# and what is left is the loop. Instructions are counted by callgrind in two runs that differ in nothing but the number of operations;
# their difference is free of starting and ending. They are given by where they were spent: the probe itself, and around it the library
# (the fake one here, a provider on a real host) and the C library with its clock.
#   SHORT=20000 LONG=520000
#
# perftest cannot be put beside it: it is linked to the device libraries of mlx5 and EFA, which ask for private symbols of the real
# libibverbs that no stand-in has. On a real link bench compares the two by time instead.
set -eu
probe=$1 fakes=$2 fabric=$3
short=${SHORT:-20000} long=${LONG:-520000}
address=127.0.0.2 port=${PORT:-18523} token=00112233445566778899aabbccddeeff
command -v valgrind >/dev/null || { echo "verbs_cost: valgrind is missing (Debian: apt-get install valgrind)" >&2; exit 2; }

work=$(mktemp -d)
server=
# Ends what this script started and nothing else.
cleanup() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM
export LD_LIBRARY_PATH="$fakes" SEATRIAL_ROOT="$fabric/roce" FAKE_IBV=echo

"$probe" serve --fabric=verbs --device=roce0 --bind=$address --port="$port" --token=$token --deadline=3600 >"$work/serve" 2>&1 &
server=$!
tries=0
until grep -q listening "$work/serve" 2>/dev/null; do
  tries=$((tries + 1))
  [ $tries -le 100 ] && kill -0 "$server" || { echo "verbs_cost: the serving side did not start" >&2; cat "$work/serve" >&2; exit 1; }
  sleep 0.1
done

# measure BEFORE OP VERB COUNT: one run; its result line. BEFORE is what it runs under.
measure() {
  $1 "$probe" "$2" --fabric=verbs --device=roce1 --bind=127.0.0.3 --address=$address --port="$port" --token=$token --verb="$3" --size=8 \
    --count="$4" --deadline=600 --json 2>"$work/stderr" | grep '"ev":"result"' || { cat "$work/stderr" >&2; exit 1; }
}

# Self cost by object: `probe INSTRUCTIONS`, `library ...`, `libc ...`. Names are spelled out once, at an object or at the one that is called.
# A line after `calls=` is the cost of the callee, which is counted there.
by_object() {
  awk -v probe="/$(basename "$probe")" '
    /^c?ob=/ { id = $1; sub(/^c?ob=/, "", id); if (NF > 1) names[id] = $2; if (/^ob=/) object = id; next }
    /^calls=/ { getline; next }
    /^[-+*0-9]/ { cost[object] += $2 }
    function ends(text, end) { return substr(text, length(text) - length(end) + 1) == end }
    END { for (o in cost) sum[ends(names[o], probe) ? "probe" : index(names[o], "libibverbs") ? "library" : "libc"] += cost[o]
          for (w in sum) printf "%s %d\n", w, sum[w] }' "$1" | sort
}

counted() {
  measure "valgrind --quiet --tool=callgrind --callgrind-out-file=$work/callgrind.$4" "$1" "$2" "$3" >/dev/null
  by_object "$work/callgrind.$4"
}

# The difference of two counts, per operation.
per_operation() {
  join "$work/short" "$work/long" | awk -v n=$((long - short)) '{ cost[$1] = ($3 - $2) / n } END { printf "%8.1f  %9.1f  %8.1f", cost["probe"], cost["library"], cost["libc"] }'
}

echo "$(uname -srm), $(date -u +%Y-%m-%d), load $(cut -d' ' -f1-3 /proc/loadavg); 8 B, $short and $long operations"
echo "operation            CPU ns   instructions: probe    library      libc"
for row in "latency write" "latency send" "latency read" "bandwidth write" "bandwidth read"; do
  op=${row% *} verb=${row#* }
  result=$(measure "" "$op" "$verb" "$long")
  cpu=$(echo "$result" | sed -n 's/.*"cpu_ns":\([0-9]*\).*/\1/p')
  counted "$op" "$verb" "$short" short >"$work/short"
  counted "$op" "$verb" "$long" long >"$work/long"
  echo "$row" "$cpu" "$long" | awk '{ printf "%-9s %-8s %8.1f            ", $1, $2, $3 / $4 }'
  per_operation
  echo
done
