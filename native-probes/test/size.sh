#!/bin/sh
# size.sh FILE...: each binary is uploaded to every host of a cluster, so it stays below 320 KiB (256 before it had collectives).
set -eu
for file in "$@"; do
  size=$(wc -c <"$file")
  [ "$size" -le 327680 ] || { echo "$file has $size bytes, more than 327680" >&2; exit 1; }
done
