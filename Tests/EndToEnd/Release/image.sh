#!/usr/bin/env bash
# The image of a container has a program that runs without rights on a root that nobody can write: image.sh OCI-ARCHIVE
# Without an engine, its layers are unpacked and run where they are.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir "$work/image" "$work/root"
tar -xf "$1" -C "$work/image"
python3 - "$work/image" >"$work/layers" <<'PYTHON'
import json, pathlib, sys
image = pathlib.Path(sys.argv[1])
read = lambda digest: json.loads((image / "blobs" / digest.replace(":", "/")).read_text())
(listed,) = json.loads((image / "index.json").read_text())["manifests"]
manifest = read(listed["digest"])
config = read(manifest["config"]["digest"])["config"]
assert config["User"] == "65534:65534" and config["Entrypoint"] == ["/bin/errctl"], config
for layer in manifest["layers"]:
    assert layer["mediaType"].endswith("+zstd"), layer
    print(image / "blobs" / layer["digest"].replace(":", "/"))
PYTHON
while read -r layer; do zstd -dcq <"$layer" | tar -xf - -C "$work/root"; done <"$work/layers"
[[ $(du -sm "$work/root" | cut -f 1) -le 40 ]] || { echo "the image has more than 40 MB"; exit 1; }
if [[ $(id -u) != 0 ]] || ! unshare --net --mount --pid --fork true 2>/dev/null; then echo "the image is not run: this user may not"; exit; fi
mkdir "$work/root/proc"
chmod -R a-w "$work/root"
said=$(printf 'version: 1\nresponders: [ { idd: app } ]\n' \
  | unshare --net --mount --pid --fork --mount-proc="$work/root/proc" chroot --userspec=65534:65534 "$work/root" /bin/errctl validate - 2>&1) && exit 1 || [[ $? == 2 ]]
[[ $said == *"Did you mean “id”?"* ]] || { echo "the image's program says: $said"; exit 1; }
echo "image: $(wc -c <"$1") bytes; its program runs without rights, with nothing beside it"
