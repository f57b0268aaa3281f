"""Replay, side by side with DuckDB and simdjson. docs/performance.md says what each row is.

    ./dev bench replay [--quick] [--rows duckdb,start] [--pairs N] [--records N] [--errctl FILE]

Checks first that all decide the same, then prints the table; exits with 1 where a must is missed. The numbers also
go to results.json in the cache folder.
"""

import argparse
import json
import os
import pathlib
import sys
import time

import measure
from bench import HERE, SAMPLE, Bench, say
from check import check
from rows import ROWS, verdict

ROOT = HERE.parent.parent


def options():
    parser = argparse.ArgumentParser(prog="./dev bench replay", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="3 pairs, best of 3, 200,000 records, where not said otherwise")
    parser.add_argument("--rows", help="keys or their beginnings, with commas: " + ", ".join(ROWS))
    parser.add_argument("--pairs", type=int, help="rounds of each comparison (9)")
    parser.add_argument("--records", type=int, help="length of the streams (1,000,000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--errctl", default=str(ROOT / ".build-static" / "errctl"), help="another build of it")
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / ".build-bench")
    parser.add_argument("--no-check", action="store_true", help="time without comparing decisions; the table says so")
    parser.add_argument("--check-only", action="store_true", help="compare decisions, time nothing")
    parser.add_argument("--no-context", action="store_true", help="leave jq, Miller, wc and cat out")
    return parser.parse_args()


def chosen(text):
    if not text:
        return list(ROWS.values())
    keys = set()
    for beginning in text.split(","):
        found = [beginning] if beginning in ROWS else [key for key in ROWS if key.startswith(beginning)]
        if not found:
            sys.exit(f"no row begins with “{beginning}”; there are: {', '.join(ROWS)}")
        keys.update(found)
    return [row for key, row in ROWS.items() if key in keys]


def figure(value, unit):
    return {"×": f"{value:.3f}" if value < 1 else f"{value:.2f}", "s": f"{value:.3f} s"}.get(unit, f"{value:.1f} {unit}")


def context_lines(bench):
    """What the numbers stand beside: not compared row by row."""
    sample = bench.first(SAMPLE)
    size = bench.stream().stat().st_size
    for name, command, records in (
        ("jq, 100 rules", bench.jq(100, sample), SAMPLE),
        ("Miller, 100 rules", bench.miller(100, sample), SAMPLE),
        ("simdjson, fields only, 1 thread", bench.simdjson(bench.stream(), 1), bench.records),
        ("wc -l", ["wc", "-l", str(bench.stream())], bench.records),
        ("cat", ["cat", str(bench.stream())], bench.records),
    ):
        seconds = measure.best(command, 3)
        records = min(records, bench.records)
        rate = size * records / bench.records / seconds / 1e6
        yield {"name": name, "nanosecondsARecord": seconds / records * 1e9, "megabytesASecond": rate}


def main():
    asked = options()
    bench = Bench(
        errctl=os.path.abspath(asked.errctl),
        cache=asked.cache.resolve(),
        records=max(asked.records or (200_000 if asked.quick else 1_000_000), SAMPLE),
        seed=asked.seed,
        pairs=asked.pairs or (3 if asked.quick else 9),
        best_of=3 if asked.quick else 7,
    )
    rows = chosen(asked.rows)
    where = measure.machine()
    if not asked.no_check:
        counts, variants = {n for row in rows for n in row.needs}, {v for row in rows for v in row.variants}
        check(bench, counts, variants, state=any(row.state for row in rows))
    if asked.check_only:
        return

    size = bench.stream().stat().st_size / bench.records
    print(f"\n{bench.records:,} records of {size:.0f} bytes; {bench.pairs} alternating pairs, best of {bench.best_of}; {where}")
    if asked.no_check:
        print("decisions were not compared (--no-check)")
    print(f"\n{'row':14} {'median':>10}  {'quartiles':>21}  {'must':>8} {'aim':>8}  {'met':7} what")
    results = []
    for row in rows:
        if row.state and bench.lacks_state:
            print(f"{row.key:14} not run: {bench.lacks_state}")
            results.append({"row": row.key, "title": row.title, "met": "MISSED", "notes": [bench.lacks_state]})
            continue
        result = row.measure(bench)
        spread = measure.Spread(result.samples)
        met = verdict(row, spread)
        quartiles = "" if len(result.samples) == 1 else f"{figure(spread.lower, row.unit)} … {figure(spread.upper, row.unit)}"
        must, aim = ("" if wanted is None else figure(wanted, row.unit) for wanted in (row.must, row.aim))
        print(
            f"{row.key:14} {figure(spread.median, row.unit):>10}  {quartiles:>21}  {must:>8} {aim:>8}"
            f"  {met:7} {row.title}",
            flush=True,
        )
        for note in result.notes:
            print(f"{'':14} {note}", flush=True)
        results.append(
            {"row": row.key, "title": row.title, "unit": row.unit, "must": row.must, "aim": row.aim, "met": met}
            | {"median": spread.median, "lower": spread.lower, "upper": spread.upper, "samples": result.samples, "notes": result.notes}
        )
    beside = [] if asked.no_context else list(context_lines(bench))
    for line in beside:
        print(f"{'':14} {line['nanosecondsARecord']:.0f} ns a record, {line['megabytesASecond']:.0f} MB/s: {line['name']}")
    written = {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "machine": where, "errctl": bench.errctl}
    written |= {"records": bench.records, "bytes": size, "pairs": bench.pairs, "rows": results, "context": beside}
    (bench.cache / "results.json").write_text(json.dumps(written, indent=1) + "\n")
    missed = [result["row"] for result in results if result["met"] == "MISSED"]
    say(f"\n{len(results)} rows, {len(missed)} missed{': ' + ', '.join(missed) if missed else ''}; {bench.cache / 'results.json'}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
