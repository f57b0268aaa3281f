"""Random backends of HAProxy and upstreams of nginx, asked on loopback, beside replays of their failures.

After each failure the program and errctl, which reads the program's configuration, have to do the same: try again or give up. So
the number of tries and the status at the end are the same, too. Then errctl reads the programs' own logs: a failure that was tried
again has to end in another try, and one that was not in none.
"""

import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import haproxy
import loopback
import nginx
from replaying import drawn, resolutions

CASES = drawn(1000)
# Every so many cases there are servers that never answer, which takes time.
SLOW = 12


def replayed(errctl, name, text, cases, *options):
    """The number of tries and the status at the end of each case, by errctl."""
    plans = [list(case.records()) for case in cases]
    records = [{key: value for key, value in record.items() if key != "end"} for plan in plans for record in plan]
    decided = iter(resolutions(errctl, name, text, records, *options))
    ends = []
    for plan in plans:
        evaluations = [next(decided)["evaluation"] for _ in plan]
        retries = next((index for index, evaluation in enumerate(evaluations) if evaluation != "retry"), len(evaluations))
        if retries < len(plan):
            ends.append((retries + 1, plan[retries].get("end", plan[retries].get("status"))))
        else:
            ends.append((retries + 1, 200))
    return ends


def compare(program, told, cases, real, expected):
    differences = [
        f"{program}: {case.name}, {case.method}, {case.plan}: {was} in place of {should} (tries, status)\n{case.__dict__}"
        for case, was, should in zip(cases, expected, real)
        if was != should
    ]
    counts = collections.Counter(min(tries, 6) for tries, _ in real)
    print(
        f"{program} {told}: {len(cases)} configurations, {len(differences)} differences; tries: "
        + ", ".join(f"{counts[count]} × {count}" for count in sorted(counts))
    )
    return differences


def run_haproxy(errctl, found):
    draw = random.Random(58)
    cases = [haproxy.Case(index, draw, index % SLOW == 0) for index in range(CASES)]
    origin = loopback.Origin([case.failure for case in cases])
    port = loopback.free_port()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        config = haproxy.config(cases, port, origin)
        (folder / "haproxy.cfg").write_text(config)
        with loopback.running(found, "-db", "-f", folder / "haproxy.cfg", port=port, log=folder / "log"):
            statuses = loopback.requests(port, [(case.name, case.method, "/pay/now") for case in cases])
        log = "".join(line for line in (folder / "log").open() if " web " in line)
    told = haproxy.tries(log)
    real = [
        (told.get(case.name) if case.is_refused else len(origin.deliveries.get(case.index, [])), status)
        for case, status in zip(cases, statuses)
    ]
    version = loopback.version(found)
    options = ["--system", f"haproxy={version}"]
    differences = compare("HAProxy", version, cases, real, replayed(errctl, "haproxy.cfg", config, cases, *options))
    # The log has a line for each request. One that ended well tells of its last failure.
    ends = {
        case.name: ["retry"] if status == 200 and tries > 1 else ["cancel"] if status != 200 else []
        for case, (tries, status) in zip(cases, real)
    }
    return differences + compare_log("HAProxy", errctl, "haproxy.cfg", config, "haproxy.log", log, ends, *options)


def run_nginx(errctl, found):
    draw = random.Random(59)
    cases = [nginx.Case(index, draw, index % SLOW == 0) for index in range(CASES)]
    origin = loopback.Origin([case.failure for case in cases])
    port = loopback.free_port()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        config = nginx.config(cases, port, origin, folder)
        (folder / "nginx.conf").write_text(config)
        options = ("-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf")
        with loopback.running(found, *options, port=port, log=folder / "log"):
            statuses = loopback.requests(port, [(case.name, case.method, "/pay/now") for case in cases])
        told = nginx.tries((folder / "access.log").read_text())
        log = (folder / "error.log").read_text()
    real = [(told.get(case.name), status) for case, status in zip(cases, statuses)]
    differences = compare("nginx", loopback.version(found), cases, real, replayed(errctl, "nginx.conf", config, cases))
    ends = {}
    for case, (tries, _) in zip(cases, real):
        failures = list(case.told(tries))
        # Where the log lacks tries, no reader can count them.
        if all(is_told for is_told, _ in failures):
            ends[case.name] = ["retry" if is_followed else "cancel" for _, is_followed in failures]
    return differences + compare_log("nginx", errctl, "nginx.conf", config, "error.log", log, ends)


def compare_log(program, errctl, name, config, log_name, log, ends, *options):
    """Differences between what happened behind each failure and what errctl makes of the program's own log."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / name).write_text(config)
        (folder / log_name).write_text(log)
        output = subprocess.run(
            [errctl, "replay", folder / name, folder / log_name, "--resolutions", "-", *options],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    decided = collections.defaultdict(list)
    for resolution in map(json.loads, output.splitlines()):
        decided[resolution.get("origin")].append(resolution["evaluation"])
    differences = [
        f"{program}'s log, {case}: {decided[case]} in place of {should}\n"
        + "".join(line for line in log.splitlines(True) if re.search(rf"\b{case}\b", line))
        for case, should in ends.items()
        if decided[case] != should
    ]
    failures = sum(map(len, ends.values()))
    print(f"{program}'s log: {failures} failures of {len(ends)} requests, {len(differences)} differences")
    return differences


def main():
    errctl, root, *newer = sys.argv[1:]
    differences = []
    missing = []
    for name, path, run in (("HAProxy", "usr/sbin/haproxy", run_haproxy), ("nginx", "usr/sbin/nginx", run_nginx)):
        for other in newer:
            differences += run(errctl, loopback.program(other, path))
        found = loopback.program(root, path)
        if found:
            differences += run(errctl, found)
        else:
            missing.append(name)
    for difference in differences[:20]:
        print(difference)
    if len(missing) == 2:
        print("HAProxy and nginx cannot be unpacked with apt-get")
        sys.exit(77)
    for name in missing:
        print(f"not run: {name}: it cannot be unpacked with apt-get")
    sys.exit(1 if differences else 0)


main()
