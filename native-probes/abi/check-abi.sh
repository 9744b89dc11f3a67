#!/bin/sh
# check-abi.sh OBJDUMP FILE...: fails when a binary would not run on a host with glibc 2.17 or needs more than libc, libpthread, libdl.
set -eu
objdump=$1
shift
for file in "$@"; do
  versions=$("$objdump" -T "$file" | grep -o 'GLIBC_[0-9.]*' | sort -uV)
  new=$(echo "$versions" | awk -F'[_.]' '$2 > 2 || ($2 == 2 && $3 > 17)')
  [ -z "$new" ] || { echo "$file needs" $new "; the floor is GLIBC_2.17" >&2; exit 1; }

  needed=$("$objdump" -p "$file" | awk '$1 == "NEEDED" { print $2 }' | sort | tr '\n' ' ')
  [ "$needed" = "libc.so.6 libdl.so.2 libpthread.so.0 " ] || { echo "$file needs other libraries than it may: $needed" >&2; exit 1; }

  # glibc before 2.34 does not run the constructors of an executable that was linked with the crt1.o of 2.34 or later. One pointer in
  # .init_array is the compiler's own (frame_dummy), which does nothing.
  if ! "$objdump" -p "$file" | grep -q SONAME; then
    size=$("$objdump" -h "$file" | awk '$2 == ".init_array" { print $3 }')
    [ "${size:-00000008}" = 00000008 ] || { echo "$file has constructors of its own (.init_array of 0x$size bytes)" >&2; exit 1; }
  fi
  echo "$file: glibc $(echo "$versions" | tail -n 1 | cut -d_ -f2) or newer"
done
