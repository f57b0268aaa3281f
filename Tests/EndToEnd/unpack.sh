# Sourced by suites that run Debian's programs: unpack PACKAGES WORK unpacks the packages that a file lists into WORK/root, once.
# They are not installed: nothing is started, and nothing on this machine changes. Without apt-get nothing is done.
unpack() {
  local packages=$1 work=$2 package
  if ! command -v apt-get >/dev/null || cmp -s "$packages" "$work/unpacked.txt"; then return; fi
  rm -rf "$work/archives" "$work/root"
  mkdir -p "$work/archives/partial" "$work/root"
  download() { xargs apt-get install -y -qq -d --no-install-recommends -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/archives" <"$packages"; }
  if { download || { apt-get update -qq && download; }; } >&2; then
    # What is installed already is not downloaded.
    for package in "$work"/archives/*.deb; do [[ ! -e $package ]] || dpkg -x "$package" "$work/root"; done
    rm -rf "$work/archives"
    cp "$packages" "$work/unpacked.txt"
  fi
}

# newer_root makes a Debian 13 with newer versions of the programs that suites run, once, and says where it is. Nothing where this
# can't be done.
newer_root() {
  local root=$PWD/.build-bare/trixie-programs
  if [[ ! -e $root.done ]]; then
    if ! command -v debootstrap >/dev/null || [[ $(id -u) != 0 ]]; then
      echo "not run: newer versions: debootstrap and root are needed" >&2
      return
    fi
    mkdir -p .build-bare
    rm -rf "$root"
    if ! debootstrap --variant=minbase --include=systemd,haproxy,nginx-light trixie "$root" >"$root.log" 2>&1; then
      echo "not run: newer versions: $(tail -n 1 "$root.log")" >&2
      return
    fi
    touch "$root.done"
  fi
  echo "$root"
}
