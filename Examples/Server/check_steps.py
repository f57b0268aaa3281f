"""Follows the tutorial step by step: what a reader has after each one (or after those that go together) compiles, and in
the end it is this example.

usage: check_steps.py PROGRAMS ERRCTL, after the example was built into PROGRAMS.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
CATALOG = HERE.parent.parent / "Sources/engine/ErrorHandling/ErrorHandling.docc"
TUTORIAL = CATALOG / "Tutorials/An-orders-server.tutorial"


def steps():
    """The file that each step writes, and what it then says."""
    for name, file, previous in re.findall(
        r'@Code\(name: "([^"]+)", file: "([^"]+)"(?:, previousFile: "([^"]+)")?\)', TUTORIAL.read_text()
    ):
        yield name, file, previous


def main(programs, errctl):
    programs = pathlib.Path(programs)
    # How SwiftPM finds the C modules of what the example links; it lists those of plugins' tools as well, the same ones twice.
    plan = (programs.parent.parent / "debug.yaml").read_text()
    maps = sorted(set(re.findall(r'"-Xcc","(-fmodule-map-file=[^"]*)"', plan)))
    maps = [line for line in maps if "-tool.build/" not in line]
    flags = ["-swift-version", "6", "-warnings-as-errors", "-I", str(programs / "Modules")]
    for feature in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"):
        flags += ["-enable-upcoming-feature", feature]
    for line in maps:
        flags += ["-Xcc", line]
    written, count = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for name, file, previous in steps():
            if previous and written.get(name) != previous:
                raise SystemExit(f"the tutorial's {file} follows {previous}, but {name} is {written.get(name)} there")
            written[name] = file
            (work / name).write_bytes((CATALOG / "Steps" / file).read_bytes())
            count += 1
            if name.endswith(".yaml"):
                done = subprocess.run([errctl, "validate", work / name], capture_output=True, text=True)
            elif name == "Package.swift" or missing(name, written):
                continue
            else:
                sources = [str(work / other) for other in written if other.endswith(".swift") and other != "Package.swift"]
                done = subprocess.run(["swiftc", "-typecheck", "-module-name", "Orders", *flags, *sources], capture_output=True, text=True)
            if done.returncode != 0:
                raise SystemExit(f"the tutorial's step {count} ({file}) does not compile:\n{done.stdout}{done.stderr}")
    example = {path.name: path for path in (HERE / "Sources/Orders").glob("*.swift")} | {
        name: HERE / name for name in ("Package.swift", "rules.yaml")
    }
    if set(example) != set(written):
        raise SystemExit(f"the tutorial ends with {sorted(written)}, the example has {sorted(example)}")
    for name, path in example.items():
        if (CATALOG / "Steps" / written[name]).read_bytes() != path.read_bytes():
            raise SystemExit(f"the tutorial's last {name} is not the example's")
    print(f"Server: the tutorial's {count} steps compile, and end with this example")


def missing(name, written):
    """What a step needs of later ones of its section: those that go together."""
    later = {
        # The routes are handed their chain by the next main, and throw what the next middleware catches.
        "OrdersAPI-2.swift": ["main-2.swift"],
        "OrdersAPI.swift": ["main-3.swift", "ProblemMiddleware.swift"],
        "ProblemMiddleware.swift": ["main-3.swift"],
        # It is handed its session by the last main.
        "Stock.swift": ["main.swift"],
    }
    now = written[name]
    return [file for file in later.get(now, []) if file not in written.values()]


main(*sys.argv[1:])
