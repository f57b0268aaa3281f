"""The plain reading of the rule sets: json and a loop. What it decides is what errctl and DuckDB have to decide.

    python3 Benchmarks/replay/reference.py RULES.json STREAM        prints the rule of every record, or "-"

It knows what the benchmark's rules ask and nothing more of the language. One comfort, else 10,000 rules would take
minutes: what domain, type and code leave of the rules is found once for each kind of error.
"""

import collections
import datetime
import functools
import json
import re
import sys
from fnmatch import translate

SECONDS = {"s": 1, "m": 60, "h": 3600}


@functools.cache
def pattern(text):
    return re.compile(text, re.ASCII)


@functools.cache
def glob(text):
    return re.compile(translate(text))


def number_matches(value, wanted):
    if not isinstance(value, int):
        return False
    if isinstance(wanted, list):
        return any(number_matches(value, item) for item in wanted)
    if isinstance(wanted, dict):
        return value >= wanted["atLeast"]
    if isinstance(wanted, int):
        return value == wanted
    if wanted.endswith("xx"):
        return value // 100 == int(wanted[0])
    first, end = wanted.split("..<")
    return int(first) <= value < int(end)


def text_matches(value, wanted):
    if not isinstance(value, str):
        return False
    if isinstance(wanted, list):
        return any(text_matches(value, item) for item in wanted)
    if isinstance(wanted, str):
        return glob(wanted).match(value) is not None if wanted.endswith("*") else value == wanted
    return all(OPERATORS[operator](value, argument) for operator, argument in wanted.items())


OPERATORS = {
    "contains": lambda value, part: part in value,
    "hasPrefix": str.startswith,
    "hasSuffix": str.endswith,
    "matches": lambda value, text: pattern(text).search(value) is not None,
}
NUMBERS = {"code", "status", "attempt"}
KIND = ("domain", "type", "code")


def holds(key, wanted, record):
    if key == "attributes":
        attributes = record.get("attributes", {})
        return all(text_matches(attributes.get(name), value) for name, value in wanted.items())
    value = record.get(key)
    return number_matches(value, wanted) if key in NUMBERS else text_matches(value, wanted)


def is_pattern(key, wanted):
    return key == "message" and "matches" in wanted


def lookup(path, record):
    return tuple(functools.reduce(lambda value, name: value.get(name), name.split("."), record) for name in path)


class Window:
    """Times of one rule for each key; it forgets what is not within the window, (now - w, now], any more."""

    def __init__(self, settings):
        per = settings["per"]
        self.path = per if isinstance(per, list) else [per]
        self.seconds = int(settings["within"][:-1]) * SECONDS[settings["within"][-1]]
        self.times = collections.defaultdict(collections.deque)

    def of(self, record, now):
        times = self.times[lookup(self.path, record)]
        while times and times[0] <= now - datetime.timedelta(seconds=self.seconds):
            times.popleft()
        return times


class Reference:
    def __init__(self, rules):
        self.rules = rules
        self.by_domain = {}
        self.by_kind = {}
        self.windows = {}
        for index, rule in enumerate(rules):
            for settings in (rule["when"].get("rate"), isinstance(rule["then"], dict) and rule["then"].get("retry")):
                if settings:
                    self.windows[index] = Window(settings)
        self.clock = datetime.datetime.min.replace(tzinfo=datetime.timezone.utc)

    def candidates(self, record):
        """Number and further conditions of the rules that the record's domain, type and code leave."""
        domain, *rest = kind = tuple(record.get(key) for key in KIND)
        if domain not in self.by_domain:
            self.by_domain[domain] = [
                (index, [(key, wanted) for key, wanted in rule["when"].items() if key != "rate"])
                for index, rule in enumerate(self.rules)
                if rule["when"].get("domain", domain) == domain
            ]
        if kind not in self.by_kind:
            self.by_kind[kind] = [
                (index, [(key, wanted) for key, wanted in conditions if key not in KIND])
                for index, conditions in self.by_domain[domain]
                if all(holds(key, wanted, record) for key, wanted in conditions if key in KIND)
            ]
        return self.by_kind[kind]

    def decide(self, record):
        """The number of the rule that answers, from 0, or None."""
        if self.windows:
            self.clock = max(self.clock, datetime.datetime.fromisoformat(record["time"]))
        for index, conditions in self.candidates(record):
            if all(holds(key, wanted, record) for key, wanted in conditions) and self.remembered(index, record):
                return index
        return None

    def remembered(self, index, record):
        window = self.windows.get(index)
        if window is None:
            return True
        times = window.of(record, self.clock)
        rate = self.rules[index]["when"].get("rate")
        if rate:
            times.append(self.clock)
            return len(times) >= rate["atLeast"]
        if len(times) + 1 >= self.rules[index]["then"]["retry"]["maxAttempts"]:
            return False
        times.append(self.clock)
        return True

    def reaches_pattern(self, record):
        """Whether, before any rule answers, nothing but a pattern is left to decide some rule."""
        for _, conditions in self.candidates(record):
            if all(holds(key, wanted, record) for key, wanted in conditions if not is_pattern(key, wanted)):
                return any(is_pattern(key, wanted) for key, wanted in conditions)
        return False

    def may_reach_pattern(self, kind):
        fields = {key: getattr(kind, key) for key in KIND}
        return any(is_pattern(key, wanted) for _, conditions in self.candidates(fields) for key, wanted in conditions)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rules = json.load(file)["responders"][0]["rules"]
    reference = Reference(rules)
    with open(sys.argv[2], encoding="utf-8") as stream:
        for line in stream:
            index = reference.decide(json.loads(line))
            print("-" if index is None else rules[index]["id"])


if __name__ == "__main__":
    main()
