"""Records replayed through a rule file, or through a policy that errctl reads as one."""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import tempfile


def drawn(count):
    """How many cases are drawn at random: all, or with the other suites of `./dev test deep` a quarter."""
    return count // 4 if os.environ.get("ERRCTL_TEST_SCALE") == "deep" else count


def together(work, items):
    """The results of work on each item, in their order, as many at a time as the machine has processors."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, items))


def resolutions(errctl, name, rules, records, *options):
    """The resolutions of the records; `name` is that of the file with the text `rules`."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / name).write_text(rules)
        (folder / "stream.ndjson").write_text("".join(json.dumps(record) + "\n" for record in records))
        output = subprocess.run(
            [errctl, "replay", folder / name, folder / "stream.ndjson", "--resolutions", "-", *options],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return [json.loads(line) for line in output.splitlines()]
