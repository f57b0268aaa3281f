"""Time and memory of `errctl validate` for rule files that grow, as a Markdown table. `./dev bench validate` builds errctl and runs it."""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "replay"))
import shapes  # noqa: E402
import worlds  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def measure(errctl, path, seconds):
    """The processor's time in seconds, the peak memory in MB; nothing if it takes too long."""
    command = [errctl, "validate", "--limit", "rule-file-nodes=100000000", "--limit", "rule-file-bytes=100000000", path]
    with open(os.devnull, "w") as nowhere:
        process = subprocess.Popen(
            command,
            stdout=nowhere,
            stderr=nowhere,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),
        )
        _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        return None
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // unit


def drawn(seed):
    """The rules of a drawn world, by their number."""
    return lambda count: worlds.yaml(worlds.world(seed).rule_set(count))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errctl", default=str(ROOT / ".build-static/errctl"), help="the program to measure")
    parser.add_argument("--sizes", default="1000,2000,5000,10000,20000", help="numbers of rules, or of what grows")
    parser.add_argument("--shapes", default="", help="some of them: " + ", ".join(shape.__name__ for shape in shapes.ALL))
    parser.add_argument("--worlds", default="", help="seeds of drawn rules, such as 1,3,5,8,12,23")
    parser.add_argument("--seconds", type=int, default=60, help="of the processor, after which a run is ended")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    names = options.shapes.split(",") if options.shapes or options.worlds else [shape.__name__ for shape in shapes.ALL]
    wanted = [(shape.__name__, shape) for shape in shapes.ALL if shape.__name__ in names]
    wanted += [(f"world {seed}", drawn(int(seed))) for seed in options.worlds.split(",") if seed]
    print("| grows | " + " | ".join(f"{size:,}" for size in sizes) + " |")
    print("|---" * (len(sizes) + 1) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name, shape in wanted:
            cells = []
            for size in sizes:
                path = pathlib.Path(folder) / "rules.yaml"
                path.write_text(shape(size))
                found = measure(options.errctl, str(path), options.seconds)
                cells.append(f"{found[0]:.1f} s, {found[1]} MB" if found else f"over {options.seconds} s")
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


main()
