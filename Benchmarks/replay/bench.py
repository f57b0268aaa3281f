"""What the rows share: the programs to run, and the streams and rule sets, made when first asked for."""

import functools
import hashlib
import itertools
import pathlib
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

import context
import measure
import rules
import stream
import worlds

HERE = pathlib.Path(__file__).resolve().parent
SAMPLE = 20_000
ATTRIBUTES = ["attributes.host", "attributes.method", "attributes.user"]  # what the reference rules ask


@dataclass(eq=False)
class Bench:
    errctl: str
    cache: pathlib.Path
    records: int
    seed: int
    pairs: int
    best_of: int
    drawn: bool = False  # whether streams and rules are of the world of this seed

    @property
    def name(self):
        return f"seed {self.seed}" if self.drawn else "reference"

    # --- data -----------------------------------------------------------------------------------------------

    @functools.cached_property
    def data(self):
        """A folder for this size, seed and these generators; what another version of them wrote goes."""
        sources = b"".join((HERE / f"{name}.py").read_bytes() for name in ("vocabulary", "rules", "stream", "reference", "worlds"))
        size = f"data-{self.records}-{'world-' if self.drawn else ''}{self.seed}-"
        folder = self.cache / (size + hashlib.sha256(sources).hexdigest()[:10])
        for old in self.cache.glob(size + "*"):
            if old != folder:
                shutil.rmtree(old)
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def stream(self, variant="reference"):
        path = self.data / f"{variant}.ndjson"
        if not path.exists():
            say(f"writing {self.records:,} records, {variant if not self.drawn else self.name}")
            if self.drawn:
                worlds.write_stream(self.seed, self.records, path)
            else:
                stream.write(path, variant, self.records, self.seed)
        return path

    def first(self, count, variant="reference"):
        """The stream's first records in a file of their own."""
        path = self.data / f"{variant}-{count}.ndjson"
        if not path.exists():
            with self.stream(variant).open("rb") as whole:
                path.write_bytes(b"".join(itertools.islice(whole, count)))
        return path

    def rules(self, count, state=False, suffix=".yaml"):
        path = self.data / f"rules-{count}{'-state' if state else ''}{suffix}"
        if not path.exists():
            if self.drawn:
                worlds.write_rules(self.seed, count, path)
            else:
                rule_set = rules.rule_set(count)
                rules.write(rules.with_state(rule_set) if state else rule_set, path)
        return path

    @functools.cached_property
    def memory_folder(self):
        """Where `--resolutions` goes: memory, where the system has a folder of it."""
        memory = pathlib.Path("/dev/shm")
        folder = tempfile.TemporaryDirectory(prefix="errctl-bench-", dir=memory if memory.is_dir() else None)
        self._kept = folder
        return pathlib.Path(folder.name)

    # --- programs -------------------------------------------------------------------------------------------

    def replay(self, rules, stream, jobs=1, *options):
        return [self.errctl, "replay", str(rules), str(stream), "--jobs", str(jobs), *options]

    def duckdb(self, count, stream, threads, shape, *options):
        python = self.cache / "venv" / "bin" / "python"
        arguments = [self.rules(count, suffix=".json"), stream, threads, shape, *options]
        return [str(python), str(HERE / "duckdb_peer.py"), *map(str, arguments)]

    @functools.cache
    def best_shape(self, count, threads):
        """The faster of DuckDB's two query shapes."""
        commands = {shape: self.duckdb(count, self.stream(), threads, shape) for shape in ("case", "join")}
        measure.run(commands["case"])
        return min(commands, key=lambda shape: measure.run(commands[shape]))

    def simdjson(self, stream, threads):
        """Reads the standard fields, and in a drawn world whatever else its 100 rules ask for."""
        program, source = self.cache / "fields", HERE / "fields.cpp"
        if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
            flags = ["-O3", "-std=c++17", "-march=native"]
            if subprocess.run(["c++", *flags, source, "-o", program, "-lsimdjson", "-lpthread"]).returncode != 0:
                sys.exit("the simdjson program did not compile")
        asked = asked_fields(worlds.world(self.seed).rule_set(100)) if self.drawn else ATTRIBUTES
        return [str(program), str(stream), str(threads), *asked]

    def jq(self, count, stream):
        return ["jq", "-rf", self.program("jq", context.jq, count), str(stream)]

    def miller(self, count, stream):
        return ["mlr", "--ijsonl", "--ojsonl", "put", "-q", "-f", self.program("mlr", context.miller, count), str(stream)]

    def program(self, suffix, write, count):
        path = self.data / f"rules-{count}.{suffix}"
        path.write_text(write(rules.rule_set(count)), encoding="utf-8")
        return str(path)

    @functools.cached_property
    def lacks_state(self):
        """Why errctl cannot run the rules with state, or nothing."""
        ended = subprocess.run([self.errctl, "validate", str(self.rules(100, state=True))], capture_output=True)
        return ended.returncode == 2 and (ended.stdout + ended.stderr).decode().splitlines()[0].split("error: ")[-1]


def asked_fields(document):
    """What rules ask for beside the standard fields, as arguments of `fields`."""
    asked = set()

    def visit(value):
        for key, part in value.items() if isinstance(value, dict) else ():
            if key == "attributes":
                asked.update(f"attributes.{name}" for name in part)
            elif key in ("underlying", "rootCause"):
                asked.add("underlying")
            elif key == "case":
                asked.add("case")
            visit(part)
        for part in value if isinstance(value, list) else ():
            visit(part)

    visit(document)
    return sorted(asked)


def say(text):
    print(text, file=sys.stderr, flush=True)
