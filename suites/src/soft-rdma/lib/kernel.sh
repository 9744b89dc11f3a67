# The kernel that the guests boot, the modules that they load, and siw, which no Debian kernel has.

# number FILE OFFSET BYTES: a little-endian number.
number() {
  od -An -tu"$3" -j"$2" -N"$3" "$1" | tr -d ' '
}

# vmlinux BZIMAGE OUT: QEMU starts an ELF kernel by PVH, without BIOS and without decompressing under emulation, which takes three times
# as long. Offsets: Documentation/arch/x86/boot.rst, setup_sects, payload_offset and payload_length of the header.
vmlinux() {
  sectors=$(number "$1" 497 1)
  [ "$sectors" -gt 0 ] || sectors=4
  start=$(((sectors + 1) * 512 + $(number "$1" 584 4)))
  length=$(number "$1" 588 4)
  payload=$2.payload
  # the last four bytes are the size that the kernel's own loader wants to know
  tail -c +$((start + 1)) "$1" | head -c $((length - 4)) >"$payload"
  case $(od -An -tx1 -N4 "$payload" | tr -d ' \n') in
    fd377a58) xz -dc --single-stream "$payload" >"$2" ;;
    28b52ffd) zstd -dcq "$payload" >"$2" ;;
    1f8b*) { gzip -dc "$payload" || true; } >"$2" 2>/dev/null ;;
    *) die "$1: the kernel is packed in a way that is not known here (xz, zstd and gzip are)" ;;
  esac
  [ "$(od -An -tx1 -N4 "$2" | tr -d ' \n')" = 7f454c46 ] || die "$1: what was unpacked is no ELF kernel"
  rm "$payload"
}

# build_kernel PACKAGE FOLDER: FOLDER/vmlinux and FOLDER/lib/modules/RELEASE with the modules of guest/modules and what those need.
build_kernel() {
  release=${1#linux-image-}
  fetch "$1"
  mkdir "$2/tree"
  dpkg-deb -x "$(deb_of "$1")" "$2/tree"
  vmlinux "$2/tree/boot/vmlinuz-$release" "$2/vmlinux"
  [ -d "$2/tree/lib" ] || ln -s usr/lib "$2/tree/lib"
  depmod -b "$2/tree" "$release"
  modules "$2/tree" "$release" "$2/lib/modules/$release"
  cp "$2/tree/lib/modules/$release/modules.order" "$2/tree/lib/modules/$release/modules.builtin" "$2/tree/lib/modules/$release/modules.builtin.modinfo" "$2/lib/modules/$release/"
  echo "$release" >"$2/release"
  rm -rf "$2/tree"
}

# modules TREE RELEASE TO: what is built into the kernel has no file, and is left out by that.
modules() {
  mkdir -p "$3"
  for name in $(cat "$here/guest/modules"); do
    modprobe -d "$1" -S "$2" --show-depends "$name" || die "the kernel $2 has no module $name"
  done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | sort -u | while read -r file; do
    case $file in
      *.xz) xz -dc "$file" >"$3/$(basename "${file%.xz}")" ;;
      *) cp "$file" "$3/" ;;
    esac
  done
}

# build_siw PACKAGE FOLDER: FOLDER/siw.ko, built against the unpacked headers. Their Makefiles name places under /usr, where nothing is
# installed, so they are told the unpacked ones.
build_siw() {
  fetch $(module_packages "$1")
  tree=$2/tree
  mkdir "$tree"
  for package in $(module_packages "$1"); do
    case $package in
      linux-source-*) siw_source "$(deb_of "$package")" "${package%=*}" "$tree" ;;
      *) dpkg-deb -x "$(deb_of "$package")" "$tree" ;;
    esac
  done
  relocate "$tree"
  make -s -C "$tree/usr/src/linux-headers-${1#linux-image-}" M="$tree/siw" CONFIG_RDMA_SIW=m modules >"$cache/siw.log" 2>&1 ||
    die "siw.ko does not build (see $cache/siw.log): $(tail -3 "$cache/siw.log")"
  strip -g -o "$2/siw.ko" "$tree/siw/siw.ko"
  rm -rf "$tree"
}

siw_source() {
  mkdir "$3/siw"
  dpkg-deb --fsys-tarfile "$1" | tar -xO "./usr/src/$2.tar.xz" | tar -xJ -C "$3/siw" --strip-components=5 "$2/drivers/infiniband/sw/siw"
}

relocate() {
  grep -rlE '/usr/(src|lib)/linux' "$1/usr/src" --include=Makefile --include=.kernelvariables |
    xargs -r sed -i "s#/usr/src/linux#$1/usr/src/linux#g; s#/usr/lib/linux-kbuild#$1/usr/lib/linux-kbuild#g"
  find "$1/usr/src" -type l -lname '*lib/linux-kbuild*' | while read -r link; do
    target=$(readlink "$link")
    ln -sfn "$1/usr/lib/${target##*lib/}" "$link"
  done
}
