"""Whether all decide the same, asked before anything is timed. The first difference ends the benchmark."""

import itertools
import json
import sys

import measure
from bench import HERE, SAMPLE, say


def check(bench, counts, variants, state, peers):
    """`counts`: the rule sets that the rows need; `variants`: the streams; `peers`: whether to ask DuckDB, jq, Miller."""
    for count in sorted(counts):
        decisions(bench, count, peers=peers)
        if count <= 1_000 and peers:
            totals(bench, count)
    for variant in sorted(set(variants) - {"reference"}):
        decisions(bench, 100, variant, peers=False)
    if state and bench.lacks_state:
        say(f"not compared, 100 rules with state: {bench.lacks_state}")
    elif state:
        decisions(bench, 100, state=True, peers=False)
    same_bytes(bench, state and not bench.lacks_state)


def decisions(bench, count, variant="reference", state=False, peers=True):
    """The rule of each of the first 20,000 records: the reference's, errctl's, DuckDB's; jq's and Miller's of 100 rules."""
    sample = bench.first(SAMPLE, variant)
    reference = [sys.executable, str(HERE / "reference.py"), str(bench.rules(count, state, ".json")), str(sample)]
    expected = measure.output(reference).splitlines()
    found = {"errctl": answers(bench.replay(bench.rules(count, state), sample, 1, "--resolutions", "-"))}
    if peers:
        found["DuckDB"] = measure.output(bench.duckdb(count, sample, 2, "case", "--decisions")).splitlines()
        if count == 100:
            found["jq"] = measure.output(bench.jq(count, sample)).splitlines()
            found["Miller"] = measure.output(bench.miller(count, sample)).splitlines()
    for name, rules in found.items():
        for number, (theirs, right) in enumerate(itertools.zip_longest(rules, expected)):
            if theirs != right:
                with sample.open(encoding="utf-8") as file:
                    line = next(itertools.islice(file, number, None), "")
                sys.exit(
                    f"{name} decides otherwise with {bench.rules(count, state).name} at record {number + 1} of {sample}:"
                    f" {theirs}, the reference {right}\n{line}"
                )
    matched = sum(rule != "-" for rule in expected) / len(expected)
    what = f"{count} rules{' with state' if state else ''}, {bench.name if bench.drawn else variant} stream"
    say(f"same decisions: {what}, {len(expected):,} records ({matched:.0%} matched): reference, {', '.join(found)}")


def answers(command):
    """The rule that each resolution names, or that it is ignored."""
    deciders = [json.loads(line).get("by", {}) for line in measure.output(command).splitlines()]
    return [by.get("rule") or by.get("ignore") or "-" for by in deciders]


def totals(bench, count):
    """The count of every rule on the whole stream, errctl's and DuckDB's in both shapes."""
    summary = json.loads(measure.output(bench.replay(bench.rules(count), bench.stream(), 2, "--format", "json")))
    ours = {station["rule"]: station["answered"] for station in summary["stations"] if station["answered"]}
    ours["-"] = summary["unhandled"]
    for shape in ("case", "join"):
        lines = measure.output(bench.duckdb(count, bench.stream(), 2, shape)).splitlines()
        theirs = {rule: int(number) for rule, number in map(str.split, lines)}
        for rule in sorted({*ours, *theirs}):
            if ours.get(rule, 0) != theirs.get(rule, 0):
                sys.exit(f"{count} rules: {rule} answers {ours.get(rule, 0)} records, DuckDB ({shape}) says {theirs.get(rule, 0)}")
    if sum(ours.values()) != bench.records:
        sys.exit(f"{count} rules: {sum(ours.values())} answers for {bench.records} records")
    say(f"same counts: {count} rules, {bench.records:,} records: errctl, DuckDB in both shapes")


def same_bytes(bench, state):
    """Resolutions are the same bytes for any number of jobs."""
    for with_state in (False, True) if state else (False,):
        rules, sample = bench.rules(100, with_state), bench.first(SAMPLE)
        one, two = (measure.output(bench.replay(rules, sample, jobs, "--resolutions", "-")) for jobs in (1, 2))
        if not one or one != two:
            sys.exit(f"--jobs 1 and --jobs 2 write different resolutions for {rules} {sample}")
    say(f"same bytes: --jobs 1 and --jobs 2, {bench.name}")
