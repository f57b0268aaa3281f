#!/usr/bin/env python3
"""How many instructions a record costs, a kilobyte of other logs, and a start, counted by callgrind; today's stand in
thresholds.json.

    Tests/EndToEnd/Instructions/check.py ERRCTL                   fails where one is 5 % above or below its threshold
    UPDATE_GOLDENS=1 Tests/EndToEnd/Instructions/check.py ERRCTL  writes this toolchain's thresholds, and fails

Two replays of the benchmark's reference stream, one of 20,000 records and one of 60,000: start, load and most of the
filling of caches are in both and cancel out. The same for a flat, a nested and a text format, whose streams are the benchmark's
of formats, a tenth of their records errors. A start is a whole replay of 10 records with 100 rules, or of a kilobyte of text. Counts depend on the
compiler, so thresholds are those of one toolchain; for another there are none, and the counts are only shown. They
hardly depend on the machine (libc picks its routines by the processor).
"""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BENCHMARKS = HERE.parents[2] / "Benchmarks"
sys.path[:0] = [str(BENCHMARKS / "replay"), str(BENCHMARKS / "formats")]

import rules
import stream
import streams
from measure import instructions

THRESHOLDS = HERE / "thresholds.json"
TOLERANCE = 0.05
FEW, FEWER, MORE = 10, 20_000, 60_000
MODES = {"summary": [], "resolutions": ["--resolutions", "/dev/null"], "kinds": ["--kinds"]}
# What counting the kinds of errors may add to a record: 8.9 % before a kind had a code or a status, 11.1 % since.
MOST_FOR_KINDS = 0.12
FORMATS = ["ecs", "otlp", "access"]
FEW_BYTES, FEWER_BYTES, MORE_BYTES = 1_000, 200_000, 600_000


def toolchain():
    version = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    return re.search(r"Swift version (\S+)", version)[1] + " " + platform.machine()


def counts(errctl, folder):
    rule_file = folder / "rules.yaml"
    rules.write(rules.rule_set(100), rule_file)
    paths = {records: folder / f"{records}.ndjson" for records in (FEW, FEWER, MORE)}
    whole = stream.block(("reference", 1, 0, MORE)).splitlines(keepends=True)
    for records, path in paths.items():
        path.write_bytes(b"".join(whole[:records]))
    few = paths.pop(FEW)
    found = {"start": instructions([errctl, "replay", str(rule_file), str(few), "--jobs", "1"], folder)}
    for mode, options in MODES.items():
        fewer, more = (
            instructions([errctl, "replay", str(rule_file), str(path), "--jobs", "1", *options], folder)
            for path in paths.values()
        )
        found[mode] = round((more - fewer) / (MORE - FEWER))
    for format in streams.ALL:
        if format.name in FORMATS:
            found[format.name] = of_format(format, errctl, rule_file, folder)
        if format.name == "access":
            few = folder / "few.log"
            streams.write(format, few, FEW_BYTES, errors=0.1)
            command = [errctl, "replay", str(rule_file), str(few), "--jobs", "1"]
            found["start of a text log"] = instructions(command, folder)
    return found


def of_format(format, errctl, rule_file, folder):
    """Instructions a thousand bytes."""
    counted = []
    for size in (FEWER_BYTES, MORE_BYTES):
        path = folder / f"{format.name}-{size}"
        streams.write(format, path, size, errors=0.1)
        command = [errctl, "replay", str(rule_file), str(path), "--jobs", "1"]
        counted.append((path.stat().st_size, instructions(command, folder)))
    (fewer_bytes, fewer), (more_bytes, more) = counted
    return round(1_000 * (more - fewer) / (more_bytes - fewer_bytes))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not shutil.which("valgrind"):
        print("this needs valgrind")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        found = counts(sys.argv[1], pathlib.Path(folder))
    name = toolchain()
    thresholds = json.loads(THRESHOLDS.read_text()) if THRESHOLDS.exists() else {}
    if os.environ.get("UPDATE_GOLDENS"):
        THRESHOLDS.write_text(json.dumps(thresholds | {name: found}, indent=2, sort_keys=True) + "\n")
        sys.exit(f"instructions: {found} written for {name}; look at the difference and run again")
    failed = False
    for mode, count in found.items():
        threshold = thresholds.get(name, {}).get(mode)
        unit = "in all" if mode.startswith("start") else "a kilobyte" if mode in FORMATS else "a record"
        line = f"instructions: {count:,} {unit} ({mode})"
        if threshold is None:
            print(f"{line}; no threshold for {name}")
            continue
        change = count / threshold - 1
        print(f"{line}, {change:+.1%} against {threshold:,}")
        if abs(change) > TOLERANCE:
            failed = True
            print("  " + ("what made it slower?" if change > 0 else "faster: write it down with UPDATE_GOLDENS=1"))
    added = found["kinds"] / found["summary"] - 1
    print(f"instructions: --kinds adds {added:.1%} to a record, of {MOST_FOR_KINDS:.0%} that it may")
    sys.exit(1 if failed or added > MOST_FOR_KINDS else 0)


main()
