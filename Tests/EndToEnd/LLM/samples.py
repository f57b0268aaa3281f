#!/usr/bin/env python3
"""Logs of seventeen clients of language models, kept with what is right about each error: samples.py ERRCTL RULES FOLDER

FOLDER has truth-*.tsv (client, case, category, evaluation) and samples/CLIENT-*.{records.ndjson,log,jsonl,structlog.jsonl}, whose errors stand
in one order. Counted are the categories and evaluations that are right under RULES, and the statuses, codes and messages of the logs
that are those of the records.
"""

import collections
import csv
import json
import pathlib
import subprocess
import sys

LEAST = {"records.ndjson": 0.97, "log": 0.95, "jsonl": 0.95, "structlog.jsonl": 0.95}


def lines(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def main():
    errctl, rules, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    truth = {}
    for file in folder.glob("truth-*.tsv"):
        with open(file) as rows:
            truth |= {(row["sdk"], row["case"]): (row["category"], row["verdict"]) for row in csv.DictReader(rows, delimiter="\t")}
    right, all_of, wrong = collections.Counter(), collections.Counter(), []
    read = collections.Counter()
    for recorded in sorted((folder / "samples").glob("*.records.ndjson")):
        client, part = recorded.name.removesuffix(".records.ndjson").rsplit("-", 1)
        ids = [json.loads(line)["id"].split("/", 1)[1] for line in recorded.read_text().splitlines()]
        records = lines(errctl, "inspect", str(recorded), "--records", "-")
        for kind in LEAST:
            stream = folder / "samples" / f"{client}-{part}.{kind}"
            if not stream.exists():
                continue
            found = lines(errctl, "replay", rules, str(stream), "--resolutions", "-")
            assert len(found) == len(ids), f"{stream.name}: {len(found)} errors of {len(ids)}"
            for case, resolution in zip(ids, found):
                if (wanted := truth.get((client, case))) is None:
                    continue
                told = (resolution.get("category"), resolution["evaluation"])
                all_of[kind] += 1
                right[kind] += told == wanted
                if told != wanted:
                    wrong.append(f"  {kind}: {client}, {case}: {told[0]}, {told[1]}; right is {wanted[0]}, {wanted[1]}")
            if kind == "records.ndjson":
                continue
            for record, logged in zip(records, lines(errctl, "inspect", str(stream), "--records", "-")):
                read["errors"] += 1
                read["messages"] += record["message"] == logged["message"]
                read["known statuses"] += 400 <= record.get("status", 0)
                read["statuses"] += 400 <= record.get("status", 0) and "status" in logged
                read["statuses or codes"] += 400 <= record.get("status", 0) and ("status" in logged or "code" in logged)
    for kind, number in all_of.items():
        print(f"{kind}: {right[kind]} of {number} right ({right[kind] / number:.1%})")
    print(*wrong, sep="\n")
    print(", ".join(f"{number} {name}" for name, number in read.items()))
    kept = all(right[kind] >= LEAST[kind] * number for kind, number in all_of.items())
    return 0 if kept and read["statuses or codes"] >= 0.95 * read["known statuses"] else 1


sys.exit(main())
