# The guests' root: chosen programs with the libraries that they need, in one archive that the kernel unpacks into memory. It holds no key:
# those are made for one lab and appended to it (guests.sh).

PROGRAM_FOLDERS="usr/bin usr/sbin bin sbin usr/lib/openssh"
LIBRARIES=usr/lib/x86_64-linux-gnu
PROVIDERS="rxe siw"

# unpack_guest LIST FOLDER
unpack_guest() {
  fetch_guest
  files_of "$1" | while read -r file; do
    dpkg-deb -x "$cache/debs/$file" "$2"
  done
}

# found TREE NAME FOLDER...: path of the file of that name.
found() {
  tree=$1 name=$2
  shift 2
  for folder in "$@"; do
    [ ! -e "$tree/$folder/$name" ] || { echo "$tree/$folder/$name"; return 0; }
  done
  return 1
}

needed() {
  readelf -d "$1" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p'
}

# put_library TREE ROOT NAME: with what it needs itself.
put_library() {
  [ ! -e "$2/$LIBRARIES/$3" ] || return 0
  source=$(found "$1" "$3" $LIBRARIES lib/x86_64-linux-gnu lib64) || die "no package of the guest has $3"
  cp -L "$source" "$2/$LIBRARIES/$3"
  put_libraries "$1" "$2" "$2/$LIBRARIES/$3"
}

# put_libraries TREE ROOT FILE: what the file needs.
put_libraries() {
  for library in $(needed "$3"); do
    put_library "$1" "$2" "$library"
  done
}

put_program() {
  source=$(found "$1" "$3" $PROGRAM_FOLDERS) || die "no package of the guest has the program $3"
  case $source in
    */openssh/*) to=usr/lib/openssh ;;
    */sbin/*) to=usr/sbin ;;
    *) to=usr/bin ;;
  esac
  cp -L "$source" "$2/$to/$3"
  put_libraries "$1" "$2" "$2/$to/$3"
}

put_provider() {
  for file in "$1/$LIBRARIES/libibverbs/lib$3"-rdmav*.so; do
    [ -e "$file" ] || die "libibverbs has no provider $3"
    cp "$file" "$2/$LIBRARIES/libibverbs/"
    put_libraries "$1" "$2" "$file"
  done
  echo "driver $3" >"$2/etc/libibverbs.d/$3.driver"
}

frame() {
  mkdir -p "$1/usr/bin" "$1/usr/sbin" "$1/usr/lib/openssh" "$1/usr/lib64" "$1/$LIBRARIES/libibverbs" "$1/etc/libibverbs.d" "$1/etc/ssh" \
    "$1/dev" "$1/proc" "$1/sys" "$1/run/sshd" "$1/run/lock" "$1/tmp" "$1/root" "$1/var/empty" "$1/var/tmp"
  for folder in bin sbin lib lib64; do
    ln -s usr/$folder "$1/$folder"
  done
  ln -s ../run "$1/var/run"
  chmod 1777 "$1/tmp" "$1/var/tmp"
  chmod 700 "$1/root"
}

accounts() {
  # tcpdump of Debian gives up root's rights for those of its own account
  printf '%s\n' root:x:0:0:root:/root:/bin/sh sshd:x:100:65534::/run/sshd:/bin/false tcpdump:x:101:65534::/var/empty:/bin/false >"$1/etc/passwd"
  printf '%s\n' root:x:0: nogroup:x:65534: >"$1/etc/group"
  echo 'root:*:19000:0:99999:7:::' >"$1/etc/shadow"
  echo 'passwd: files' >"$1/etc/nsswitch.conf"
}

# A module that was built here: what it needs has to be in guest/modules, as modprobe of a guest would only say "unknown symbol".
put_module() {
  for needed in $(modinfo -F depends "$1" | tr , ' '); do
    [ -e "$2/$needed.ko" ] || die "$(basename "$1") needs $needed: name it in guest/modules"
  done
  cp "$1" "$2/"
}

put_modules() {
  cp -r "$1/lib/modules" "$2/usr/lib/"
  release=$(cat "$1/release")
  [ -z "$3" ] || put_module "$3/siw.ko" "$2/usr/lib/modules/$release"
  depmod -b "$2" "$release"
}

# build_image TREE KERNEL SIW FOLDER: FOLDER/root.cpio; SIW is empty when it is skipped.
build_image() {
  root=$4/root
  mkdir "$root"
  frame "$root"
  for program in $(cat "$here/guest/programs"); do
    put_program "$1" "$root" "$program"
  done
  # what the probe needs, and what it opens at run time
  for library in $(cat "$here/guest/libraries"); do
    put_library "$1" "$root" "$library"
  done
  cp -L "$(found "$1" ld-linux-x86-64.so.2 lib64 lib/x86_64-linux-gnu)" "$root/usr/lib64/"
  for provider in $PROVIDERS; do
    put_provider "$1" "$root" "$provider"
  done
  for name in modprobe lsmod rmmod; do
    ln -sf ../bin/kmod "$root/usr/sbin/$name"
  done
  ln -s dash "$root/usr/bin/sh"
  ln -s mawk "$root/usr/bin/awk"
  accounts "$root"
  put_modules "$2" "$root" "$3"
  cp "$here/guest/sshd_config" "$root/etc/ssh/"
  cp "$here/guest/init" "$root/init"
  cp "$here/guest/onebox" "$here/guest/routed" "$here/guest/reaches" "$root/usr/sbin/"
  chmod 755 "$root/init" "$root/usr/sbin/onebox" "$root/usr/sbin/routed" "$root/usr/sbin/reaches"
  archive "$root" >"$4/root.cpio"
  rm -rf "$root"
}

# archive FOLDER: as the kernel reads it; all files belong to root.
archive() {
  (cd "$1" && find . | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0)
}
