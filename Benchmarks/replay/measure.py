"""Runs programs and says how long they took, or how many instructions: whole processes, output thrown away, the page cache warm."""

import os
import re
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass


def instructions(command, folder):
    """What callgrind counts of a program that ends as replays do: 0, or 1 where something was found."""
    ended = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind.out", *command],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"},
    )  # fmt: skip
    collected = re.search(r"Collected : (\d+)", ended.stderr)
    if ended.returncode not in (0, 1) or not collected:
        sys.exit(f"{' '.join(command)}\nended with {ended.returncode}: {ended.stderr[-2000:]}")
    return int(collected[1])


def run(command):
    """Seconds that a program took from its start to its end."""
    start = time.perf_counter()
    ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    seconds = time.perf_counter() - start
    if ended.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))[:300]}\nended with {ended.returncode}: {ended.stderr.decode()[-2000:]}")
    return seconds


def output(command):
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if ended.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))[:300]}\nended with {ended.returncode}: {ended.stderr.decode()[-2000:]}")
    return ended.stdout.decode()


def rounds(commands, count):
    """Each command once a round, the other way round in every second; one round before to warm up. A list a round."""
    times = []
    for number in range(-1, count):
        order = range(len(commands)) if number % 2 else reversed(range(len(commands)))
        found = {index: run(commands[index]) for index in order}
        if number >= 0:
            times.append([found[index] for index in range(len(commands))])
    return times


def best(command, count):
    run(command)
    return min(run(command) for _ in range(count))


# A child's peak counts what its parent had when it was started, so a parent with next to nothing starts it.
PEAK = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
_, status, used = os.wait4(child, 0)
print(used.ru_maxrss if sys.platform != "darwin" else used.ru_maxrss // 1024)
sys.exit(os.waitstatus_to_exitcode(status) != 0)
"""


def peak_megabytes(command):
    return int(output([sys.executable, "-ISE", "-c", PEAK, *command])) * 1024 / 1e6


@dataclass
class Spread:
    """Median and quartiles."""

    lower: float
    median: float
    upper: float

    def __init__(self, samples):
        if len(samples) == 1:
            self.lower = self.median = self.upper = samples[0]
        else:
            self.lower, self.median, self.upper = statistics.quantiles(samples, n=4, method="inclusive")


def machine():
    model = "unknown processor"
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{os.cpu_count()} cores, {model}, load {os.getloadavg()[0]:.1f} at the start"
