#!/usr/bin/env python3
"""The shop's day, cut at random into 1, 3 and 17 shards, which are shuffled and merged in random groups: the summaries in every
format, the resolutions and the gates are those of one replay, byte for byte. With rules without state, with every kind of
state by a key (in parts, too), and with state without a key; with the load of retries and a simulation; foreign logs.

usage: check.py ERRCTL
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ERRCTL = Path(sys.argv[1]).resolve()
ROOT = Path(__file__).resolve().parents[3]
SHOP = ROOT / "rules/shop"

ALONE = """version: 1
categories: [ { name: busy, when: { status: 5xx } } ]
responders:
  - id: app
    rules:
      - { id: busy, when: { category: busy }, do: [ { log: "{error.id} {error.message}" } ], then: cancel }
      - { id: lost, when: { status: 404 }, do: [ { present: { title: Lost, buttons: [ { title: Again, then: retry }, { title: Stop, then: cancel } ] } } ] }
      - { id: refused, when: { status: [ 401, 403 ] }, then: abort }
"""

KEYED = """version: 1
breakers: { down: { when: { status: 5xx }, atLeast: 3, within: 1h, stays: 20m, per: operation } }
responders:
  - id: app
    rules:
      - { id: down, when: { open: down, status: 503 }, do: [ { log: "down at {error.operation}" } ], then: cancel }
      - { id: often, when: { rate: { atLeast: 3, within: 1h, per: [ origin, operation ] }, status: 4xx }, then: abort }
      - id: again
        when: { status: 5xx }
        do: [ { perform: note, throttle: { per: operation, every: 10m } } ]
        then: { retry: { maxAttempts: 3, deadline: 10m, quota: { retries: 3, within: 1h, per: operation } } }
      - { id: other, when: { domain: NSURLErrorDomain }, then: { retry: { maxAttempts: 4, per: [ operation, origin ] } } }
      - { id: as-lost, when: { status: 404 }, then: { transform: { type: Lost, message: gone } } }
"""

TOGETHER = """version: 1
breakers: { down: { when: { status: 5xx }, atLeast: 3, within: 1h, stays: 20m } }
responders:
  - id: app
    rules:
      - { id: down, when: { open: down, status: 503 }, then: cancel }
      - { id: often, when: { rate: { atLeast: 3, within: 1h }, status: 4xx }, then: continue }
      - id: ask
        when: { status: [ 401, 403 ] }
        do: [ { present: { title: Sign in, coalesce: operation, buttons: [ { title: In, then: retry }, { title: Out, then: cancel } ] } } ]
      - { id: again, when: { status: 5xx }, then: { retry: { maxAttempts: 3, quota: { tokens: 5, ratio: 0.5 } } } }
      - { id: told, do: [ { log: told, throttle: { every: 1h } } ], then: cancel }
"""

FORMATS = [
    ["--format", "text", "--kinds"],
    ["--format", "json", "--detail", "--kinds"],
    ["--format", "markdown"],
    ["--format", "html"],
    ["--format", "text", "--fail-on", "unhandled > 1 %"],
    ["--resolutions", "-"],
]
checks = failures = 0


def run(*arguments, text=None, statuses=(0, 1)):
    done = subprocess.run([ERRCTL, *map(str, arguments)], input=text, capture_output=True)
    if done.returncode not in statuses:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.returncode}: {done.stderr.decode()}")
    return done


def expect(holds, what):
    global checks, failures
    checks += 1
    if not holds:
        failures += 1
        print(f"error: {what}")


def same(whole, merged, what):
    expect((whole.returncode, whole.stdout) == (merged.returncode, merged.stdout), what)


def grouped(shards, chance, folder):
    """The same shards, some of them merged before."""
    results = list(shards)
    while len(results) > 3:
        some = [results.pop(chance.randrange(len(results))) for _ in range(chance.randint(2, 3))]
        results.append(folder / f"group-{len(list(folder.iterdir()))}")
        run("merge", *some, "--partial", results[-1])
    return results


def check(name, rules, log, options, count, seed, pieces=None, parts=1):
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if pieces is None:
            lines = log.read_bytes().splitlines(True)
            cuts = [0, *sorted(chance.randint(0, len(lines)) for _ in range(count - 1)), len(lines)]
            pieces = [(b"".join(lines[start:end]), []) for start, end in zip(cuts, cuts[1:])]
        shards = []
        for number, (text, own) in chance.sample(list(enumerate(pieces)), len(pieces)):
            shards.append(folder / f"shard-{number}")
            given = ["--stream-name", log, "--shard", number, "--partial", shards[-1], "--with-resolutions"]
            run("replay", rules, "-", *options, *own, *given, text=text)
        chance.shuffle(shards)
        results = grouped(shards, chance, folder)
        evaluated = []
        for part in range(1, parts + 1):
            evaluated.append(folder / f"part-{part}")
            run("merge", *results, "--part", f"{part}/{parts}", "--partial", evaluated[-1])
        first = next((own for _, own in pieces if own), [])
        for output in FORMATS:
            whole = run("replay", rules, log, *options, *first, *output)
            what = f"{name}: {count} shards, seed {seed}: {' '.join([*options, *output])}"
            same(whole, run("merge", *shards, *output), what)
            same(whole, run("merge", *results, *evaluated, *output), f"{what}, in groups and {parts} parts")


def check_files(name, rules, count, seed):
    """Whole files, which have no places: replayed in any order, merged in any order, they stand in that of their names."""
    chance = random.Random(seed)
    lines = (SHOP / "stream.ndjson").read_bytes().splitlines(True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        cuts = [0, *sorted(chance.sample(range(1, len(lines)), count - 1)), len(lines)]
        files = [folder / f"{number:02}.ndjson" for number in range(count)]
        for file, start, end in zip(files, cuts, cuts[1:]):
            file.write_bytes(b"".join(lines[start:end]))
        for file in chance.sample(files, count):
            run("replay", rules, file, "--partial", file.with_suffix(".partial"), "--with-resolutions")
        shards = chance.sample([file.with_suffix(".partial") for file in files], count)
        for output in (["--format", "json", "--detail"], ["--resolutions", "-"]):
            whole = run("replay", rules, *files, *output)
            same(whole, run("merge", *shards, *output), f"{name}: {count} files, shuffled: {' '.join(output)}")


def syslog(chance):
    """A night of a log without years, over the end of one."""
    lines = []
    for number in range(400):
        day = "Dec 31 23" if number < 200 else "Jan  1 00"
        what = chance.choice(["error: connection to db refused", "fatal: disk full", "served", "error: timed out"])
        lines.append(f"{day}:{number % 200 * 60 // 200:02}:{chance.randint(0, 59):02} web app[7]: {what}\n".encode())
    return lines


def pino(chance):
    return [
        f'{{"level":{chance.choice([30, 50])},"time":{1795000000000 + number * 1000},"pid":1,"hostname":"h",'
        f'"msg":"m","err":{{"type":"TimeoutError","message":"late {number}"}}}}\n'.encode()
        for number in range(300)
    ]


def foreign(work, rules):
    """Logs of other formats. The year of a piece is that of its first date."""
    chance = random.Random(5)
    lines = syslog(chance)
    log = work / "night.log"
    log.write_bytes(b"".join(lines))
    cuts = [0, 90, 200, 310, 400]
    pieces = [
        (b"".join(lines[start:end]), ["--year", "2025" if start < 200 else "2026"]) for start, end in zip(cuts, cuts[1:])
    ]
    check("syslog", rules, log, ["--input", "syslog-text"], len(pieces), 1, pieces)
    log = work / "app.log"
    log.write_bytes(b"".join(pino(chance)))
    check("pino", rules, log, [], 3, 2)
    # A table's second piece has no line with the names.
    table = b"time,level,message\n" + b"".join(b"2026-11-20T08:00:%02dZ,error,late\n" % second for second in range(60))
    lines = table.splitlines(True)
    for number, piece in enumerate([lines[:30], lines[30:]]):
        given = ["--stream-name", "t.csv", "--shard", number, "--partial", work / f"table-{number}"]
        run("replay", rules, "-", *given, text=b"".join(piece))
    merged = run("merge", work / "table-0", work / "table-1", statuses=(2,))
    expect(b"Name the format of all of them with --input." in merged.stderr, "a piece in another format is named")


def main():
    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        sets = {"shop": SHOP / "rules.yaml"}
        for name, text in [("alone", ALONE), ("keyed", KEYED), ("together", TOGETHER)]:
            sets[name] = work / f"{name}.yaml"
            sets[name].write_text(text)
        day = work / "day.ndjson"
        day.write_bytes((SHOP / "stream.ndjson").read_bytes())
        said = {name: run("partition", rules).stdout.decode() for name, rules in sets.items()}
        expect(said["alone"].startswith("Every record stands alone."), "rules without state")
        expect(said["keyed"].startswith("Records with the same operation must be evaluated together"), "rules with keys")
        expect("in one place" in said["together"] and "in one place" in said["shop"], "rules without a key")
        for count in (1, 3, 17):
            for seed in (1, 2):
                for name, rules in sets.items():
                    parts = 3 if name == "keyed" else 1
                    check(name, rules, day, [], count, seed, parts=parts)
            for name, rules in sets.items():
                check_files(name, rules, count, count)
        for name, rules in sets.items():
            for options in (
                ["--load"],
                ["--load", "--success-rate", "0.5", "--seed", "7"],
                ["--where", "{ status: 5xx }", "--redact"],
                ["--since", "2026-11-20T06:00:00Z", "--jobs", "3"],
            ):
                check(name, rules, day, options, 5, 3, parts=2)
        foreign(work, sets["alone"])
        empty = run("replay", sets["alone"], "-", "--partial", work / "empty", text=b"")
        expect(empty.returncode == 0 and b"The stream is empty." in empty.stderr, "an empty shard is not a failure")
    print(f"shards: {checks - failures} passed, {failures} failed")
    sys.exit(failures > 0)


main()
