#!/usr/bin/env python3
"""Writes the first inputs of a fuzz target to Fuzz/corpus/<target>, from the patterns of the tests.

    scripts/seed-fuzz-corpus.py patterns
"""

import hashlib
import json
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def patterns():
    for line in (ROOT / "Tests/Fixtures/Patterns/catastrophic-patterns.jsonl").read_text().splitlines():
        case = json.loads(line)
        yield case["pattern"], case["prefix"] + case["pump"] * 5 + case["suffix"]
    for path in sorted((ROOT / "Tests/PatternsTests").rglob("*.swift")):
        for literal in re.findall(r'"((?:[^"\\\n]|\\.)*)"', path.read_text()):
            yield literal.replace("\\\\", "\\"), "aé 0\n_timeout"
    for path in sorted((ROOT.parent / "shared/data/rust-regex-testdata/testdata").rglob("*.toml")):
        for case in tomllib.loads(path.read_text()).get("test", []):
            regexes = case["regex"] if isinstance(case["regex"], list) else [case["regex"]]
            for regex in regexes:
                yield regex, case["haystack"]


def main():
    if sys.argv[1:] != ["patterns"]:
        sys.exit(__doc__)
    folder = ROOT / "Fuzz/corpus/patterns"
    folder.mkdir(parents=True, exist_ok=True)
    seeds = set()
    for index, (pattern, text) in enumerate(patterns()):
        data = bytes([index % 64 if index % 3 == 0 else index & 8]) + pattern.encode() + b"\xff" + text.encode()
        if len(data) <= 256:
            seeds.add(data)
    for data in seeds:
        (folder / hashlib.sha1(data).hexdigest()[:16]).write_bytes(data)
    print(f"{len(seeds)} inputs in {folder.relative_to(ROOT)}")


main()
