"""Text logs beside mawk, ripgrep and lnav, drawn from seeds. docs/performance.md says what was measured.

    ./dev bench logs [--seeds 1,2,3] [--pairs N] [--megabytes N] [--rows access,spring-boot,syslog] [--errctl FILE]

A row is one log of one seed: processor time (user and system) and wall time of whole processes, the best of several
rounds in turns, one thread. `replay` has 100 rules; `mawk` counts a column, `{n[$9]++}`; ripgrep counts the lines with
an error in them; lnav counts the lines of each level. What is not installed is left out.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

import drawn

HERE = pathlib.Path(__file__).resolve().parent
WIDTHS = (("avx512bw", "AVX-512"), ("avx2", "AVX2"), ("asimd", "NEON"))


def width():
    """The widest vectors of this machine's processor."""
    flags = pathlib.Path("/proc/cpuinfo").read_text().split() if os.path.exists("/proc/cpuinfo") else []
    return next((name for flag, name in WIDTHS if flag in flags), "SSE2")


def timed(command):
    """Processor and wall seconds."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, time.perf_counter() - start


def commands(errctl, rules, log):
    found = {
        "replay": [errctl, "replay", rules, log, "--jobs", "1", "--format", "json"],
        "inspect": [errctl, "inspect", log, "--format", "json"],
        "mawk": ["mawk", "{n[$9]++} END {for (k in n) print n[k], k}", log],
        "ripgrep": ["rg", "-c", r'ERROR|error:|" [45][0-9][0-9] ', log],
        "lnav": ["lnav", "-n", "-c", ";SELECT log_level, count(*) FROM all_logs GROUP BY log_level", log],
    }
    return {name: command for name, command in found.items() if name in ("replay", "inspect") or shutil.which(command[0])}


def main():
    parser = argparse.ArgumentParser(prog="./dev bench logs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1,2,3", help="the logs' seeds (1,2,3)")
    parser.add_argument("--pairs", type=int, default=5, help="rounds of each comparison (5)")
    parser.add_argument("--megabytes", type=int, default=40, help="size of each log (40)")
    parser.add_argument("--rows", default=",".join(drawn.KINDS), help="kinds of logs, with commas")
    parser.add_argument("--errctl", default=str(HERE.parents[1] / ".build-static/errctl"), help="another build of it")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("/dev/shm/errctl-logs"))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    unknown = set(asked.rows.split(",")) - set(drawn.KINDS)
    if unknown:
        sys.exit(f"there is no row {', '.join(sorted(unknown))}; there are: {', '.join(drawn.KINDS)}")
    print(f"vectors: {width()}; processor seconds (× mawk, wall seconds)")
    print("| log | seed | errors | MB | " + " | ".join(commands("errctl", "", "")) + " |")
    for kind in asked.rows.split(","):
        for seed in asked.seeds.split(","):
            log, rules = asked.folder / f"{kind}-{seed}.log", asked.folder / f"{kind}-{seed}.yaml"
            had = drawn.write(kind, seed, asked.megabytes * 1_000_000, log)
            rules.write_text(drawn.rules(had, 100))
            programs = commands(os.path.abspath(asked.errctl), str(rules), str(log))
            times = {name: [] for name in programs}
            for number in range(asked.pairs):
                for name in list(programs) if number % 2 else reversed(list(programs)):
                    times[name].append(timed(programs[name]))
            best = {name: min(found) for name, found in times.items()}
            cells = [
                f"{used:.2f} ({used / best['mawk'][0]:.1f} ×, {wall:.2f})" if "mawk" in best else f"{used:.2f} ({wall:.2f})"
                for used, wall in best.values()
            ]  # fmt: skip
            print(f"| {kind} | {seed} | {had.share:.2%} | {log.stat().st_size / 1e6:.0f} | {' | '.join(cells)} |", flush=True)
            log.unlink()


main()
