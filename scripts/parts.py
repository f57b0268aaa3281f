#!/usr/bin/env python3
"""Writes the bill of materials of a release in CycloneDX: what the program is made of, and the files with their checksums.

usage: parts.py VERSION FOLDER     what is linked is that of .build-static; SOURCE_DATE_EPOCH is the time in it
"""
import datetime, hashlib, os, pathlib, sys, uuid

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

import notice


def part(name, version, home):
    words = home.removeprefix("https://github.com/").split("/")
    if len(words) == 2:
        purl = PackageURL("github", words[0], words[1], version)
    else:
        purl = PackageURL("generic", None, name.lower().replace(" ", "-").replace("'", ""), version)
    return Component(type=ComponentType.LIBRARY, name=name, version=version, purl=purl, bom_ref=str(purl))


def main(version, folder):
    errctl = Component(type=ComponentType.APPLICATION, name="errctl", version=version, bom_ref=f"errctl@{version}")
    bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"errctl@{version}#{os.environ['SOURCE_DATE_EPOCH']}"))
    bom.metadata.component = errctl
    bom.metadata.timestamp = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    linked = [part(name, found, home) for name, found, home, _ in notice.of_program(".build-static")]
    files = [
        Component(
            type=ComponentType.FILE, name=path.name, bom_ref=path.name,
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(path.read_bytes()).hexdigest())],
        )
        for path in sorted(pathlib.Path(folder).iterdir()) if path.suffix not in (".sha256", ".json") and path.name != "SHA256SUMS"
    ]
    for component in linked + files:
        bom.components.add(component)
    bom.register_dependency(errctl, linked)
    text = JsonV1Dot6(bom).output_as_string(indent=2)
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault:
        raise SystemExit(f"parts: {fault}")
    print(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
