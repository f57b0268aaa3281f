"""Asks check-jsonschema about every file of the repository that has a schema; see check.sh."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ERRCTL, CHECKER = sys.argv[1:3]
ROOT = Path(__file__).resolve().parents[3]
KINDS = ["rule-file", "record", "resolution", "test-suite", "configuration", "mapping"]
faults = []


def fail(text):
    faults.append(text)
    print(text)


def rejected(schema, folder, names):
    """The names of the files that a schema rejects, or that can't be read."""
    found = {}
    for start in range(0, len(names), 500):
        done = subprocess.run(
            [CHECKER, "--schemafile", schema, "--output-format", "json", *names[start : start + 500]],
            cwd=folder, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"check-jsonschema ended with {done.returncode}: {done.stderr}")
        answer = json.loads(done.stdout)
        for error in answer.get("errors", []) + answer.get("parse_errors", []):
            found.setdefault(error["filename"], error.get("message", "it can't be read"))
    return found


def expect_accepted(schema, folder, names, what):
    for name, message in sorted(rejected(schema, folder, names).items()):
        fail(f"{what}: {name} is rejected: {message}")
    print(f"{what}: {len(names)} files")


def blocks():
    """What the pages show as a file, and what they say their commands print, of each page and section."""
    marker = re.compile(r"<!-- (file|run): (.*) -->")
    for page in sorted(set(ROOT.glob("docs/**/*.md")) | {ROOT / "README.md"}):
        kind = name = None
        lines = None
        for line in page.read_text().splitlines():
            if lines is not None:
                if line.startswith("```"):
                    yield page, kind, name, "\n".join(lines) + "\n"
                    kind = lines = None
                else:
                    lines.append(line)
            elif found := marker.fullmatch(line):
                kind, name = found.groups()
            elif line.startswith("```") and kind:
                lines = []


def lines_of(text, prefix, folder, index):
    """Writes the lines of a stream as a file each; their names."""
    names = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            name = f"{prefix}-{index}-{number}.json"
            (folder / name).write_text(line)
            names.append(name)
    return names


with tempfile.TemporaryDirectory() as work:
    work = Path(work)
    schemas = {}
    for kind in KINDS:
        schemas[kind] = work / f"{kind}.json"
        schemas[kind].write_bytes(subprocess.run([ERRCTL, "schema", kind], check=True, capture_output=True).stdout)
        if schemas[kind].read_bytes() != (ROOT / "schemas" / f"{kind}.json").read_bytes():
            fail(f"schemas/{kind}.json is not what errctl schema {kind} writes")
    done = subprocess.run([CHECKER, "--check-metaschema", *schemas.values()], capture_output=True, text=True)
    if done.returncode:
        fail(f"a schema is none: {done.stdout}")

    rules = [str(path.relative_to(ROOT)) for ending in ("yaml", "json") for path in ROOT.glob(f"rules/**/rules.{ending}")]
    expect_accepted(schemas["rule-file"], ROOT, rules, "rule files")

    suites = [str(path.relative_to(ROOT)) for path in ROOT.glob("rules/**/*.test.yaml")]
    for index, (page, kind, name, text) in enumerate(blocks()):
        if kind == "file" and name.endswith(".test.yaml"):
            suites.append(str(work / f"suite-{index}-{page.stem}.yaml"))
            Path(suites[-1]).write_text(text)
    expect_accepted(schemas["test-suite"], ROOT, suites, "test suites")
    broken = ['{}', '{"version": 2, "cases": []}', '{"version": 1, "cases": []}', '{"version": 1, "cases": [{"name": "a"}]}',
              '{"version": 1, "cases": [{"name": "a", "error": {"status": 1}, "expect": {"evaluation": "retri"}}]}',
              '{"version": 1, "cases": [{"name": "a", "error": {"status": 1}, "expct": {}}]}',
              '{"version": 1, "cases": [{"name": "a", "steps": [{"after": 5, "error": {}}]}]}',
              '{"version": 1, "cases": [{"name": "a", "steps": [{"error": {"status": 1}}], "error": {"status": 1}}]}',
              '{"version": 1, "cases": [{"name": "a", "table": {"columns": ["status"], "rows": [[1]]}}]}']
    names = lines_of("\n".join(broken), "no-suite", work, 0)
    for name in sorted(set(names) - set(rejected(schemas["test-suite"], work, names))):
        fail(f"a suite is accepted that is none: {(work / name).read_text()}")

    mappings = []
    for index, (page, kind, name, text) in enumerate(blocks()):
        if kind == "file" and name.endswith(".mapping.yaml"):
            mappings.append(str(work / f"mapping-{index}.yaml"))
            Path(mappings[-1]).write_text(text)
    for path in sorted((ROOT / "Tests/Fixtures/streams").glob("*")):
        if path.suffix in (".ndjson", ".log"):
            mappings.append(str(work / f"{path.name}.mapping.yaml"))
            subprocess.run([ERRCTL, "inspect", path, "--samples", "0", "--write", mappings[-1]], check=True, capture_output=True)
    expect_accepted(schemas["mapping"], ROOT, mappings, "stream mappings")
    broken = ['{}', '{"mapping": 2, "name": "a"}', '{"mapping": 1, "name": "a", "fields": {"tmie": "a"}}',
              '{"mapping": 1, "name": "a", "fields": {"time": {"from": "a", "as": "severity"}}}',
              '{"mapping": 1, "name": "a", "text": {"patterns": []}}', '{"mapping": 1, "name": "a", "text": {"patterns": "a", "continued": "no"}}',
              '{"mapping": 1, "name": "a", "errors": {"atLeast": "loud"}}', '{"mapping": 1, "name": "a", "table": {"separator": ","}}']
    names = lines_of("\n".join(broken), "no-mapping", work, 0)
    for name in sorted(set(names) - set(rejected(schemas["mapping"], work, names))):
        fail(f"a mapping is accepted that is none: {(work / name).read_text()}")

    # A section's rule files may lack keys on purpose, but then its page shows what is said of them.
    pages, records, resolutions, configurations = [], [], [], []
    for index, (page, kind, name, text) in enumerate(blocks()):
        if kind == "file" and name.endswith(".errctl.yaml"):
            configurations.append(text)
        elif kind == "file" and name.endswith((".yaml", ".json")) and ".test." not in name and re.search(r'^\W*"?version"?:', text, re.M):
            pages.append(f"page-{index}-{page.stem}.{name.rsplit('.', 1)[1]}")
            (work / pages[-1]).write_text(text)
            valid = subprocess.run([ERRCTL, "validate", work / pages[-1]], capture_output=True).stdout
            # Alone it lacks what it imports.
            if re.search(rb": error: ", valid) and b"missing-import" not in valid:
                pages.pop()
        elif kind == "file" and name.endswith(".ndjson"):
            records += lines_of(text, "record", work, index)
        elif kind == "run" and "--resolutions -" in name and "|" not in name:
            resolutions += lines_of(text, "resolution", work, index)
    expect_accepted(schemas["rule-file"], work, pages, "rule files of the pages")

    for index, path in enumerate(sorted(ROOT.glob("rules/**/stream.ndjson"))):
        records += lines_of(path.read_text(), f"stream-{path.parent.name}", work, index)
    for index, path in enumerate(sorted(ROOT.glob("rules/**/resolutions.ndjson"))):
        resolutions += lines_of(path.read_text(), f"resolutions-{path.parent.name}", work, index)
    for index, path in enumerate(sorted(ROOT.glob("Tests/EndToEnd/SeedSystems/*/*.case"))):
        sections = re.split(r"^=== ?(.*)\n", path.read_text(), flags=re.M)
        for name, text in zip(sections[1::2], sections[2::2]):
            if name == "stream":
                records += lines_of(text, f"case-{path.stem}", work, index)
            elif name == "resolutions":
                resolutions += lines_of(text, f"resolved-{path.stem}", work, index)
    # What only a running program says.
    live = ['{"id":"1","origin":"login","path":["login"],"by":{"responder":"login","connected":true},"evaluation":"retry","handled":true}',
            '{"id":"2","path":["login"],"handled":true,"events":[{"event":"Hidden","by":{"responder":"login","connected":true},"handled":true}]}']
    resolutions += lines_of("\n".join(live), "live", work, 0)
    explained = []
    for stream, ids in [("shop", range(1, 354, 9)), ("originals/hierarchy-responder", range(1, 30, 3)), ("originals/appkit-present-error", range(1, 20, 3))]:
        folder = ROOT / "rules" / stream
        for identifier in ids:
            done = subprocess.run(
                [ERRCTL, "explain", folder / "rules.yaml", "--stream", folder / "stream.ndjson", "--id", str(identifier), "--format", "json"],
                capture_output=True, text=True)
            if done.returncode == 0:
                explained += lines_of(done.stdout.replace("\n", " "), f"explained-{folder.name}", work, identifier)
    expect_accepted(schemas["record"], work, records, "records")
    expect_accepted(schemas["resolution"], work, resolutions, "resolutions")
    expect_accepted(schemas["resolution"], work, explained, "explained resolutions")
    if min(len(rules), len(pages), len(explained)) < 15 or min(len(records), len(resolutions)) < 600:
        fail("fewer files than there should be were compared")

    folder = ROOT / "Tests/RuleEngineTests/Faults"
    names = sorted(path.name for ending in ("yaml", "json") for path in folder.glob(f"*.{ending}"))
    refused = rejected(schemas["rule-file"], folder, names)
    accepted = {name.rsplit(".", 1)[0] for name in names if name not in refused}
    lines = [line.split(":", 1) for line in (ROOT / "Tests/EndToEnd/Schema/accepted-faults.txt").read_text().splitlines()
             if line and not line.startswith("#")]
    listed = {name.strip() for _, name in lines}
    for name in sorted(accepted - listed):
        fail(f"the fault {name} is accepted; tell the schema, or list it with its reason")
    for name in sorted(listed - accepted):
        fail(f"the fault {name} is rejected; take it out of accepted-faults.txt")
    print(f"faults: {len(names)} files, {len(refused)} rejected, {len(listed)} faults listed that a schema can't see")

    # Records that are none, or whose members have other types than they are read with.
    broken = ['{}', '{"id": "1"}', '[]', '"x"', '{"type": 5}', '{"type": "E", "status": "503"}', '{"message": "x", "severity": 25}',
              '{"type": "E", "retryAfter": -5}', '{"type": "E", "time": "yesterday"}', '{"problem": []}', '{"type": "E", "fatal": 1}']
    names = lines_of("\n".join(broken), "broken", work, 0)
    for name in sorted(set(names) - set(rejected(schemas["record"], work, names))):
        fail(f"a record is accepted that is none: {(work / name).read_text()}")
    broken = ['{}', '{"id": 5, "handled": true}', '{"id": "1", "handled": true, "evaluation": "stop"}', '{"id": "1", "handled": true, "why": 1}',
              '{"id": "1", "handled": true, "by": {"rule": "x"}}', '{"id": "1", "handled": true, "by": {"connected": true}}', '{"id": "1", "handled": true, "retry": {"attempt": 1}}']
    names = lines_of("\n".join(broken), "unresolved", work, 0)
    for name in sorted(set(names) - set(rejected(schemas["resolution"], work, names))):
        fail(f"a resolution is accepted that is none: {(work / name).read_text()}")

    # Configurations: the schema and errctl agree about each, of the pages, of the cases and of what is wrong with some.
    for path in sorted(ROOT.glob("Tests/errctlTests/Cases/*.case")):
        sections = re.split(r"^=== ?(.*)\n", path.read_text(errors="replace"), flags=re.M)
        configurations += [text for name, text in zip(sections[1::2], sections[2::2]) if name.endswith(".errctl.yaml")]
    configurations += (ROOT / "Tests/EndToEnd/Schema/configurations.txt").read_text().split("---\n")[1:]
    names, usable = [], set()
    rules = "version: 1\nresponders: [ { id: app, otherwise: { then: cancel } } ]\n"
    # The files that the configurations name, too.
    layers = " ".join(re.findall(r"^layers: .*", "\n".join(configurations), flags=re.M))
    for name in {"rules.yaml", *re.findall(r"[\w-]+\.yaml", layers)}:
        (work / name).write_text(rules)
    for index, text in enumerate(configurations):
        names.append(f"configuration-{index}.yaml")
        (work / names[-1]).write_text(text)
        done = subprocess.run([ERRCTL, "validate", "--config", names[-1], "rules.yaml"], cwd=work, capture_output=True)
        if done.returncode in (0, 1):
            usable.add(names[-1])
    refused = rejected(schemas["configuration"], work, names)
    for name in names:
        if (name in refused) == (name in usable):
            fail(f"errctl {'reads' if name in usable else 'refuses'} this configuration, its schema does not:\n{(work / name).read_text()}")
    print(f"configurations: {len(usable)} accepted, {len(refused)} rejected")
    if min(len(usable), len(refused)) < 12:
        fail("fewer configurations than there should be were compared")

print(f"schemas: {len(faults)} failed")
sys.exit(1 if faults else 0)
