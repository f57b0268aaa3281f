"""The rows of the table: what each measures and what it has to come to.

A row's samples are ratios, one a round, but for ceilings (best of 7). Its `must` is missed only where the better
quartile misses it; its `aim` is met where the median does. A row without a `must` stands there for context.
"""

from dataclasses import dataclass, field

import measure
from bench import Bench

ROWS = {}


@dataclass
class Row:
    key: str
    title: str
    must: float | None
    aim: float | None
    unit: str  # "×" for ratios, "s", "ms", "MB"
    measure: object
    needs: tuple = (100,)  # rule sets
    variants: tuple = ()
    state: bool = False
    drawn: bool = False  # whether it is measured in drawn worlds too
    bigger_is_better: bool = False


@dataclass
class Result:
    samples: list
    notes: list = field(default_factory=list)


def row(key, title, must, aim, unit="×", **details):
    def add(function):
        ROWS[key] = Row(key, title, must, aim, unit, function, **details)
        return function

    return add


def verdict(row, spread):
    if row.must is None:
        return "context"
    sign = -1 if row.bigger_is_better else 1
    better = spread.upper if row.bigger_is_better else spread.lower
    if sign * better > sign * row.must:
        return "MISSED"
    return "aim" if row.aim is not None and sign * spread.median <= sign * row.aim else "must"


def seconds(rounds, index):
    return measure.Spread([times[index] for times in rounds]).median


def compared(bench, ours, theirs, name, inverse=False):
    """Ratios of two commands that take turns."""
    rounds = measure.rounds([ours, theirs], bench.pairs)
    mine, other = seconds(rounds, 0), seconds(rounds, 1)
    notes = [f"{mine:.3f} s, {mine / bench.records * 1e9:.0f} ns a record; {name} {other:.3f} s"]
    return Result([b / a if inverse else a / b for a, b in rounds], notes)


def against_duckdb(bench, count, threads):
    shape = bench.best_shape(count, threads)
    ours = bench.replay(bench.rules(count), bench.stream(), threads)
    return compared(bench, ours, bench.duckdb(count, bench.stream(), threads, shape), f"DuckDB ({shape})")


@row("duckdb-100-t1", "100 rules against DuckDB, 1 thread", None, None)
def _(bench: Bench):
    return against_duckdb(bench, 100, 1)


@row("duckdb-100-t2", "100 rules against DuckDB, 2 threads", None, None)
def _(bench: Bench):
    return against_duckdb(bench, 100, 2)


@row("duckdb-10", "10 rules against DuckDB, 1 thread", None, None, needs=(10,))
def _(bench: Bench):
    return against_duckdb(bench, 10, 1)


@row("duckdb-1000", "1,000 rules against DuckDB, 1 thread", None, None, needs=(1_000,))
def _(bench: Bench):
    return against_duckdb(bench, 1_000, 1)


@row("duckdb-10-t2", "10 rules against DuckDB, 2 threads", None, None, needs=(10,))
def _(bench: Bench):
    return against_duckdb(bench, 10, 2)


@row("duckdb-1000-t2", "1,000 rules against DuckDB, 2 threads", None, None, needs=(1_000,))
def _(bench: Bench):
    return against_duckdb(bench, 1_000, 2)


@row("simdjson", "100 rules against simdjson reading the fields only, 1 thread", 1.5, 1.2, drawn=True)
def _(bench: Bench):
    ours = bench.replay(bench.rules(100), bench.stream())
    return compared(bench, ours, bench.simdjson(bench.stream(), 1), "simdjson")


@row("simdjson-t2", "the same, 2 threads", 1.5, 1.2)
def _(bench: Bench):
    ours = bench.replay(bench.rules(100), bench.stream(), 2)
    return compared(bench, ours, bench.simdjson(bench.stream(), 2), "simdjson")


def growth(bench, count):
    """Time without load: a replay of ten records is taken off each side."""
    commands = [bench.replay(bench.rules(n), s) for n in (count, 100) for s in (bench.stream(), bench.first(10))]
    rounds = measure.rounds(commands, bench.pairs)
    net = [(many - loaded, few - started) for many, loaded, few, started in rounds]
    many, few = (measure.Spread(list(side)).median / bench.records * 1e9 for side in zip(*net))
    return Result([a / b for a, b in net], [f"{many:.0f} ns a record, with 100 rules {few:.0f}"])


@row("growth-1000", "time a record without load, 1,000 rules against 100", 1.9, 1.6, needs=(100, 1_000), drawn=True)
def _(bench: Bench):
    return growth(bench, 1_000)


@row("growth-10000", "the same, 10,000 rules against 100", 4.5, 3.0, needs=(100, 10_000), drawn=True)
def _(bench: Bench):
    return growth(bench, 10_000)


@row("threads", "2 threads, times as fast as 1, 100 rules", 1.65, 1.8, bigger_is_better=True)
def _(bench: Bench):
    two, one = (bench.replay(bench.rules(100), bench.stream(), jobs) for jobs in (2, 1))
    return compared(bench, two, one, "1 thread", inverse=True)


@row("resolutions", "--resolutions into memory against without, 100 rules, 1 thread", 2.0, 1.6)
def _(bench: Bench):
    without = bench.replay(bench.rules(100), bench.stream())
    file = bench.memory_folder / "resolutions.ndjson"
    result = compared(bench, [*without, "--resolutions", str(file)], without, "without")
    size = file.stat().st_size
    file.unlink()
    return Result(result.samples, [*result.notes, f"{size / bench.records:.0f} bytes a resolution"])


@row("state", "state on every tenth rule against none, 100 rules, 1 thread", 1.7, 1.4, state=True)
def _(bench: Bench):
    with_state, without = (bench.replay(bench.rules(100, state), bench.stream()) for state in (True, False))
    return compared(bench, with_state, without, "without")


def harder(bench, variant):
    ours, reference = (bench.replay(bench.rules(100), bench.stream(name)) for name in (variant, "reference"))
    return compared(bench, ours, reference, "reference stream")


@row("kinds", "200,000 kinds of error against the reference stream", 2.0, 1.5, variants=("kinds",))
def _(bench: Bench):
    return harder(bench, "kinds")


@row("patterns", "every message reaching a pattern against the reference stream", 4.0, 3.0, variants=("patterns",))
def _(bench: Bench):
    return harder(bench, "patterns")


@row("state-t2", "the same with state, 2 threads, times as fast as 1", None, None, state=True, bigger_is_better=True)
def _(bench: Bench):
    two, one = (bench.replay(bench.rules(100, True), bench.stream(), jobs) for jobs in (2, 1))
    return compared(bench, two, one, "1 thread", inverse=True)


def peak(bench, jobs):
    peaks = {n: measure.peak_megabytes(bench.replay(bench.rules(n), bench.stream(), jobs)) for n in (100, 1_000)}
    return Result([max(peaks.values())], [", ".join(f"{n} rules {peak:.1f} MB" for n, peak in peaks.items())])


@row("memory-t1", "peak memory, up to 1,000 rules, 1 thread", 40, None, "MB", needs=(100, 1_000))
def _(bench: Bench):
    return peak(bench, 1)


@row("memory-t2", "the same, 2 threads", 64, None, "MB", needs=(100, 1_000))
def _(bench: Bench):
    return peak(bench, 2)


def ceiling(bench, count, scale):
    return Result([measure.best(bench.replay(bench.rules(count), bench.first(10)), bench.best_of) * scale])


@row("load-10000", "10,000 YAML rules loaded, 10 records", 1, 0.6, "s", needs=())
def _(bench: Bench):
    return ceiling(bench, 10_000, 1)


@row("load-1000", "1,000 YAML rules loaded, 10 records", 80, 50, "ms", needs=())
def _(bench: Bench):
    return ceiling(bench, 1_000, 1_000)


@row("start", "100 rules, 10 records", 12, 8, "ms", needs=())
def _(bench: Bench):
    return ceiling(bench, 100, 1_000)
