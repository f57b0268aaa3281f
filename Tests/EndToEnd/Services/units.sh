#!/usr/bin/env bash
# The units of 166 packages of Debian 12 (packages.txt): each is read, nothing of it is lost, and at most one in six has a finding.
# units.sh ERRCTL. The packages, 300 MB, are downloaded once, and of each only its units are kept.
set -euo pipefail
errctl=$(realpath "$1")
packages=$(realpath "$(dirname "$0")/packages.txt")
cd "$(dirname "$0")/../../.."
work=$PWD/.build-authoring/services
if ! command -v apt-get >/dev/null; then
  echo "not run: the units of Debian's packages: there is no apt-get"
  exit
fi
if ! cmp -s "$packages" "$work/unpacked.txt"; then
  rm -rf "$work"
  mkdir -p "$work/archives" "$work/root"
  download() (cd "$work/archives" && xargs apt-get download -qq <"$packages")
  if ! { download || { apt-get update -qq && download; }; } >/dev/null 2>&1; then
    echo "not run: the units of Debian's packages: they cannot be downloaded"
    exit
  fi
  for package in "$work"/archives/*.deb; do
    # tar complains about a package without units.
    dpkg --fsys-tarfile "$package" | tar -x -C "$work/root" --wildcards './lib/systemd/system/*' './usr/lib/systemd/system/*' 2>/dev/null || true
  done
  rm -r "$work/archives"
  cp "$packages" "$work/unpacked.txt"
fi
"$errctl" validate "$work/root" --system 252 --format json >"$work/findings.json" || true
"$errctl" validate "$work/root" --system 252 2>/dev/null >"$work/findings.txt" || true
python3 - "$work" <<'END'
import collections, json, pathlib, re, sys
work = pathlib.Path(sys.argv[1])
found = json.loads((work / "findings.json").read_text())["diagnostics"]
units = int(re.findall(r"(\d+) systemd services", (work / "findings.txt").read_text())[-1])
faulty = {finding["file"] for finding in found}
for code, count in collections.Counter(finding["code"] for finding in found).most_common():
    print(f"{count:4} {code}")
print(f"{len(found)} findings in {len(faulty)} of {units} services of Debian's packages")
codes = {finding["code"] for finding in found}
sys.exit(units < 300 or len(faulty) * 6 > units or "limit-never-reached" not in codes or "lost-in-import" in codes)
END
