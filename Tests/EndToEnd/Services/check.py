"""Services of systemd, as its managers 252.38 and 257.13 of Debian treated them, and as errctl reads their unit files and journals.

decisions.tsv  how a service ended, and whether it was started again (RestartSec=1h, so that the result could be read)
settings.tsv   lines of a unit, and whether the manager ignored one of them or refused the unit
limits.tsv     whether the start limit ended the restarts of a program that ends at once, within 13 or 60 s
sequences.tsv  the starts of programs that fail after runs of several lengths, and whether the last one was refused
journal-*      what the manager told of 25 services, in two of journalctl's styles

The tables are a part of what was measured, without rows that depend on timing, and without those near a limit.
"""

import collections
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from replaying import resolutions, together

ERRCTL = sys.argv[1]
HERE = pathlib.Path(__file__).resolve().parent
NEWEST = "257"
differences = []


def table(name):
    with open(HERE / name) as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def run(*arguments):
    return subprocess.run([ERRCTL, *map(str, arguments)], capture_output=True, text=True)


def findings(units):
    """The codes of the findings about each of the unit files, of which the version of systemd and the text are given."""
    codes = [set() for _ in units]
    for system in {system for system, _ in units}:
        with tempfile.TemporaryDirectory() as folder:
            for number, (other, text) in enumerate(units):
                if other == system:
                    (pathlib.Path(folder) / f"shop{number}.service").write_text(text)
            output = run("validate", folder, "--system", system, "--format", "json").stdout
        for finding in json.loads(output)["diagnostics"]:
            codes[int(re.search(r"shop(\d+)\.service", finding["file"])[1])].add(finding["code"])
    return codes


def decisions():
    units = collections.defaultdict(list)
    lists = {"success": "SuccessExitStatus", "prevent": "RestartPreventExitStatus", "force": "RestartForceExitStatus"}
    for row in table("decisions.tsv"):
        lines = ["[Service]", f"Type={row['type']}", "ExecStart=/bin/shop", f"Restart={row['restart']}"]
        lines += [f"{key}={row[name]}" for name, key in lists.items() if row[name]]
        units[row["system"], "\n".join(lines) + "\n"].append(row)
    refused = [unit for unit, rows in units.items() if rows[0]["restarts"] == "refused"]
    for (system, unit), codes in zip(refused, findings(refused), strict=True):
        if "faulty-policy" not in codes:
            differences.append(f"systemd {system} refuses this, and errctl does not: {unit!r}")
    together(lambda item: decide(*item[0], item[1]), [item for item in units.items() if item[0] not in refused])
    print(f"{sum(map(len, units.values()))} ends of {len(units)} services")


def decide(system, unit, rows):
    """What errctl decides about the ends of a service."""
    records = []
    for index, row in enumerate(rows):
        # Far from each other, so that no start limit counts them together.
        record = {"time": 3600 * index, "origin": "shop.service", "domain": row["result"]}
        if row["code"]:
            record["code"] = row["code"] if row["code"].startswith("SIG") else int(row["code"])
        if row["job"]:
            record["attributes"] = {"job": row["job"]}
        records.append(record)
    found = resolutions(ERRCTL, "shop.service", unit, records, "--system", system)
    for row, record, resolution in zip(rows, records, found, strict=True):
        restarts = "yes" if resolution["evaluation"] == "retry" else "no"
        if restarts != row["restarts"]:
            differences.append(f"systemd {system}, {unit!r}, {record}: restarted {row['restarts']}, errctl {restarts}")


def settings():
    rows = table("settings.tsv")
    units = []
    for row in rows:
        lines = json.loads(row["lines"])
        units.append((row["system"], lines + ("" if "[Service]" in lines else "\n[Service]\nExecStart=/bin/shop\n")))
    for row, codes in zip(rows, findings(units), strict=True):
        found = "faulty-policy" in codes
        if found != bool(row["says"]):
            differences.append(f"systemd {row['system']}, {row['lines']}: {row['says'] or 'read'}, errctl {'rejects' if found else 'reads'} it")
    print(f"{len(rows)} settings")


def limits():
    rows = table("limits.tsv")
    units = []
    for row in rows:
        unit = f"[Unit]\nStartLimitBurst={row['burst']}\nStartLimitIntervalSec={row['interval']}\n"
        units.append((NEWEST, unit + f"[Service]\nExecStart=/bin/shop\nRestart=always\nRestartSec={row['restart_sec']}\n"))
    for row, (_, unit), codes in zip(rows, units, findings(units), strict=True):
        reached = "no" if codes & {"limit-never-reached", "limit-off"} else "yes"
        if reached != row["reached"]:
            differences.append(f"{unit!r}: the limit was reached {row['reached']}, errctl says {reached}")
    print(f"{len(rows)} limits")


def sequences():
    """Each failure is due to start again after the delay, as the next start shows; the one before a refused start is the last."""
    rows = table("sequences.tsv")

    def check(row):
        unit = f"[Unit]\nStartLimitBurst={row['burst']}\nStartLimitIntervalSec={row['interval']}\n"
        unit += f"[Service]\nExecStart=/bin/shop\nRestart=always\nRestartSec={row['restart_sec']}\n"
        starts = [float(start) for start in row["starts"].split()]
        ends = [start - float(row["restart_sec"].removesuffix("ms")) / 1000 for start in starts[1:]]
        expected = ["retry"] * len(ends)
        if row["reached"] == "yes":
            ends.append(starts[-1] + float(row["last_run"]))
            expected.append("abort")
        records = [
            {"time": 1e9 + end, "origin": "shop.service", "domain": "exit-code", "code": 1, "lasted": round(end - start, 6)}
            for start, end in zip(starts, ends)
        ]
        decided = [found["evaluation"] for found in resolutions(ERRCTL, "shop.service", unit, records)]
        if decided != expected:
            differences.append(f"{row}: errctl {decided}")

    together(check, rows)
    print(f"{len(rows)} sequences of starts")


def errors(stream):
    """The records of the errors that errctl finds."""
    output = run("inspect", stream, "--records", "-").stdout
    return [json.loads(line) for line in output.splitlines()]


def journals():
    """Each end of a process that the journal tells is the code of one error of its unit."""
    told = 0
    for name in ["journal-252.log", "journal-257.ndjson"]:
        ends = collections.Counter()
        for line in (HERE / name).read_text().splitlines():
            message = json.loads(line)["MESSAGE"] if line.startswith("{") else line.split("]: ", 1)[-1]
            end = re.match(r"(\S+): (?:Main|Control) process exited, code=(\w+), status=(\d+)/(\S+)", message)
            if end:
                unit, how, status, word = end.groups()
                ends[unit, int(status) if how == "exited" else f"SIG{word}"] += 1
        found = collections.Counter(
            (record["origin"], record["code"]) for record in errors(HERE / name) if "code" in record and record.get("domain") != "NSPOSIXErrorDomain"
        )
        if found != ends:
            differences.append(f"{name}: told and not found {ends - found}, found and not told {found - ends}")
        told += ends.total()
    print(f"{told} ends in 2 journals")


for part in [decisions, settings, limits, sequences, journals]:
    part()
for difference in differences[:40]:
    print(difference)
print(f"{len(differences)} differences")
sys.exit(1 if differences else 0)
