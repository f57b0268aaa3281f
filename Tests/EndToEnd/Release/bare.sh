#!/usr/bin/env bash
# What is released, on systems with nothing of ours: bare.sh ERRCTL LIBRARY ENGINE. Debian's releases are unpacked by debootstrap; behind
# that there is no network. A user without rights installs the wheel and the archive, root the package; then the user follows the first
# screen of the README.
set -euo pipefail
errctl=$(realpath "$1") library=$(realpath "$2") engine=$(realpath "$3")
cd "$(dirname "$0")/../../.."
[[ $(id -u) == 0 ]] || { echo "debootstrap and chroot are for root"; exit 77; }
for tool in debootstrap lintian; do
  command -v $tool >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $tool >/dev/null \
    || { echo "$tool cannot be installed"; exit 77; }
done
unshare --net true 2>/dev/null || { echo "this system lets nobody be without a network"; exit 77; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
fail() { echo "bare: $*"; exit 1; }

source scripts/release.sh
pack_release "$errctl" "$library" "$engine" "$work/dist" https://example.org/errctl >/dev/null
said=$(lintian --pedantic "$work"/dist/*.deb 2>/dev/null) || true
[[ -z $said ]] || fail "lintian: $said"
# The files and commands of the first screen, and what it prints.
python3 - README.md "$work/first" <<'PYTHON'
import pathlib, re, sys
page, folder = pathlib.Path(sys.argv[1]).read_text().split("\n## ")[0], pathlib.Path(sys.argv[2])
folder.mkdir()
for number, (kind, name, text) in enumerate(re.findall(r"<!-- (file|run): (.*?) -->\n```\w*\n(.*?)```", page, flags=re.S)):
    (folder / (name if kind == "file" else f"{number}.command")).write_text(text if kind == "file" else name)
    if kind == "run":
        (folder / f"{number}.expected").write_text(text)
PYTHON

# Debian's release, in a folder of its own; what was unpacked once is kept.
bare_root() { # name, packages
  local kept=.build-bare/$1
  if [[ ! -e $kept.done ]]; then
    rm -rf "$kept"
    debootstrap --variant=minbase --include="$2" "$1" "$kept" >"$kept.log" 2>&1 || { tail -n 5 "$kept.log"; return 1; }
    touch "$kept.done"
  fi
  root=$work/$1
  cp -a "$kept" "$root"
  cp -r "$work/dist" "$root/dist"
  chroot "$root" useradd -m reader
  cp -r "$work/first" "$root/home/reader/first"
  chroot "$root" chown -R reader /home/reader
}

within() { # who, command
  unshare --net --mount --pid --fork --mount-proc="$root/proc" chroot "$root" setpriv --reuid="$1" --regid="$1" --clear-groups \
    env -i HOME=/home/reader PATH=/home/reader/v/bin:/home/reader/a/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 bash -euc "cd /home/reader; $2"
}

first_screen() { # how it was installed
  local command
  for command in "$work"/first/*.command; do
    within 1000 "cd first; mkdir -p files; find . -maxdepth 1 -type f ! -name '*.command' ! -name '*.expected' -exec cp {} files/ ';'; cd files; $(<"$command") || true" \
      >"$work/said" 2>&1
    diff "${command%.command}.expected" "$work/said" || fail "$release, $1: “$(<"$command")” says something else than the README"
  done
  within 1000 'errctl inspect /var/log/dpkg.log' >"$work/said" 2>&1 || [[ $? == 1 ]] || fail "$release, $1: inspect: $(<"$work/said")"
}

mkdir -p .build-bare
for release in bookworm trixie bullseye; do
  bare_root $release python3,python3-venv || { echo "not run: Debian $release cannot be unpacked"; continue; }
  seconds=$SECONDS
  if [[ $release == bullseye ]]; then
    within 1000 'python3 -m venv v && v/bin/pip install --no-index /dist/*.whl' >"$work/said" 2>&1 && fail "$release: pip takes a wheel that cannot run"
    grep -q 'manylinux_2_3.*is not a supported wheel on this platform' "$work/said" || fail "$release: pip does not say why: $(<"$work/said")"
    echo "$release: pip refuses the wheel: $(grep -o '[^ ]*whl is not a supported.*' "$work/said")"
  else
    within 1000 'python3 -m venv v && v/bin/pip install -q --no-index /dist/*.whl && v/bin/python -c "import errctl"'
    first_screen wheel
    echo "$release: wheel installed, first finding after $((SECONDS - seconds)) s, $(wc -c <"$(echo "$work"/dist/*.whl)") bytes"
    rm -rf "$root/home/reader/v"
  fi
  seconds=$SECONDS
  within 1000 'mkdir a && tar -xzf /dist/errctl-*-linux-x86_64.tar.gz -C a --strip-components=1'
  first_screen archive
  echo "$release: archive unpacked, first finding after $((SECONDS - seconds)) s"
  rm -rf "$root/home/reader/a"
  seconds=$SECONDS
  within 0 'dpkg -i /dist/*.deb' >/dev/null
  first_screen package
  within 1000 '[[ -s /usr/share/bash-completion/completions/errctl && -s /usr/share/doc/errctl/copyright ]]'
  within 0 'dpkg -r errctl' >/dev/null
  [[ ! -e $root/usr/bin/errctl ]] || fail "$release: dpkg leaves files behind"
  echo "$release: package installed, first finding after $((SECONDS - seconds)) s"
done
