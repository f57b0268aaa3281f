"""Replay, side by side with DuckDB and simdjson. docs/performance.md says what each row is.

    ./dev bench replay [--quick] [--rows duckdb,start] [--pairs N] [--records N] [--errctl FILE]
    ./dev bench replay --generator drawn [--seeds 1,3,5]

`--generator drawn` measures a record's time in the worlds of the seeds (worlds.py) beside the reference stream, `reference`
leaves the worlds out, and without either both are measured. Checks first that all decide the same, then prints the table;
exits with 1 where a must is missed. The numbers also go to results.json in the cache folder.
"""

import argparse
import json
import os
import pathlib
import sys
import time

import measure
import worlds
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
    parser.add_argument("--generator", choices=("reference", "drawn"), help="only that one's rows")
    parser.add_argument("--seeds", default=",".join(map(str, worlds.SEEDS)), help="of the worlds, with commas (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the reference stream")
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


def benches(asked):
    """Where rows are measured: the reference stream, then the world of each seed."""
    seeds = [] if asked.generator == "reference" else map(int, asked.seeds.split(","))
    for drawn, seed in [(False, asked.seed), *((True, seed) for seed in seeds)]:
        yield Bench(
            errctl=os.path.abspath(asked.errctl),
            cache=asked.cache.resolve(),
            records=max(asked.records or (200_000 if asked.quick else 1_000_000), SAMPLE),
            seed=seed,
            pairs=asked.pairs or (3 if asked.quick else 9),
            best_of=3 if asked.quick else 7,
            drawn=drawn,
        )


def table(bench, rows):
    """Prints the rows of one stream and hands back what they came to."""
    size = bench.stream().stat().st_size / bench.records
    print(f"\n{bench.name}: {bench.records:,} records of {size:.0f} bytes; {bench.pairs} alternating pairs, best of {bench.best_of}")
    print(f"\n{'row':14} {'median':>10}  {'quartiles':>21}  {'must':>8} {'aim':>8}  {'met':7} what")
    for row in rows:
        about = {"stream": bench.name, "row": row.key, "title": row.title}
        if row.state and bench.lacks_state:
            print(f"{row.key:14} not run: {bench.lacks_state}")
            yield about | {"met": "MISSED", "notes": [bench.lacks_state]}
            continue
        result = row.measure(bench)
        spread = measure.Spread(result.samples)
        met = verdict(row, spread)
        show(row, spread, met, row.title)
        for note in result.notes:
            print(f"{'':14} {note}", flush=True)
        yield (
            about
            | {"unit": row.unit, "must": row.must, "aim": row.aim, "met": met, "samples": result.samples, "notes": result.notes}
            | {"median": spread.median, "lower": spread.lower, "upper": spread.upper}
        )


def show(row, spread, met, what):
    single = spread.lower == spread.upper
    quartiles = "" if single else f"{figure(spread.lower, row.unit)} … {figure(spread.upper, row.unit)}"
    must, aim = ("" if wanted is None else figure(wanted, row.unit) for wanted in (row.must, row.aim))
    print(f"{row.key:14} {figure(spread.median, row.unit):>10}  {quartiles:>21}  {must:>8} {aim:>8}  {met:7} {what}", flush=True)


def worst(rows, results):
    """Of each row measured in drawn worlds the one with the largest median."""
    print("\nthe worst seed\n")
    for row in rows:
        found = [result for result in results if result["row"] == row.key and result["stream"] != "reference"]
        worst = max(found, key=lambda result: result["median"])
        show(row, measure.Spread(worst["samples"]), worst["met"], f"{worst['stream']}: {row.title}")


def main():
    asked = options()
    rows = chosen(asked.rows)
    drawn = [row for row in rows if row.drawn]
    where = measure.machine()
    places = [(bench, drawn if bench.drawn or asked.generator == "drawn" else rows) for bench in benches(asked)]
    places = [(bench, rows) for bench, rows in places if rows]
    for bench, measured in places if not asked.no_check else ():
        counts, variants = {n for row in measured for n in row.needs}, {v for row in measured for v in row.variants}
        check(bench, counts, variants, state=any(row.state for row in measured), peers=asked.generator != "drawn" and not bench.drawn)
    if asked.check_only:
        return

    print(f"\n{where}")
    if asked.no_check:
        print("decisions were not compared (--no-check)")
    results = [result for bench, measured in places for result in table(bench, measured)]
    if any(bench.drawn for bench, _ in places):
        worst(drawn, results)
    bench = places[0][0]
    beside = [] if asked.no_context or asked.generator == "drawn" else list(context_lines(bench))
    for line in beside:
        print(f"{'':14} {line['nanosecondsARecord']:.0f} ns a record, {line['megabytesASecond']:.0f} MB/s: {line['name']}")
    written = {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "machine": where, "errctl": bench.errctl}
    written |= {"records": bench.records, "pairs": bench.pairs, "rows": results, "context": beside}
    (bench.cache / "results.json").write_text(json.dumps(written, indent=1) + "\n")
    missed = [f"{result['row']} ({result['stream']})" for result in results if result["met"] == "MISSED"]
    say(f"\n{len(results)} rows, {len(missed)} missed{': ' + ', '.join(missed) if missed else ''}; {bench.cache / 'results.json'}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
