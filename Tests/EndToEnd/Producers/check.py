#!/usr/bin/env python3
"""Samples of real producers, read by hand, beside what errctl reads in them.

    Tests/EndToEnd/Producers/check.py ERRCTL FOLDER [EXPECTED]

FOLDER has the samples of EXPECTED, without it of the file expected.tsv here. Each is inspected and replayed: both count the
same, and find what is written down. A line `@NAME VALUE` of that file says which samples it has: `@day` is the day of their
times, `@facts` what is told of each error besides its type, and `@files` a pattern of their names, `*.log` without it.
"""

import collections
import concurrent.futures
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RULES = "version: 1\nresponders: [ { id: app, otherwise: { then: abort } } ]\n"
BOTH = ("lines", "records", "notErrors", "rejected", "tooLong", "truncated", "blank", "inner", "passedOver", "continued", "joined", "completed")


class Reading(collections.namedtuple("Reading", "format untimed first last rejected errors")):
    """What is read in a log: its format, its errors and their times, and how many lines are rejected at most."""

    @staticmethod
    def of(columns):
        format, untimed, first, last, rejected, errors = columns[:6]
        counts = collections.Counter()
        for part in filter(None, errors.split(", ")):
            count, name = part.split(" ", 1)
            counts[name] = int(count)
        return Reading(format, int(untimed), first, last, int(rejected), counts)

    @property
    def line(self):
        errors = ", ".join(f"{count} {name}" for name, count in sorted(self.errors.items()))
        return "\t".join([self.format, str(self.untimed), self.first, self.last, str(self.rejected), errors])

    def meets(self, other):
        """Whether this is what the other one asks for: at most as many lines are rejected, all else is the same."""
        return self.rejected <= other.rejected and self._replace(rejected=0) == other._replace(rejected=0)


def expectations(path):
    """Each sample with what is right, and, where errctl differs, with what it reads and why; and what is said of them all."""
    samples, settings = {}, {"day": "2026-11-27", "facts": "", "files": "*.log"}
    for line in path.read_text().splitlines():
        if line.startswith("#") or not line:
            continue
        if line.startswith("@"):
            setting, settings[setting] = line[1:].split(" ", 1)[0], line[1:].split(" ", 1)[1]
            continue
        name, *columns = line.split("\t")
        if name:
            right, samples[name] = Reading.of(columns), None
            samples[name] = (right, None, "")
            latest = name
        else:
            samples[latest] = (samples[latest][0], Reading.of(columns), columns[6])
    return samples, settings


def name(record, facts=()):
    """What an error is counted as: its type, with its code, or its status, code or severity; with its causes and these facts."""
    if record.get("completed"):
        return "completed"
    own = record.get("type") or record.get("status") or record.get("code") or record.get("severity") or "error"
    if "type" in record and "code" in record:
        own = f"{own} {record['code']}"
    causes = " ".join(str(name(cause)) for cause in record.get("underlying", []))
    return (f"{own}({causes})" if causes else str(own)) + "".join(told(record, own, facts))


def told(record, own, facts):
    """The facts that a record has, if it is not counted as them: ` status=503`, ` fatal`."""
    known = record | {"request": record.get("attributes", {}).get("request")}
    for fact in facts:
        value = known.get(fact)
        if value is True:
            yield f" {fact}"
        elif isinstance(value, (str, int)) and str(value) != str(own):
            yield f" {fact}={value}"


def clock(time, day):
    """The time of day, to the millisecond, of a time of that day; any other time as it is."""
    if time is None:
        return ""
    moment = datetime.datetime.fromisoformat(time.replace("Z", "+00:00"))
    if str(moment.date()) != day:
        return time
    return moment.strftime("%H:%M:%S") + (f".{moment.microsecond // 1000:03}" if moment.microsecond // 1000 else "")


def run(*command):
    """The JSON that a command prints; nothing if it finds nothing that it can read."""
    result = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"SWIFT_BACKTRACE": "enable=no"})
    if result.returncode not in (0, 2):
        raise RuntimeError(f"{' '.join(map(str, command))} ended with {result.returncode}: {result.stderr.strip()}")
    return json.loads(result.stdout) if result.stdout else None


def read(errctl, log, *options, day="2026-11-27", facts=()):
    """What errctl reads in a log, and what inspect and replay count differently."""
    with tempfile.TemporaryDirectory() as folder:
        rules, written = pathlib.Path(folder) / "rules.yaml", pathlib.Path(folder) / "records"
        rules.write_text(RULES)
        written.touch()
        inspected = run(errctl, "inspect", log, "--format", "json", "--samples", "0", "--records", written, *options)
        replayed = run(errctl, "replay", rules, log, "--format", "json", *options)
        records = [json.loads(line) for line in written.read_text().splitlines()]
    counts, times = inspected["ledger"], inspected.get("times") or {}
    reading = Reading(
        inspected.get("format") or "unknown",
        sum("time" not in record for record in records),
        clock(times.get("first"), day),
        clock(times.get("last"), day),
        counts["rejected"],
        collections.Counter(name(record, facts) for record in records),
    )
    return reading, list(differences(inspected, replayed, len(records)))


def differences(inspected, replayed, written):
    """What inspect, replay and the written records do not agree on."""
    counts = inspected["ledger"]
    if written != counts["records"] + counts.get("completed", 0):
        yield f"inspect counts {counts['records']} errors, and writes {written} records"
    if replayed is None:
        if counts["records"]:
            yield f"inspect counts {counts['records']} errors, replay reads nothing"
        return
    for key in BOTH:
        if counts.get(key, 0) != replayed["ledger"].get(key, 0):
            yield f"inspect counts {counts.get(key, 0)} {key}, replay {replayed['ledger'].get(key, 0)}"
    one, other = ([it.get("times", {}).get(end) for end in ("first", "last")] for it in (inspected, replayed))
    # The account of a replay begins with the first completed operation, the times of inspect are of errors.
    if written and not counts.get("completed") and one != other:
        yield f"inspect has errors from {one[0]} to {one[1]}, replay from {other[0]} to {other[1]}"


def judge(errctl, sample, expected, file, settings):
    """What is said about a sample, and whether it is as expected."""
    right, known, reason = expected
    reading, faults = read(errctl, file, "--year", "2026", day=settings["day"], facts=settings["facts"].split())
    if faults:
        return False, f"{sample}: " + "; ".join(faults)
    if reading.meets(right):
        return known is None, "" if known is None else f"{sample} is read as it should be: delete the line that says it differs"
    if known is not None and reading.meets(known):
        return True, f"{sample} differs: {reason}"
    return False, f"{sample}\n  right: {right.line}\n  reads: {reading.line}"


def main():
    errctl, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    listed = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else HERE / "expected.tsv"
    samples, settings = expectations(listed)
    ending = pathlib.Path(settings["files"]).suffix
    files = {str(path.relative_to(folder)).removesuffix(ending): path for path in folder.rglob(settings["files"]) if path.is_file()}
    unlisted = set(files) ^ set(samples)
    for sample in sorted(unlisted):
        print(f"{sample} is {'not there' if sample in samples else f'not in {listed.name}'}")
    present = sorted(set(samples) - unlisted)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda sample: judge(errctl, sample, samples[sample], files[sample], settings), present))
    for _, text in results:
        if text:
            print(text)
    failed = sum(not met for met, _ in results)
    differing = sum(met and bool(text) for met, text in results)
    errors = sum(right.errors.total() - right.errors["completed"] for right, _, _ in samples.values())
    print(f"samples: {len(results) - failed - differing} of {len(results)} read as by hand ({errors} errors), {differing} differ as known, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
