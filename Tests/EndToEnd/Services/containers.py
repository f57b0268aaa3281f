"""Containers with random restart policies and exit statuses are run by Docker and by Podman. What the engine made of their ends is compared
with what errctl makes of a Compose file and of the engine's events: an error for each failure, with its status and the number of
restarts, and a retry for each that was started again. containers.py ERRCTL [ROOT]; ROOT has the unpacked packages of the engines.

containers-docker, containers-podman   what Docker 20.10.24 and Podman 4.3.1 did with 24 containers each
"""

import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from replaying import drawn, resolutions

ERRCTL = sys.argv[1]
ROOT = sys.argv[2] if len(sys.argv) > 2 else ""
HERE = pathlib.Path(__file__).resolve().parent
POLICIES = ["no", "always", "unless-stopped", "on-failure", "on-failure:0", "on-failure:1", "on-failure:2", "on-failure:3"]
STATUSES = [0, 1, 1, 7, 137, 143, 255]
differences = []


def containers():
    draw = random.Random(58)
    lines = []
    for number in range(drawn(64)):
        statuses = [draw.choice(STATUSES) for _ in range(draw.randint(1, 5))]
        if draw.random() < 0.4:
            statuses = [status or 1 for status in statuses]
        lines.append(f"web-{number} {POLICIES[number % len(POLICIES)]} {' '.join(map(str, statuses))}\n")
    return "".join(lines)


def ends(engine, events):
    """The exit status of each run of a container, and whether its engine started it again."""
    found = collections.defaultdict(list)
    for line in events.read_text().splitlines():
        event = json.loads(line)
        if event["Type"] != "container":
            continue
        docker = engine == "docker"
        name = event["Actor"]["Attributes"]["name"] if docker else event["Name"]
        kind = event["Action" if docker else "Status"]
        if kind in ("die", "died"):
            found[name].append([int(event["Actor"]["Attributes"]["exitCode"]) if docker else event.get("ContainerExitCode", 0), False])
        elif kind == "start" and found[name]:
            found[name][-1][1] = True
    return found


def compare(engine, folder):
    lines = [line.split() for line in (folder / "containers").read_text().splitlines()]
    states = {line.split()[0]: line.split()[1:] for line in (folder / "state").read_text().splitlines()}
    happened = ends(engine, folder / "events")
    records = collections.defaultdict(list)
    output = subprocess.run([ERRCTL, "inspect", folder / "events", "--records", "-"], capture_output=True, text=True).stdout
    for record in map(json.loads, output.splitlines()):
        if "completed" not in record:
            records[record["origin"]].append(record)
    asked = []
    for name, *_ in lines:
        # A good end is no error, so the stream does not have it.
        good = [index for index, (status, _) in enumerate(happened[name]) if not status]
        failures = [index for index, (status, _) in enumerate(happened[name]) if status]
        asked += [({"origin": name, "operation": name, "domain": "success", "code": 0}, name, index) for index in good]
        told = [(record["code"], record["attributes"]["restarts"]) for record in records[name]]
        expected = [(happened[name][index][0], index) for index in failures]
        if told != expected:
            differences.append(f"{engine}, {name}: ended as {expected}, errctl tells {told}")
            continue
        asked += [(record, name, index) for record, index in zip(records[name], failures)]
    services = "".join(f'  {name}: {{ image: a, restart: "{policy}" }}\n' for name, policy, *_ in lines)
    found = resolutions(ERRCTL, "compose.yaml", "services:\n" + services, [record for record, _, _ in asked], "--system", engine)
    policies = {name: policy for name, policy, *_ in lines}
    counts = collections.Counter()
    for (record, name, index), resolution in zip(asked, found, strict=True):
        again = happened[name][index][1]
        counts[policies[name], bool(record["code"]), again] += 1
        if again != (resolution["evaluation"] == "retry"):
            differences.append(f"{engine}, {policies[name]}, {record}: restarted {again}, errctl {resolution['evaluation']}")
    for name, (restarts, *_) in states.items():
        if int(restarts) != sum(again for _, again in happened[name]):
            differences.append(f"{engine}, {name}: {restarts} restarts, and the events have {happened[name]}")
    restarted = sum(count for (_, _, again), count in counts.items() if again)
    print(f"{engine}: {sum(counts.values())} ends of {len(lines)} containers, {restarted} of them followed by a restart")


def main():
    for engine in ["docker", "podman"]:
        compare(engine, HERE / f"containers-{engine}")
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "containers").write_text(containers())
            live = subprocess.run([HERE / "containers.sh", "outside", engine, folder, ROOT], capture_output=True, text=True)
            if live.returncode:
                print(f"not run: {engine}: {live.stdout.strip() or live.stderr.strip()}")
                continue
            compare(engine, folder)
    for difference in differences[:40]:
        print(difference)
    print(f"{len(differences)} differences")
    return 1 if differences else 0


sys.exit(main())
