# Debian packages: which ones make the lab, as apt on this machine resolves them now. Nothing is installed; an empty dpkg status makes apt
# resolve the whole closure.

GUEST_PACKAGES="dash coreutils grep sed mawk procps mount kmod tini openssh-server openssh-sftp-server iproute2 ethtool
  libibverbs1 ibverbs-providers ibverbs-utils librdmacm1 rdmacm-utils perftest tcpdump"

# quiet_apt FOLDER ARGUMENTS...: with FOLDER for the files.
quiet_apt() {
  archives=$1
  shift
  : >"$cache/empty-status"
  mkdir -p "$archives/partial"
  apt-get -qq -y --no-install-recommends -o Dir::State::status="$cache/empty-status" -o Dir::Cache::archives="$archives/" \
    -o APT::Sandbox::User=root -o Debug::NoLocking=1 "$@"
}

# Lines "URI FILE SIZE HASH" of everything that the guest needs: the content that a layer is keyed by. apt leaves out what it has, hence
# the folder that stays empty.
guest_uris() {
  quiet_apt "$cache/none" --print-uris install $GUEST_PACKAGES || die "apt does not know all packages of the guest: run apt-get update first"
}

# The same of single packages, without what they depend on.
uris_of() {
  (cd "$cache/none" && quiet_apt . --print-uris download "$@") || die "apt does not know $*: run apt-get update first"
}

files_of() {
  awk '{ print $2 }' "$1"
}

# apt checks sizes and hashes, and loads only what is not there yet.
fetch_guest() {
  quiet_apt "$cache/debs" --download-only install $GUEST_PACKAGES >"$cache/apt.log" 2>&1 ||
    die "apt could not download the guest's packages: $(tail -3 "$cache/apt.log")"
}
fetch() {
  (cd "$cache/debs" && quiet_apt . download "$@" >"$cache/apt.log" 2>&1) || die "apt could not download $*: $(tail -3 "$cache/apt.log")"
}

# deb_of PACKAGE: its file, of the version that apt would take now, as others may lie beside it.
deb_of() {
  uris_of "$1" | sed -n "s#^[^ ]* \([^ ]*\) .*#$cache/debs/\1#p"
}

dependency() {
  apt-cache depends "$1" | sed -n "s/.*Depends: \($2\)\$/\1/p" | head -1
}

# The kernel package that the metapackage stands for: its name carries the release.
kernel_package() {
  name=$(dependency linux-image-amd64 'linux-image-.*')
  [ -n "$name" ] || die "apt knows no package linux-image-amd64: run apt-get update first; the lab is made of Debian's packages"
  echo "$name"
}

# What builds a module for that kernel: headers, their common part, kbuild, and the source of the same version.
module_packages() {
  headers=linux-headers-${1#linux-image-}
  version=$(apt-cache policy "$1" | sed -n 's/.*Candidate: //p')
  release=$(echo "${1#linux-image-}" | cut -d. -f1,2)
  echo "$headers $(dependency "$headers" 'linux-headers-.*-common') $(dependency "$headers" 'linux-kbuild-.*') linux-source-$release=$version"
}
