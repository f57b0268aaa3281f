"""How fast logs of other formats are read, beside our own. docs/performance.md says what was measured.

    ./dev bench formats [--quick] [--rows otlp,access] [--errors 0.1] [--pairs N] [--megabytes N] [--instructions] [--errctl FILE]

Each format's stream and the native one are replayed in turns by one thread; what counts is user time a byte, as a ratio.
`flat` JSON has to reach a half of the native format's bytes a second, `nested` JSON a quarter, `text` 80 MB/s. The exit
status is 1 where a target is missed by the better quartile.

`--instructions` counts instead of timing, by callgrind on small streams, which other work on the machine does not change:
of text 70 instructions a byte are 80 MB/s where a processor does 5.6 billion of them a second.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(HERE.parent / "replay"))

import rules
import stream
import streams
from measure import instructions

#: The share of the native format's bytes a second, or megabytes a second.
TARGETS = {"flat": 0.5, "nested": 0.25, "text": 80}
INSTRUCTIONS_OF_TEXT = 70


def options():
    parser = argparse.ArgumentParser(prog="./dev bench formats", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="3 pairs of 10 MB")
    parser.add_argument("--rows", help="formats, with commas: " + ", ".join(format.name for format in streams.ALL))
    parser.add_argument("--errors", type=float, default=0.1, help="the share of records that are errors (0.1: logs are mostly no errors)")
    parser.add_argument("--pairs", type=int, help="rounds of each comparison (7)")
    parser.add_argument("--megabytes", type=int, help="size of each stream (60)")
    parser.add_argument("--instructions", action="store_true", help="count instructions, in place of time")
    parser.add_argument("--errctl", default=str(ROOT / ".build-static" / "errctl"), help="another build of it")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("/dev/shm/errctl-formats"))
    return parser.parse_args()


def chosen(text):
    if not text:
        return streams.ALL
    names = text.split(",")
    unknown = set(names) - {format.name for format in streams.ALL}
    if unknown:
        sys.exit(f"there is no row {', '.join(sorted(unknown))}; there are: {', '.join(f.name for f in streams.ALL)}")
    return [format for format in streams.ALL if format.name in names]


class Bench:
    def __init__(self, asked):
        self.errctl, self.folder, self.errors = os.path.abspath(asked.errctl), asked.folder, asked.errors
        self.folder.mkdir(parents=True, exist_ok=True)
        self.rules = self.folder / "rules.yaml"
        rules.write(rules.rule_set(100), self.rules)

    def write(self, format, size):
        path = self.folder / (f"{format.name}-{self.errors}-{size}" if format else f"native-{size}")
        if not path.exists():
            unfinished = path.with_name(path.name + ".unfinished")
            if format:
                streams.write(format, unfinished, size, self.errors)
            else:
                write_native(unfinished, size)
            unfinished.rename(path)
        return path

    def command(self, path):
        return [self.errctl, "replay", str(self.rules), str(path), "--jobs", "1", "--format", "json"]

    def check(self, format, path):
        """That the stream is known unasked, and nothing of it refused; the share of its lines that are answered."""
        ended = subprocess.run(self.command(path), capture_output=True, text=True)
        if ended.returncode not in (0, 1):
            sys.exit(f"{path} ends with {ended.returncode}: {ended.stderr[-1000:]}")
        said = json.loads(ended.stdout)
        ledger, source = said["ledger"], said["sources"][0]
        if source["format"] != format.name:
            sys.exit(f"{path} is taken for {source['format']}")
        refused = ledger["rejected"] + ledger["tooLong"] + ledger["truncated"]
        if refused:
            sys.exit(f"{path}: {refused} lines are refused")
        records = ledger["records"] + ledger["notErrors"]
        return records, ledger["records"] / records

    def seconds(self, path):
        """User time of one replay."""
        process = subprocess.Popen(self.command(path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            sys.exit(f"{path} ends with {process.returncode}")
        return used.ru_utime

    def instructions_a_byte(self, format):
        """The difference of two sizes: start and most of the filling of caches are in both."""
        counts = []
        for size in (400_000, 1_000_000):
            path = self.write(format, size)
            counts.append((path.stat().st_size, instructions(self.command(path), self.folder)))
        (bytes_, few), (more_bytes, more) = counts
        return (more - few) / (more_bytes - bytes_)


def write_native(path, size):
    written, first = 0, 0
    with path.open("wb") as file:
        while written < size:
            block = stream.block(("reference", 1, first, 10_000))
            if written + len(block) > size:
                block = block[: block.rindex(b"\n", 0, size - written) + 1]
                file.write(block)
                return
            file.write(block)
            written += len(block)
            first += 10_000


def count(bench, formats):
    native = bench.instructions_a_byte(None)
    print(f"\nnative: {native:.1f} instructions a byte\n")
    print(f"{'format':12} {'kind':7} {'a byte':>7} {'of native':>10} {'target':>7}")
    missed = []
    for format in formats:
        found = bench.instructions_a_byte(format)
        target = TARGETS[format.kind]
        is_met = found <= INSTRUCTIONS_OF_TEXT if format.kind == "text" else native / found >= target
        wanted = f"≤ {INSTRUCTIONS_OF_TEXT}" if format.kind == "text" else f"{target:.2f}"
        print(f"{format.name:12} {format.kind:7} {found:7.1f} {native / found:10.2f} {wanted:>7} {'' if is_met else 'MISSED'}", flush=True)
        if not is_met:
            missed.append(format.name)
    return missed


def time(bench, formats, size, pairs):
    native = bench.write(None, size)
    print(f"\n{size / 1e6:.0f} MB each, {pairs} alternating pairs, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start\n")
    print(f"{'format':12} {'kind':7} {'records':>9} {'errors':>7} {'MB/s':>6} {'of native':>10} {'quartiles':>13} {'target':>8}")
    missed = []
    for format in formats:
        path = bench.write(format, size)
        records, errors = bench.check(format, path)
        sizes = native.stat().st_size, path.stat().st_size
        samples, rates = [], []
        for number in range(pairs):
            order = (native, path) if number % 2 else (path, native)
            found = {one: bench.seconds(one) for one in order}
            samples.append(found[native] / sizes[0] / (found[path] / sizes[1]))
            rates.append(sizes[1] / found[path] / 1e6)
        lower, median, upper = statistics.quantiles(samples, n=4, method="inclusive")
        rate = statistics.quantiles(rates, n=4, method="inclusive")
        target = TARGETS[format.kind]
        is_met = rate[2] >= target if format.kind == "text" else upper >= target
        wanted = f"{target} MB/s" if format.kind == "text" else f"{target:.2f}"
        print(
            f"{format.name:12} {format.kind:7} {records:9,} {errors:7.0%} {rate[1]:6.0f} {median:10.2f}"
            f" {lower:5.2f} … {upper:5.2f} {wanted:>8} {'' if is_met else 'MISSED'}",
            flush=True,
        )
        if not is_met:
            missed.append(format.name)
    return missed


def main():
    asked = options()
    bench, formats = Bench(asked), chosen(asked.rows)
    if asked.instructions:
        missed = count(bench, formats)
    else:
        size = 1_000_000 * (asked.megabytes or (10 if asked.quick else 60))
        missed = time(bench, formats, size, asked.pairs or (3 if asked.quick else 7))
    print(f"\n{len(formats)} formats, {len(missed)} missed{': ' + ', '.join(missed) if missed else ''}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
