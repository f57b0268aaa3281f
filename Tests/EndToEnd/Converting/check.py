"""What errctl convert makes of rule files and of generated documents, read by others; see check.sh.

PyYAML reads YAML 1.1, ruamel.yaml (the rule files) YAML 1.2: they have to find in the YAML what Python's json finds in
the JSON.
"""

import json
import random
import subprocess
import sys
import tempfile
from decimal import Decimal
from pathlib import Path

import ruamel.yaml
import yaml

ERRCTL = sys.argv[1]
ROOT = Path(__file__).resolve().parents[3]
faults = []


def fail(text):
    faults.append(text)
    print(text)


def convert(path):
    done = subprocess.run([ERRCTL, "convert", path], capture_output=True, text=True, timeout=60)
    if done.returncode:
        fail(f"{path} is not converted: {done.stderr}")
        return None
    return done.stdout


def named(value):
    """Keys as text: of a payload's places YAML readers make integers."""
    if isinstance(value, dict):
        return {str(key): named(item) for key, item in value.items()}
    if isinstance(value, list):
        return [named(item) for item in value]
    return value


def exact(text):
    """The value with its numbers exactly as they stand, whole ones apart from others."""
    return json.loads(text, parse_int=lambda digits: ("whole", int(digits)), parse_float=lambda digits: ("decimal", Decimal(digits)))


def same(left, right):
    """Whether both are equal, true and 1 and 1.0 being three."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right


def compare(source, what, ruamel_too=False):
    """Converts a JSON file into YAML and back; others read what it was."""
    value = json.loads(source.read_text())
    text = convert(source)
    if text is None:
        return
    if not same(named(yaml.safe_load(text)), value):
        fail(f"{what}: PyYAML reads something else")
    if ruamel_too and not same(named(ruamel.yaml.YAML(typ="safe", pure=True).load(text)), value):
        fail(f"{what}: ruamel.yaml reads something else")
    there = source.with_suffix(".yaml")
    there.write_text(text)
    back = convert(there)
    if back is not None and exact(back) != exact(source.read_text()):
        fail(f"{what}: the numbers are not exact on the way back")


LETTERS = list("ab xyn019-+.:,#&*!|>'\"%@`{}[]?=<~_\\/$éß日😀") + ["\n", "\t", "\r", "\x00", "\x07", "\x85", "\xa0", "\u2028", "\ufeff", "\u200b", "\U0001F469\u200d"]
WORDS = """no yes on off y n true false null ~ = << 010 0o17 0x1F 0b11 1_000 1:30 190:20:30 .5 5. 1e3 1.5e+3 .inf -.Inf .nan 2026-11-20
2026-11-20T08:15:02Z 5xx 400..<500 400...499 200ms $name {error.message} --- ... - ? : , # !x &a *a | > @ ` % [] {} 0. +1 -0 1,000 0777 08 1e 0x Yes NO""".split()


def text(rng):
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(WORDS) + rng.choice(["", "", "", " ", ":", "\n", " #", "x"])
    if kind < 0.5:
        return "\n".join(rng.choice(["one", "  two", "", "# three", "four: 4", "- five", "tab\there"]) for _ in range(rng.randrange(1, 5)))
    return "".join(rng.choice(LETTERS) for _ in range(rng.randrange(0, 9)))


def number(rng):
    return rng.choice(["0", "-0", "1", "-17", "1e3", "1E5", "1.50", "-0.0", "123456789012345678901234567890", "0.1e-7", "9007199254740993",
                       "1e+30", "-9223372036854775808", "9223372036854775807", "18446744073709551616", "3.0", "1.7976931348623157e308"])


def document(rng, depth):
    """A value as JSON text."""
    kind = rng.random()
    if depth == 0 or kind < 0.35:
        return rng.choice([lambda: json.dumps(text(rng)), lambda: number(rng), lambda: rng.choice(["true", "false", "null"])])()
    if kind < 0.6:
        return "[" + ", ".join(document(rng, depth - 1) for _ in range(rng.randrange(0, 5))) + "]"
    keys = {text(rng) for _ in range(rng.randrange(0, 6))}
    return "{" + ", ".join(f"{json.dumps(key)}: {document(rng, depth - 1)}" for key in sorted(keys)) + "}"


with tempfile.TemporaryDirectory() as work:
    work = Path(work)
    for path in sorted(ROOT.glob("rules/**/rules.json")):
        source = work / f"{path.parent.name}.json"
        source.write_text(path.read_text())
        compare(source, path.parent.name, ruamel_too=True)
        # Both ways the rules answer what they always do.
        for ending in ("yaml", "json"):
            converted = work / f"converted.{'json' if ending == 'yaml' else 'yaml'}"
            converted.write_text(convert(path.with_suffix(f".{ending}")))
            done = subprocess.run([ERRCTL, "replay", converted, path.with_name("stream.ndjson"), "--resolutions", "-"], capture_output=True)
            if done.stdout != path.with_name("resolutions.ndjson").read_bytes():
                fail(f"{path.parent.name}: converted from {ending}, the rules answer otherwise")
    rng = random.Random(7)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 150
    for index in range(count):
        source = work / f"document-{index}.json"
        # One in three is a list of texts alone: what matters most.
        texts = "[" + ", ".join(json.dumps(text(rng)) for _ in range(60)) + "]"
        source.write_text(texts if index % 3 == 0 else "{" + f'"a": {document(rng, 4)}, "b": {document(rng, 5)}' + "}")
        compare(source, f"document {index}, {source.read_text()[:2000]}")
    print(f"conversions: {count} generated documents, {len(list(ROOT.glob('rules/**/rules.json')))} rule sets both ways, {len(faults)} failed")
sys.exit(1 if faults else 0)
