#!/bin/sh
# size.sh FILE...: each binary is uploaded to every host of a cluster, so it stays below 384 KiB (256 before it had collectives).
set -eu
for file in "$@"; do
  size=$(wc -c <"$file")
  [ "$size" -le 393216 ] || { echo "$file has $size bytes, more than 393216" >&2; exit 1; }
done
