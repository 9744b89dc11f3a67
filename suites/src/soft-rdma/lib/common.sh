# What every part of the lab needs: where things lie, how it says something, layers that are built once.

cache=${SEATRIAL_LAB_CACHE:-$HOME/.cache/seatrial/soft-rdma}
state=${SEATRIAL_LAB_STATE:-$cache/lab}

say() {
  printf 'lab: %s\n' "$*" >&2
}

die() {
  say "$*"
  exit 1
}

# need COMMAND PACKAGE ...: all of them, so that one message names all that is missing.
need() {
  missing=
  while [ $# -gt 0 ]; do
    case " $missing " in *" $2 "*) ;; *) command -v "$1" >/dev/null || missing="$missing $2" ;; esac
    shift 2
  done
  [ -z "$missing" ] || die "programs of$missing are not installed; on Debian: apt-get install -y --no-install-recommends$missing"
}

# key: what stdin is called in the cache.
key() {
  sha256sum | cut -c1-16
}

# layer FOLDER COMMAND...: has COMMAND fill the folder (its last argument), unless that was done before. A build that breaks off leaves nothing.
layer() {
  folder=$1
  shift
  [ ! -d "$folder" ] || return 0
  part=$folder.part
  rm -rf "$part"
  mkdir -p "$part"
  began=$(date +%s)
  # a process of its own: nothing that a builder sets remains
  ("$@" "$part")
  mv "$part" "$folder"
  say "$(basename "$(dirname "$folder")") built in $(($(date +%s) - began)) s"
}
