#!/usr/bin/env python3
"""Writes what a fuzz target begins with: links to the repository's fixtures, and a dictionary of its language's words.

    Fuzz/seeds.py TARGET FOLDER     the seeds, into FOLDER, and FOLDER.dict
"""

import gzip
import hashlib
import json
import pathlib
import re
import shlex
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCHEMAS = {
    "rule-files": "rule-file", "suites": "test-suite", "mappings": "mapping", "streams": "record", "commands": "rule-file",
}


def texts_of(path):
    """The files inside a command line's case, by name, and its command."""
    for part in re.split(r"^=== ", path.read_text(), flags=re.M)[1:]:
        head, _, text = part.partition("\n")
        yield head.removeprefix("file ").strip(), text


def cases():
    for path in sorted((ROOT / "Tests/errctlTests/Cases").glob("*.case")):
        yield from texts_of(path)


def files(*globs):
    for glob in globs:
        yield from sorted(ROOT.glob(glob))


def patterns():
    found = []
    for line in (ROOT / "Tests/Fixtures/Patterns/catastrophic-patterns.jsonl").read_text().splitlines():
        case = json.loads(line)
        found.append((case["pattern"], case["prefix"] + case["pump"] * 5 + case["suffix"]))
    for path in files("Tests/PatternsTests/**/*.swift"):
        for literal in re.findall(r'"((?:[^"\\\n]|\\.)*)"', path.read_text()):
            found.append((literal.replace("\\\\", "\\"), "aé 0\n_timeout"))
    for index, (pattern, text) in enumerate(found):
        options = index % 64 if index % 3 == 0 else index & 8
        yield bytes([options]) + pattern.encode() + b"\xff" + text.encode()


def rule_files():
    yield from files("rules/**/rules.yaml", "Tests/RuleEngineTests/Faults/*.yaml", "Tests/ChecksTests/Fixes/*.yaml")
    for name, text in cases():
        if re.search(r"^\s*\"?version\"?:", text, flags=re.M) and name.endswith((".yaml", ".json")):
            yield text.encode()


def streams():
    fixtures = [path for path in files("Tests/Fixtures/streams/*") if path.suffix not in (".sh", ".py", ".records")]
    yield from fixtures
    for path in fixtures[:5]:
        yield gzip.compress(path.read_bytes()[:2_000], mtime=0)
    for name, text in cases():
        if name.endswith((".ndjson", ".log", ".json", ".txt")):
            yield text.encode()


def mappings():
    for name, text in cases():
        if name.endswith(".mapping.yaml"):
            yield text.encode()


def suites():
    for path in files("rules/**/*.test.yaml", "Tests/MutationTests/Operators/*.test.yaml"):
        rules = path.with_name(path.name.replace(".test.", "."))
        yield path.read_bytes() + (b"\xff" + rules.read_bytes() if rules.exists() else b"")


def policies():
    for name, text in cases():
        if name.endswith((".service", ".cfg", ".conf", ".json", ".yaml", ".yml")) and "responders" not in text:
            yield text.encode()


def commands():
    rules = (ROOT / "rules/shop/rules.yaml").read_bytes()
    for number, path in enumerate(files("Tests/Fixtures/streams/*")):
        if path.suffix not in (".sh", ".py", ".records"):
            yield bytes([number % 15]) + rules + b"\xff" + path.read_bytes()[:4_000]
    for number, text in enumerate(text for name, text in cases() if name == "rules.yaml"):
        yield bytes([number % 15]) + text.encode()


def requests():
    return ()


def command_lines():
    for name, text in cases():
        if name != "command":
            continue
        for line in re.findall(r"^errctl ([^|;<>&$`]*)", text, flags=re.M):
            try:
                yield "\n".join(shlex.split(line)).encode()
            except ValueError:
                pass


def words(target):
    """Of the language, from its schema or its reference."""
    if target == "command-line":
        text = (ROOT / "docs/reference/errctl.md").read_text()
        return set(re.findall(r"--[a-z][a-z-]+|(?<=errctl )[a-z]+", text)) | {"rules.yaml", "stream.ndjson", "app.log"}
    if target == "patterns":
        return {"(?i)", "(?:", "(?P<a>", "\\b", "\\p{L}", "[[:alpha:]]", "{2,5}", "*?", "\\x{10FFFF}", "**/", "[^a-z]"}
    if target == "requests":
        return {"GET", "HTTP/1.1", "Host: ", "Origin: ", "Cookie: ", "Upgrade: websocket", "Connection: Upgrade", "chunked"}
    if target == "policies":
        grammars = "".join(path.read_text() for path in files("Sources/policies/Policies/Grammars/*.swift"))
        return set(re.findall(r'"([A-Za-z][\w.-]{2,40})"', grammars))
    found = set()

    def walk(node):
        if isinstance(node, dict):
            found.update(node.get("properties", {}))
            found.update(value for value in node.get("enum", []) if isinstance(value, str))
            if isinstance(node.get("const"), str):
                found.add(node["const"])
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(json.loads((ROOT / f"schemas/{SCHEMAS[target]}.json").read_text()))
    return found


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(globals()[{"command-line": "command_lines"}.get(target, target.replace("-", "_"))]()):
        if isinstance(seed, pathlib.Path):
            (folder / f"{number}-{seed.name}").symlink_to(seed)
        else:
            (folder / hashlib.sha1(seed).hexdigest()[:16]).write_bytes(seed)
    lines = []
    for word in sorted(words(target)):
        if 0 < len(word) <= 60:
            shown = "".join(c if 0x20 <= ord(c) < 0x7F and c not in '"\\' else "".join(f"\\x{b:02X}" for b in c.encode()) for c in word)
            lines.append(f'"{shown}"\n')
    folder.with_name(folder.name + ".dict").write_text("".join(lines))


main()
