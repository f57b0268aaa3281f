"""How errctl's kinds group messages, beside Drain3's templates, on the sixteen samples of loghub that people have labelled.

    ./dev bench templates --loghub FOLDER [--samples Apache,HDFS] [--wrong] [--errctl FILE]

FOLDER is a clone of https://github.com/logpai/loghub. Every line of a sample is an error with a message and nothing else,
and two lines are in one group if they are of one kind. Drain3 has its defaults and the two masks of its README.

Grouping accuracy (Zhu et al. 2019) is the share of the messages whose group holds exactly the messages of their event.
`--wrong` lists the events that errctl gets wrong, with its kinds.
"""

import argparse
import collections
import csv
import importlib.metadata
import io
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import drain3
    from drain3.masking import MaskingInstruction
    from drain3.template_miner_config import TemplateMinerConfig
except ImportError:
    print("Drain3 is not installed; ./dev bench templates installs it", file=sys.stderr)
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = (
    "Android Apache BGL HDFS HPC Hadoop HealthApp Linux Mac OpenSSH OpenStack Proxifier Spark Thunderbird Windows Zookeeper"
).split()
MASKS = (
    (r"((?<=[^A-Za-z0-9])|^)(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})((?=[^A-Za-z0-9])|$)", "IP"),
    (r"((?<=[^A-Za-z0-9])|^)([\-\+]?\d+)((?=[^A-Za-z0-9])|$)", "NUM"),
)


def git(folder, *arguments):
    ended = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, encoding="utf-8")
    if ended.returncode:
        print(f"{folder} is no clone of https://github.com/logpai/loghub: {ended.stderr.strip()}", file=sys.stderr)
        sys.exit(77)
    return ended.stdout


def sample(folder, name):
    """The messages of a sample, each with its event."""
    text = git(folder, "show", f"HEAD:{name}/{name}_2k.log_structured.csv")
    return [(row["Content"], row["EventId"]) for row in csv.DictReader(io.StringIO(text, newline=""))]


def replayed(errctl, folder, messages, events):
    """The report of a replay in which a rule for each event takes its messages."""
    rules, stream = folder / "rules.json", folder / "stream.ndjson"
    own = [{"id": event, "when": {"origin": event}, "then": "cancel"} for event in events]
    rules.write_text(json.dumps({"version": 1, "responders": [{"id": "app", "rules": own}]}))
    stream.write_text("".join(json.dumps({"origin": event, "message": message}) + "\n" for message, event in messages))
    command = [errctl, "replay", str(rules), str(stream), "--kinds", "--no-redact", "--format", "json"]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8")
    if ended.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ends with {ended.returncode}: {ended.stderr}")
    return json.loads(ended.stdout)


def accuracy_of_errctl(errctl, folder, messages, shows_wrong):
    """A right event has one kind, and this kind no other message."""
    events = collections.Counter(event for _, event in messages)
    kinds = replayed(errctl, folder, messages, [])["unhandledKinds"]
    sizes = {kind["id"]: kind["count"] for kind in kinds}
    if sum(sizes.values()) != len(messages):
        sys.exit("errctl does not list every kind")
    right = 0
    for name, rule in replayed(errctl, folder, messages, sorted(events))["kinds"]["rules"].items():
        event = name.partition("/")[2]
        if rule["kindCount"] == 1 and sizes[rule["kinds"][0]["id"]] == events[event]:
            right += events[event]
        elif shows_wrong:
            print(f"  {event}: {events[event]} messages, {rule['kindCount']} kinds", file=sys.stderr)
            for kind in rule["kinds"][:4]:
                print(f"    {kind['count']} of {sizes[kind['id']]}: {kind['name']}", file=sys.stderr)
    return right / len(messages), len(sizes), len(events)


def accuracy_of_drain3(messages):
    settings = TemplateMinerConfig()
    settings.masking_instructions = [MaskingInstruction(pattern, mask) for pattern, mask in MASKS]
    miner = drain3.TemplateMiner(config=settings)
    clusters = [miner.add_log_message(message)["cluster_id"] for message, _ in messages]
    groups, events = collections.defaultdict(set), collections.defaultdict(set)
    for index, (cluster, (_, event)) in enumerate(zip(clusters, messages)):
        groups[cluster].add(index)
        events[event].add(index)
    right = sum(groups[cluster] == events[event] for cluster, (_, event) in zip(clusters, messages))
    return right / len(messages), len(groups)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench templates", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loghub", required=True, help="a clone of https://github.com/logpai/loghub")
    parser.add_argument("--samples", default=",".join(SAMPLES), help="samples, with commas")
    parser.add_argument("--wrong", action="store_true", help="list the events that errctl gets wrong")
    parser.add_argument("--errctl", default=str(ROOT / ".build-static/errctl"), help="another build of it")
    asked = parser.parse_args()
    unknown = set(asked.samples.split(",")) - set(SAMPLES)
    if unknown:
        sys.exit(f"there is no sample {', '.join(sorted(unknown))}; there are: {', '.join(SAMPLES)}")
    print(f"loghub {git(asked.loghub, 'rev-parse', 'HEAD')[:8]}, Drain3 {importlib.metadata.version('drain3')}\n")
    print("| sample | events | errctl | kinds | Drain3 | clusters |\n|---|---|---|---|---|---|")
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in asked.samples.split(","):
            messages = sample(asked.loghub, name)
            own, groups, events = accuracy_of_errctl(asked.errctl, pathlib.Path(folder), messages, asked.wrong)
            other, clusters = accuracy_of_drain3(messages)
            ours.append(own)
            theirs.append(other)
            print(f"| {name} | {events} | {own:.3f} | {groups} | {other:.3f} | {clusters} |", flush=True)
    print(f"| mean | | {sum(ours) / len(ours):.3f} | | {sum(theirs) / len(theirs):.3f} | |")


if __name__ == "__main__":
    main()
