#!/usr/bin/env python3
"""Packs editors/vscode into a .vsix, which is a zip file, without npm: vsix.py [FILE]

The schemas go into it too. The same sources give the same bytes.
"""

import json
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

ROOT = Path(__file__).resolve().parent.parent
EXTENSION = ROOT / "editors/vscode"
TYPES = {"json": "application/json", "js": "application/javascript", "md": "text/markdown", "vsixmanifest": "text/xml"}


def manifest(package):
    properties = {
        "Microsoft.VisualStudio.Code.Engine": package["engines"]["vscode"],
        "Microsoft.VisualStudio.Code.ExtensionDependencies": "",
        "Microsoft.VisualStudio.Code.ExtensionPack": "",
        "Microsoft.VisualStudio.Code.ExtensionKind": "workspace",
    }
    lines = "".join(f"      <Property Id={quoteattr(key)} Value={quoteattr(value)} />\n" for key, value in properties.items())
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={quoteattr(package["name"])} Version={quoteattr(package["version"])} Publisher={quoteattr(package["publisher"])} />
    <DisplayName>{escape(package["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(package["description"])}</Description>
    <Categories>{escape(",".join(package["categories"]))}</Categories>
    <Properties>
{lines}    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true" />
  </Assets>
</PackageManifest>
"""


def content_types():
    lines = "".join(f'  <Default Extension=".{name}" ContentType="{kind}" />\n' for name, kind in TYPES.items())
    return f"""<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
{lines}</Types>
"""


def parts():
    """The names in the package and their bytes."""
    package = json.loads((EXTENSION / "package.json").read_text())
    yield "extension.vsixmanifest", manifest(package).encode()
    yield "[Content_Types].xml", content_types().encode()
    for file in sorted(EXTENSION.rglob("*")):
        if file.is_file() and file.suffix != ".vsix":
            yield f"extension/{file.relative_to(EXTENSION).as_posix()}", file.read_bytes()
    for file in sorted((ROOT / "schemas").glob("*.json")):
        yield f"extension/schemas/{file.name}", file.read_bytes()


def pack(target):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts():
            entry = zipfile.ZipInfo(name)  # of 1980: no time of a build
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)


if __name__ == "__main__":
    version = json.loads((EXTENSION / "package.json").read_text())["version"]
    target = Path(sys.argv[1] if len(sys.argv) > 1 else f"errctl-{version}.vsix")
    pack(target)
    print(target)
