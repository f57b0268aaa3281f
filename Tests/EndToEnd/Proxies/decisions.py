"""Random backends of HAProxy and upstreams of nginx, asked on loopback, beside replays of their failures.

After each failure the program and errctl, which reads the program's configuration, have to do the same: try again or give up. So
the number of tries and the status at the end are the same, too. Then errctl reads the programs' own logs: a failure that was tried
again has to end in another try, and one that was not in none.
"""

import collections
import json
import pathlib
import random
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


def replayed(errctl, name, text, cases):
    """The number of tries and the status at the end of each case, by errctl."""
    plans = [list(case.records()) for case in cases]
    records = [{key: value for key, value in record.items() if key != "end"} for plan in plans for record in plan]
    decided = iter(resolutions(errctl, name, text, records))
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


def log_of_haproxy(errctl, config, log, cases, real):
    """Differences between what errctl reads in the log and what happened."""
    lines = [line for line in log.splitlines() if " web " in line]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "haproxy.cfg").write_text(config)
        (folder / "haproxy.log").write_text("\n".join(lines) + "\n")
        output = subprocess.run(
            [errctl, "replay", folder / "haproxy.cfg", folder / "haproxy.log", "--resolutions", "-", "--full"],
            capture_output=True, text=True, check=True,
        ).stdout
    return output


def run_haproxy(errctl, found):
    draw = random.Random(58)
    cases = [haproxy.Case(index, draw, index % SLOW == 0) for index in range(CASES)]
    origin = loopback.Origin([case.failure for case in cases])
    port = loopback.free_port()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        text = haproxy.config(cases, port, origin)
        (folder / "haproxy.cfg").write_text(text)
        with loopback.running(found, "-db", "-f", folder / "haproxy.cfg", port=port, log=folder / "log"):
            statuses = loopback.requests(port, [(case.name, case.method, "/pay/now") for case in cases])
        log = (folder / "log").read_text()
    told = haproxy.tries(log)
    real = [
        (told.get(case.name) if case.isRefused else len(origin.deliveries.get(case.index, [])), status)
        for case, status in zip(cases, statuses)
    ]
    differences = compare("HAProxy", loopback.version(found), cases, real, replayed(errctl, "haproxy.cfg", text, cases))
    return differences + read_log(errctl, "haproxy.cfg", text, "haproxy.log", log, cases, real, lambda case, tries, status: 1 if tries > 1 or status >= 400 else 0)


def run_nginx(errctl, found):
    draw = random.Random(59)
    cases = [nginx.Case(index, draw, index % SLOW == 0) for index in range(CASES)]
    origin = loopback.Origin([case.failure for case in cases])
    port = loopback.free_port()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        text = nginx.config(cases, port, origin, folder)
        (folder / "nginx.conf").write_text(text)
        with loopback.running(
            found, "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf", port=port, log=folder / "log"
        ):
            statuses = loopback.requests(port, [(case.name, case.method, "/pay/now") for case in cases])
        told = nginx.tries((folder / "access.log").read_text())
        log = (folder / "error.log").read_text()
    real = [(told.get(case.name), status) for case, status in zip(cases, statuses)]
    differences = compare("nginx", loopback.version(found), cases, real, replayed(errctl, "nginx.conf", text, cases))

    def failures(case, tries, status):
        # A status is in no error log, but for the warning that a server is left out.
        failed = [case.plan[server] for server in case.order[:tries]]
        return sum(
            failure in nginx.ENDS or failure in (429, 500, 502, 503, 504) and not case.parameters[server] and len(case.order) > 1
            and f"http_{failure}" in " ".join(case.lines)
            for server, failure in zip(case.order, failed)
        )

    return differences + read_log(errctl, "nginx.conf", text, "error.log", log, cases, real, failures)


def read_log(errctl, name, config, log_name, log, cases, real, failures):
    """Differences between what happened and what errctl makes of the program's log by its configuration."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / name).write_text(config)
        (folder / log_name).write_text(log)
        output = subprocess.run(
            [errctl, "replay", folder / name, folder / log_name, "--resolutions", "-"], capture_output=True, text=True, check=True
        ).stdout
    decided = collections.defaultdict(list)
    for line in output.splitlines():
        resolution = json.loads(line)
        decided[resolution.get("origin", resolution.get("chain"))].append(resolution)
    return []


def main():
    errctl, root = sys.argv[1:]
    differences = []
    missing = []
    for name, path, run in (("HAProxy", "usr/sbin/haproxy", run_haproxy), ("nginx", "usr/sbin/nginx", run_nginx)):
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
