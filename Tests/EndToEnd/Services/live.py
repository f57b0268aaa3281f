"""Random services are run by the machine's systemd, and by those of other Debians in the folders that are named. What the manager makes
of their ends is compared with what errctl makes of their unit files and of the journal: an error for each that failed, with its
result, and a retry for each that is started again.
"""

import collections
import datetime
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from replaying import drawn, together

ERRCTL = sys.argv[1]
HERE = pathlib.Path(__file__).resolve().parent
UNITS = drawn(400)
RESTARTS = ["no", "always", "on-success", "on-failure", "on-abnormal", "on-abort", "on-watchdog"]
WORDS = ["0", "1", "7", "9", "15", "78", "143", "203", "SIGTERM", "TERM", "SIGKILL", "USR1", "SIGSEGV", "CONFIG", "EXEC", "FAILURE", "NOTRUNNING"]
LISTS = ["SuccessExitStatus", "RestartPreventExitStatus", "RestartForceExitStatus"]
# The number of starts in an hour, and how each ends.
LIMITS = {f"limit-{burst}-{result}.service": (burst, result) for burst in (1, 2, 3, 5) for result in ("exit-code", "signal")}
# Units whose runs last a while, with limits that are reached or not by the times of their starts.
RUNS = [f"run-{number}.service" for number in range(drawn(120))]
SIGNALS = ["TERM", "HUP", "KILL", "USR1", "ALRM", "SEGV", "ABRT"]


def end(draw):
    """The settings of a service that ends at once, whatever the machine's load is."""
    status = draw.choice([0, 1, 7, 9, 15, 78, 143, 255])
    ended = f"/bin/sh -c 'exit {status}'"
    killed = f"/bin/sh -c 'kill -{draw.choice(SIGNALS)} $$$$; sleep 60'"
    kind = draw.random()
    if kind < 0.45:
        return [f"ExecStart={draw.choice(['', '', '', '-'])}{ended}"]
    if kind < 0.75:
        return [f"ExecStart={killed}"]
    if kind < 0.85:
        return [f"{draw.choice(['ExecStartPre', 'ExecCondition', 'ExecStopPost'])}={draw.choice([ended, killed])}", "ExecStart=/bin/true"]
    return [draw.choice(["ExecStart=/no/such/program", "ExecStart=/bin/true\nUser=nosuchuser", "ExecStart=/bin/true\nEnvironmentFile=/no/such/file"])]


def setting(draw, key, value):
    """A setting as it may be written."""
    lines = [f"{key}={value}"]
    kind = draw.random()
    if kind < 0.1:
        lines = [f"{key} =  {value} "]
    elif kind < 0.2:
        lines = [f"{key}= \\", "# about it", f"  {value}"]
    elif kind < 0.3 and key in LISTS:
        lines = [f"{key}=2 SIGHUP", f"{key}=", *lines]
    elif kind < 0.4:
        lines = ["; as it was", f"#{key}=no", *lines]
    return lines


def unit(draw):
    """The text of a unit file, and of its drop-in."""
    kind = draw.choice(["simple", "simple", "oneshot", "exec", "notify"])
    lines = ["[Service]", f"Type={kind}", "LimitCORE=0", "RestartSec=1h", *end(draw)]
    restart = setting(draw, "Restart", draw.choice(RESTARTS))
    lists = []
    for key in LISTS:
        if draw.random() < 0.4:
            lists += setting(draw, key, " ".join(draw.sample(WORDS, draw.randint(1, 3))))
    if draw.random() < 0.2:
        return "\n".join([*lines, f"Restart={draw.choice(RESTARTS)}", *lists]) + "\n", "\n".join(["[Service]", *restart]) + "\n"
    return "\n".join([*lines, *restart, *lists]) + "\n", None


def run_unit(draw):
    """A service that fails as many times as it has runs, and ends well then: its limit, its delay, and the time of each run."""
    burst, interval = draw.choice([1, 2, 3, 4]), draw.choice([1, 2, 3])
    delay = draw.choice([100, 300, 500])
    times = " ".join(draw.choice(["0", "0", "0.2", "0.5", "1", "1.4"]) for _ in range(8))
    script = f"echo >>/run/%N.n; set -- {times}; n=$$(wc -l </run/%N.n); [ $$n -le $$# ] || exit 0; shift $$((n-1)); sleep $$1; exit 1"
    text = (
        f"[Unit]\nDefaultDependencies=no\nStartLimitBurst={burst}\nStartLimitIntervalSec={interval}s\n"
        f"[Service]\nRestart=on-failure\nRestartSec={delay}ms\nExecStart=/bin/sh -c '{script}'\n"
    )
    return text, burst, interval, delay / 1000


def errctl(*arguments, text=None):
    return subprocess.run([ERRCTL, *map(str, arguments)], capture_output=True, text=True, input=text)


def replay(path, version, records):
    """The resolutions of records by a unit file."""
    lines = "".join(json.dumps(record) + "\n" for record in records)
    return errctl("replay", path, "-", "--system", version, "--resolutions", "-", text=lines)


def state(text):
    blocks = [dict(line.split("=", 1) for line in block.splitlines()) for block in text.strip().split("\n\n")]
    return {block["Id"]: block for block in blocks}


def compare_limits(units, records, differences):
    """Each start that the limit allows fails, with its try, and the next one is refused, which is told as one error."""
    for name, (burst, result) in LIMITS.items():
        told = [(record["domain"], record.get("attempt")) for record in records[name]]
        expected = [(result, attempt) for attempt in range(1, burst + 1)] + [("start-limit-hit", None)]
        if told != expected:
            differences.append(f"{name}, {units[name]}: errctl finds {told}, not {expected}")


def is_uncertain(starts, failures, burst, interval, delay):
    """Whether moments decide about a start: the window ends between the time it is due and the time at which the journal tells of it."""
    first, count = starts[0], 1
    for failure, start in zip(failures, starts[1:]):
        end = first + interval
        if abs(start - end) < 0.05 or count >= burst and failure + delay - 0.05 <= end <= start:
            return True
        first, count = (start, 1) if start > end else (first, count + 1)
    return False


def compare_runs(folder, version, limits, records, starts, differences):
    """Each failure is followed by another start but that after which the manager gave up, and so says a replay of the journal."""
    kinds = collections.Counter()
    decidable = []
    for name in RUNS:
        failures = [record for record in records[name] if record["domain"] == "exit-code"]
        refused = [record for record in records[name] if record["domain"] == "start-limit-hit"]
        times = [seconds(record["time"]) for record in failures]
        known = starts[name] + [seconds(record["time"]) for record in refused]
        if is_uncertain(known, times, *limits[name]):
            kinds["by moments"] += 1
            continue
        expected = ["retry"] * len(failures)
        if refused:
            expected[-1:] = ["abort", "abort"]
        kinds["given up" if refused else "never given up"] += 1
        decidable.append((name, failures + refused, expected, known))
    outputs = together(lambda run: replay(folder / "units" / run[0], version, run[1]).stdout, decidable)
    for (name, told, expected, known), output in zip(decidable, outputs, strict=True):
        decided = [json.loads(line)["evaluation"] for line in output.splitlines()]
        if decided != expected:
            differences.append(f"{name}, {limits[name]}: errctl {decided} in place of {expected}; starts {known}, failures {told}")
    print(f"{len(RUNS)} services with runs of their own: " + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))


def seconds(time):
    return datetime.datetime.fromisoformat(time).timestamp()


def start_times(journal):
    """When the manager started each unit."""
    starts = collections.defaultdict(list)
    for line in journal.splitlines():
        entry = json.loads(line)
        if isinstance(entry.get("MESSAGE"), str) and entry["MESSAGE"].startswith("Started ") and "UNIT" in entry:
            starts[entry["UNIT"]].append(int(entry["__REALTIME_TIMESTAMP"]) / 1e6)
    return starts


def compare(folder, version, limits, differences):
    units = state((folder / "state").read_text())
    records = collections.defaultdict(list)
    for line in errctl("inspect", folder / "journal.json", "--records", "-").stdout.splitlines():
        record = json.loads(line)
        if record.get("domain") in {"exit-code", "signal", "core-dump", "timeout", "watchdog", "protocol", "resources", "start-limit-hit"}:
            records[record["origin"]].append(record)
    compare_limits(units, records, differences)
    compare_runs(folder, version, limits, records, start_times((folder / "journal.json").read_text()), differences)
    names = [name for name in sorted(units) if name not in LIMITS and name not in limits]
    kinds = collections.Counter(
        units[name]["LoadState"] if units[name]["LoadState"] != "loaded" else units[name]["Result"] for name in names
    )
    differences += filter(None, together(lambda name: compare_unit(folder / "units" / name, version, units[name], records[name]), names))
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    print(f"systemd {version}: {sum(kinds.values())} random services: {told}; {len(LIMITS)} start limits")


def compare_unit(path, version, found, errors):
    """The difference between what became of a unit and what errctl says; None if there is none."""
    text = path.read_text()
    if found["LoadState"] != "loaded":
        is_refused = "refuses" in errctl("validate", path, "--system", version).stdout
        return None if is_refused else f"{text!r}: {found['LoadState']}, errctl does not refuse it"
    good = found["Result"] in ("success", "exec-condition")
    if [record["domain"] for record in errors] != ([] if good else [found["Result"]]):
        return f"{text!r}: {found['Result']}, errctl finds {errors}"
    code = int(found["ExecMainStatus"])
    record = {"origin": path.name, "domain": found["Result"], "code": code if found["ExecMainCode"] in ("0", "1") else f"signal {code}"} if good else errors[0]
    if good and found["ExecMainCode"] in ("2", "3"):
        record["code"] = {1: "SIGHUP", 6: "SIGABRT", 9: "SIGKILL", 10: "SIGUSR1", 11: "SIGSEGV", 14: "SIGALRM", 15: "SIGTERM"}[code]
    replayed = replay(path, version, [record])
    if not replayed.stdout:
        return f"{text!r}: errctl does not read it: {replayed.stderr[:200]}"
    restarts = json.loads(replayed.stdout)["evaluation"] == "retry"
    if restarts != (found["SubState"] == "auto-restart"):
        return f"{text!r}: {found['Result']} {found['ExecMainCode']}/{code}, {found['SubState']}; errctl {json.loads(replayed.stdout)}"
    return None


def main():
    differences = []
    for root in ["", *sys.argv[2:]]:
        run_services(root, differences)
    for difference in differences[:40]:
        print(difference)
    print(f"{len(differences)} differences")
    return 1 if differences else 0


def run_services(root, differences):
    draw = random.Random(58)
    # A quarter is enough to see what has changed in another version.
    count = UNITS // 4 if root else UNITS
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "units").mkdir()
        for number in range(count):
            text, drop_in = unit(draw)
            path = folder / "units" / f"shop-{number}.service"
            path.write_text(f"[Unit]\nDefaultDependencies=no\n{text}")
            if drop_in:
                (folder / "units" / f"{path.name}.d").mkdir()
                (folder / "units" / f"{path.name}.d" / "10-restart.conf").write_text(drop_in)
        for name, (burst, result) in LIMITS.items():
            how = "exit 7" if result == "exit-code" else "kill -KILL $$$$; sleep 60"
            (folder / "units" / name).write_text(
                f"[Unit]\nDefaultDependencies=no\nStartLimitBurst={burst}\nStartLimitIntervalSec=1h\n"
                f"[Service]\nRestart=always\nRestartSec=10ms\nExecStart=/bin/sh -c '{how}'\n"
            )
        limits = {}
        for name in RUNS:
            text, *limits[name] = run_unit(draw)
            (folder / "units" / name).write_text(text)
        live = subprocess.run([HERE / "live.sh", "outside", folder, root], capture_output=True, text=True)
        if live.returncode:
            print(f"not run: systemd{' of ' + root if root else ''}: {live.stdout.strip() or live.stderr.strip()}")
            return
        program = ["chroot", root or "/", "systemctl", "--version"]
        version = re.search(r"\d+", subprocess.run(program, capture_output=True, text=True).stdout)[0]
        compare(folder, version, limits, differences)


sys.exit(main())
