#!/bin/sh
# mkproperties.sh OUT BUILD: writes OUT/probe.properties, which says of every binary its sha256 and build id. A binary of other sources
# (an aarch64 one from before, when the cross compiler is gone) is removed: it would be shipped beside new ones.
set -eu
out=$1 build=$2
{
  echo "build=$build"
  for file in "$out"/linux-*/seatrial-probe "$out"/linux-*/libseatrial-probe.so; do
    [ -f "$file" ] || continue
    grep -aq "seatrial-build:$build" "$file" || { rm -f "$file"; continue; }
    name=${file#"$out"/}
    echo "$name.sha256=$(sha256sum "$file" | cut -d' ' -f1)"
    echo "$name.build=$build"
  done
} >"$out/probe.properties.new"
mv "$out/probe.properties.new" "$out/probe.properties"
