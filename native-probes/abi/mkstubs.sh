#!/bin/sh
# mkstubs.sh CC ARCH DIR: libraries to link against in place of the building machine's glibc.
#
# They export the symbols of symbols.txt at the versions of symbols.txt and nothing else. So the linker records versions that glibc 2.17
# has, whatever glibc the building machine has, and a symbol that is not listed is a link error instead of a surprise on an old host.
# They are never loaded: at run time the real libraries of the same names are.
set -eu
cc=$1 arch=$2 dir=$3
list=$(dirname "$0")/symbols.txt
mkdir -p "$dir"

# The assembly of one library: each symbol a few bytes of data; only its name, type, size and version matter to the linker.
assembly() {
  awk -v library="$1" '
    /^#/ || $2 != library { next }
    { size = $4 ? $4 : 8
      printf ".globl %s\n.type %s,%%%s\n%s: .zero %d\n.size %s,%d\n", $1, $1, $4 ? "object" : "function", $1, size, $1, size }
    BEGIN { print ".data" }
    END { print ".section .note.GNU-stack,\"\",%progbits" }' "$list"
}

# Its version script: one node per version.
versions() {
  awk -v library="$1" -v arch="$arch" '
    /^#/ || $2 != library { next }
    { version = arch == "aarch64" ? "2.17" : $3; names[version] = names[version] " " $1 ";" }
    END { for (version in names) printf "GLIBC_%s { global:%s%s };\n", version, names[version], hidden++ ? "" : " local: *;" }' "$list"
}

for pair in c:libc.so.6 pthread:libpthread.so.0 dl:libdl.so.2; do
  library=${pair%%:*} file=$dir/${pair#*:}
  assembly "$library" >"$file.S"
  versions "$library" >"$file.map"
  $cc -shared -nostdlib -o "$file" "$file.S" -Wl,-soname,"${pair#*:}" -Wl,--version-script="$file.map"
  rm -f "$file.S" "$file.map"
done
