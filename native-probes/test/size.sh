#!/bin/sh
# size.sh FILE...: each binary is uploaded to every host of a cluster, so it stays below 256 KiB.
set -eu
for file in "$@"; do
  size=$(wc -c <"$file")
  [ "$size" -le 262144 ] || { echo "$file has $size bytes, more than 262144" >&2; exit 1; }
done
