"""The rule sets: 10, 100, 1,000 and 10,000 rules of one responder, and the 100 again with state.

    python3 Benchmarks/replay/rules.py COUNT FILE [--state]        FILE ends with .yaml or .json

A rule here is what stands in the rule file: {"id", "when", "then"}. The reference and the peers translate from that.
About nine of ten rules name a domain, eight of ten codes; the rest of their conditions, 2.9 to 3.7 a rule, are drawn
from what records have. SHAPES says the rest.
"""

import argparse
import json
import pathlib
import random
from dataclasses import dataclass

import vocabulary as v


@dataclass(frozen=True)
class Shape:
    contains: int  # rules that ask what a message contains
    matches: int  # rules with a pattern
    frequent: float  # the share of rules about kinds as frequent as records are; the others are about any kind
    sharp: float  # the share of further conditions that few records satisfy
    seed: int  # chosen so that about 4, 42 and 62 % of the records match
    further: float  # how many further conditions a rule has that names a code; one that names none has one more


SHAPES = {
    10: Shape(contains=5, matches=0, frequent=0.6, sharp=0.0, further=0.0, seed=6),
    100: Shape(contains=11, matches=17, frequent=1.0, sharp=0.0, further=0.45, seed=19),
    1_000: Shape(contains=101, matches=116, frequent=0.6, sharp=0.42, further=1.0, seed=3),
    10_000: Shape(contains=1141, matches=1192, frequent=0.3, sharp=0.95, further=1.0, seed=1),
}

# What each text says that a rule may ask for: words, and patterns with room for numbers.
WORDS = [
    "timed out", "connection refused", "reset by peer", "Unexpected token", "abgelehnt", "disk error", "expired",
    "同期に失敗", "no such key", "quota exceeded", "certificate", "deadline", "upstream returned 5", "épuisé",
    "database is locked", "was revoked", "checksum mismatch", "disk quota", "closed the connection", "😕",
    "unknown error", "invalid state", "rate limited", "image",
]  # fmt: skip
PATTERNS = [
    r"timed out after {d}[0-9]{{3,4}} ms", r"^Could not connect to (api|pay)-0{s}", r"(?i)RESET by peer after {d}[0-9]*",
    r"token .* at line {d}[0-9]+", r"Limit von {d}[0-9]+ €", r"disk error {d}[0-9]?[0-9]?", r"expired {d}[0-9]* seconds ago",
    r"レコード {d}[0-9]+ の同期", r"items\[{d}[0-9]*\]\.price", r"exceeded: {d}[0-9]{{2}} of 5000",
    r"certificate for .(img|auth)-0{s}", r"(?i)DEADLINE of {d}[0-9]+ ms", r"returned 5{d}[0-9] for", r": {d}[0-9]* article",
    r"table orders_{d}[0-9]*$", r"^token {h}[0-9a-f]+ was", r"chunk {d}[0-9]*: expected [0-9a-f]{{10}}$",
    r"writing {d}[0-9]+ bytes to /var/cache", r"\({d}[0-9]* of [0-9]+ bytes\)", r"reference {h}[0-9a-f]*-{d}",
    r"ticket {h}[0-9a-f]{{9}}$", r"found .(open|held). for order {d}", r"limited by \w+-0{s}", r"\b{h}[0-9a-f]+\.jpeg\b",
]  # fmt: skip


class Author:
    def __init__(self, count):
        self.count = count
        self.shape = SHAPES[count]
        self.random = random.Random(f"rules/{count}/{self.shape.seed}")

    def rules(self):
        numbers = list(range(self.count))
        self.random.shuffle(numbers)
        shape = self.shape
        containing = set(numbers[: shape.contains])
        matching = set(numbers[shape.contains : shape.contains + shape.matches])
        anywhere = set(self.random.sample(numbers, self.count // 10))
        return [
            {
                "id": f"r{number + 1:05}",
                "when": self.when(number in containing, number in matching, number in anywhere),
                "then": self.random.choice(("proceed", "cancel", "abort")),
            }
            for number in range(self.count)
        ]

    def kind(self):
        if self.random.random() < self.shape.frequent:
            return self.random.choices(v.KINDS, cum_weights=v.WEIGHTS)[0]
        return self.random.choice(v.KINDS)

    def when(self, contains, matches, anywhere):
        """The conditions of one rule, in an order that people write them in."""
        kind, chance = self.kind(), self.random.random
        text = kind.texts[chance() < 0.3]
        when = {} if anywhere else {"domain": kind.domain}
        has_code = chance() < (0.3 if anywhere else 0.87)
        if has_code:
            when["code"] = self.code(kind)
        if anywhere or chance() < 0.5:
            when["type"] = kind.type
        if matches:
            draw = self.random.randrange
            when["message"] = {"matches": PATTERNS[text].format(d=draw(1, 99), s=draw(1, 9), h=f"{draw(16):x}")}
        elif contains:
            when["message"] = {"contains": WORDS[text]}
        further = int(self.shape.further + (not has_code) + chance())
        while further > 0:
            choices = SHARP if chance() < self.shape.sharp else BLUNT
            member, value = self.random.choice(choices)
            if member not in when:
                when[member] = value(self.random)
                further -= 1
        return when

    def code(self, kind):
        style = self.random.random()
        if style < 0.75:
            return kind.code
        if style < 0.9:
            others = self.random.sample(v.CODES[kind.domain], 2)
            return sorted({kind.code, *others})
        return f"{kind.code - self.random.randrange(3)}..<{kind.code + self.random.randrange(1, 4)}"


# Further conditions: a member and what to ask of it. SHARP ones hold for few of a hundred records.
BLUNT = [
    ("status", lambda random: random.choice(("4xx", "5xx", "400..<500", "500..<504"))),
    ("severity", lambda random: random.choice(("error", ["error", "critical"], ["warning", "error"]))),
    ("severity", lambda random: random.choice(("error", "warning"))),
    ("origin", lambda random: f"com.shop.{random.choice(v.AREAS_OF_SCREENS)}.*"),
    ("attributes", lambda random: {"method": random.choice((["GET", "POST"], ["PUT", "PATCH"], "GET", "POST"))}),
    ("attributes", lambda random: {"host": {"hasPrefix": random.choice(("api-", "img-", "pay-", "auth-"))}}),
    ("attributes", lambda random: {"host": {"hasSuffix": random.choice(("eu-west", "us-east")) + ".shop.example"}}),
]
SHARP = [
    ("status", lambda random: random.choice((401, 403, 404, 409, 503, [502, 504], [401, 403]))),
    ("category", lambda random: random.choice(v.CATEGORIES)),
    ("origin", lambda random: random.choice(v.ORIGINS)),
    ("operation", lambda random: random.choice(v.OPERATIONS)),
    ("attempt", lambda random: {"atLeast": random.randrange(2, 4)}),
    ("attributes", lambda random: {"host": random.choice(v.HOSTS)}),
    ("attributes", lambda random: {"host": random.sample(v.HOSTS, 3), "method": random.choice(v.METHODS)}),
    ("attributes", lambda random: {"host": {"contains": random.choice(("-01.", "-02.", "-03."))}, "method": "GET"}),
]


def rule_set(count):
    return Author(count).rules()


def with_state(rules):
    """Every tenth rule remembers: by turns it counts its retries for each host or user, or asks how often it was."""
    changed = list(rules)
    for turn, number in enumerate(range(2, len(rules), 10)):
        rule = rules[number]
        if turn % 2 == 0:
            per = ["attributes.user", "attributes.host"][turn // 2 % 2]
            changed[number] = rule | {"then": {"retry": {"maxAttempts": 4, "per": per, "within": "2h"}}}
        else:
            rate = {"atLeast": 2, "within": "3h", "per": ["attributes.host"]}
            changed[number] = rule | {"when": rule["when"] | {"rate": rate}}
    return changed


def document(rules):
    return {
        "version": 1,
        "name": f"benchmark-{len(rules)}",
        "categories": [{"name": name} for name in v.CATEGORIES],
        "responders": [{"id": "app", "rules": rules}],
    }


def flow(value):
    """A value as YAML's flow style. A string in double quotes is JSON's, but that libyaml wants no surrogate pairs."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key}: {flow(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str) and value.replace(".", "").replace("_", "").isalnum() and value[0].isalpha() and value.isascii():
        return value
    return json.dumps(value, ensure_ascii=False)


def yaml(rules):
    lines = ["version: 1", f"name: benchmark-{len(rules)}", "categories:"]
    lines += [f"  - {flow({'name': name})}" for name in v.CATEGORIES]
    lines += ["responders:", "  - id: app", "    rules:"]
    for rule in rules:
        lines.append(f"      - id: {rule['id']}")
        lines.append(f"        when: {flow(rule['when'])}")
        lines.append(f"        then: {flow(rule['then'])}")
    return "\n".join(lines) + "\n"


def conditions(rule):
    return sum(len(value) if key == "attributes" else 1 for key, value in rule["when"].items())


def write(rules, path):
    text = yaml(rules) if path.suffix == ".yaml" else json.dumps(document(rules), ensure_ascii=False, indent=1) + "\n"
    path.write_text(text, encoding="utf-8")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("count", type=int, choices=list(SHAPES))
    arguments.add_argument("file", type=pathlib.Path)
    arguments.add_argument("--state", action="store_true")
    options = arguments.parse_args()
    rules = rule_set(options.count)
    write(with_state(rules) if options.state else rules, options.file)


if __name__ == "__main__":
    main()
