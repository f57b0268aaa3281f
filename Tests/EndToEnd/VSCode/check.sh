#!/usr/bin/env bash
# The extension for VS Code: packed without npm, unpacked, and driven through a stand-in for VS Code's API against errctl: check.sh ERRCTL
set -euo pipefail
errctl=$(realpath "$1")
cd "$(dirname "$0")/../../.."
command -v node >/dev/null || { echo "node is missing"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
scripts/vsix.py "$folder/errctl.vsix" >/dev/null
scripts/vsix.py "$folder/again.vsix" >/dev/null
cmp "$folder/errctl.vsix" "$folder/again.vsix"
python3 - "$folder" <<'PYTHON'
import json, sys, xml.etree.ElementTree as xml, zipfile
folder = sys.argv[1]
archive = zipfile.ZipFile(f"{folder}/errctl.vsix")
names = archive.namelist()
kinds = {node.get("Extension") for node in xml.fromstring(archive.read("[Content_Types].xml"))}
assert {"." + name.rsplit(".", 1)[1] for name in names if name != "[Content_Types].xml"} <= kinds, (names, kinds)
space = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
manifest = xml.fromstring(archive.read("extension.vsixmanifest"))
for asset in manifest.iter(f"{space}Asset"):
    assert asset.get("Path") in names, asset.get("Path")
identity = next(manifest.iter(f"{space}Identity"))
package = json.loads(archive.read("extension/package.json"))
assert (identity.get("Id"), identity.get("Version"), identity.get("Publisher")) == tuple(package[key] for key in ("name", "version", "publisher"))
archive.extractall(folder)
PYTHON
timeout 300 node --test-reporter=spec Tests/EndToEnd/VSCode/check.js "$errctl" "$folder/extension" rules/shop
