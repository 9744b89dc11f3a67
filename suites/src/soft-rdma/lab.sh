#!/bin/sh
# The soft-RDMA lab: virtual machines with the kernel's own RDMA devices (rxe and siw), reached by SSH on loopback. See suites/SOFT-RDMA.md.
#
#   lab.sh build             kernel and image, from Debian packages; what was built before is kept
#   lab.sh up [N]            build, then start N guests (2) and wait until their devices are there
#   lab.sh hold [N]          up; then down when stdin ends: for a program that must not leave guests behind
#   lab.sh ssh K [COMMAND]   in guest K
#   lab.sh link K eth1|eth2 on|off     plug or pull its cable
#   lab.sh kill K | boot K   end guest K at once, as by a power failure; start it again
#   lab.sh mend              boot what does not run or does not answer on both segments, and say so
#   lab.sh status | down | clean       clean also removes what was built
#
#   SEATRIAL_LAB_PORT=2200         guest K has SSH at this + K
#   SEATRIAL_LAB_SIW=build         skip = without siw, which has to be compiled; says so
#   SEATRIAL_LAB_CACHE, SEATRIAL_LAB_STATE, SEATRIAL_LAB_MEMORY (MiB), SEATRIAL_LAB_DEADLINE (s)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
for part in common packages kernel image guests wire; do
  . "$here/lib/$part.sh"
done
[ ! -f "$state/port" ] || port=${SEATRIAL_LAB_PORT:-$(cat "$state/port")}

check_tools() {
  set -- qemu-system-x86_64 qemu-system-x86 cpio cpio modprobe kmod xz xz-utils zstd zstd ssh openssh-client readelf binutils apt-get apt flock util-linux
  [ "$siw" = skip ] || set -- "$@" gcc gcc make make bc bc
  need "$@"
}

# Sets kernel and image to the folders of these layers.
build() {
  siw=${SEATRIAL_LAB_SIW:-build}
  check_tools
  mkdir -p "$cache/none" "$cache/debs"
  exec 9>"$cache/lock"
  flock 9
  package=$(kernel_package)
  guest_uris >"$cache/guest.uris"
  uris_of "$package" >"$cache/kernel.uris"
  tree=$cache/packages/$(key <"$cache/guest.uris")
  layer "$tree" unpack_guest "$cache/guest.uris"
  kernel=$cache/kernel/$(cat "$cache/kernel.uris" "$here/lib/kernel.sh" "$here/guest/modules" | key)
  layer "$kernel" build_kernel "$package"
  build_module
  image=$cache/image/$({ echo "$tree $kernel $module"; cat "$here/lib/image.sh" "$here"/guest/*; } | key)
  layer "$image" build_image "$tree" "$kernel" "$module"
  exec 9>&-
}

# Sets module to the folder of siw.ko; empty = skipped.
build_module() {
  module=
  if [ "$siw" = skip ]; then
    say "without siw, and so without a test of iWARP: SEATRIAL_LAB_SIW=skip"
    return
  fi
  packages=$(module_packages "$package")
  uris_of $packages >"$cache/siw.uris"
  module=$cache/siw/$(cat "$cache/siw.uris" "$here/lib/kernel.sh" | key)
  layer "$module" build_siw "$package"
}

up_or_down() {
  trap 'status=$?; trap - EXIT; [ $status -eq 0 ] || down; exit $status' EXIT
  trap 'exit 130' INT TERM HUP
  up "$1" "$kernel" "$image"
}

hold() {
  up_or_down "$1"
  trap 'down' EXIT
  echo "held"
  cat >/dev/null
}

command=${1:-help}
[ $# -eq 0 ] || shift
case $command in
  build) build ;;
  up) build; up_or_down "${1:-2}" ;;
  hold) build; hold "${1:-2}" ;;
  ssh) in_guest "$@" ;;
  link) link "$@" ;;
  kill) finish "$1" -KILL ;;
  boot) boot "$@" ;;
  mend) mend ;;
  status) status ;;
  down) down ;;
  clean) down; rm -rf "$cache" ;;
  *) sed -n '2,18s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
