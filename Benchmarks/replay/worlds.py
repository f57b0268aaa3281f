"""Worlds: rule sets of 10 to 10,000 rules and a stream of records, whose distributions are drawn from a seed.

    python3 Benchmarks/replay/worlds.py --seed 2 --rules 1000 --records 200000 --into DIR
        writes DIR/rules.yaml, DIR/rules.json and DIR/stream.ndjson; --rules 0 or --records 0 leaves one out

The reference stream is one choice of how skewed values are, what rules ask and what records hold; what is quick there
need not be quick elsewhere. A seed draws all of that: how many domains, types, codes, origins, hosts and messages there
are and how skewed; how many conditions of which kinds rules have, and how nested; which members records have beside, in
which order; causes, cancellations and whether they are ignored; one responder or several that escalate; how many records
are about nothing that a rule names.

Rules of a smaller set are not those of a larger one. A shorter stream is the beginning of a longer one.
"""

import argparse
import bisect
import functools
import itertools
import json
import pathlib
import random

import rules as reference_rules
import stream as reference_stream

BLOCK = 10_000
COUNTS = (10, 100, 1_000, 10_000)
SEEDS = (1, 3, 5)  # five responders, nested conditions, categories with conditions

SYLLABLES = ["ac", "or", "ne", "ti", "pay", "lo", "cart", "sy", "me", "vi", "du", "ra", "ko", "st", "bel", "fi", "gra", "hu"]
WORDS = [
    "request", "failed", "could", "not", "connect", "to", "timeout", "after", "the", "server", "closed", "invalid", "token",
    "disk", "quota", "unexpected", "reply", "while", "reading", "order", "image", "decoding", "certificate", "expired",
    "locked", "state", "upstream", "returned", "limit", "session", "was", "revoked", "rate", "exceeded", "no", "such", "file",
    "überschritten", "épuisé", "同期", "失敗", "😕",
]  # fmt: skip
SEVERITIES = ["error", "warning", "critical", "info", "notice", "debug", "fatal", "trace"]
STATUSES = [500, 404, 503, 401, 400, 502, 429, 403, 504, 422, 409, 408, 410, 501]
METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH"]
MEMBERS = ["shard", "build", "region", "retries", "elapsed", "tenant", "thread", "queue", "http.route", "db.system", "tags", "device"]
FIELDS = ["time", "origin", "type", "domain", "code", "status", "severity", "category", "operation", "attempt", "message",
          "attributes", "underlying", "case", "is", "cancelled"]  # fmt: skip
CANCELLATIONS = [
    {"domain": "NSURLErrorDomain", "code": -999}, {"domain": "NSCocoaErrorDomain", "code": 3072},
    {"domain": "grpc", "code": 1}, {"type": "Swift.CancellationError"}, {"cancelled": True},
]  # fmt: skip


class Values:
    """Values of one field, the first ones the most frequent, by a power law."""

    def __init__(self, items, skew):
        self.items = items
        self.weights = list(itertools.accumulate((rank + 2) ** -skew for rank in range(len(items))))

    def draw(self, random_):
        return self.items[bisect.bisect(self.weights, random_.random() * self.weights[-1])]


class World:
    def __init__(self, seed):
        self.seed = seed
        self.random = draw = random.Random(f"world/{seed}")
        self.used = set()
        share, number, skew = draw.uniform, draw.randint, lambda: draw.uniform(0.2, 1.8)

        self.vendor = f"com.{self.word()}"
        self.make_kinds(number(4, 40), int(10 ** share(2.2, 3.6)), skew())
        self.areas = [self.word() for _ in range(number(3, 14))]
        screens = [f"{self.vendor}.{area}.{self.word()}" for area in self.areas for _ in range(number(1, 20))]
        draw.shuffle(screens)
        self.origins = Values(screens, skew())
        self.hosts = Values([f"{self.word()}-{n:02}.{self.word()}.example" for n in range(int(10 ** share(0.7, 3)))], skew())
        self.operations = Values([f"{self.word()} {self.word()}" for _ in range(number(3, 60))], skew())
        self.severities = Values(draw.sample(SEVERITIES[:2], 2) + draw.sample(SEVERITIES[2:], number(1, 6)), skew())
        self.statuses = Values(draw.sample(STATUSES, number(4, 14)), skew())
        self.methods = Values(draw.sample(METHODS, number(2, 5)), skew())
        self.members = {name: self.member_values(name, skew()) for name in draw.sample(MEMBERS, number(0, 8))}
        self.at_top = [name for name in self.members if "." not in name and chance(draw, 0.4)]

        self.present = {
            "origin": share(0.7, 1), "domain": share(0.75, 1), "code": share(0.75, 1), "type": share(0.6, 1), "status": share(0, 0.8),
            "severity": share(0.3, 1), "category": share(0, 0.4), "operation": share(0, 0.6), "attempt": share(0, 0.4),
            "attributes": share(0.5, 1), "case": share(0, 0.4), "is": share(0, 0.3), "underlying": share(0, 0.6),
        } | {name: share(0.2, 1) for name in self.members}  # fmt: skip
        self.nested_cause = share(0, 0.5)
        self.strange = share(0.05, 0.6)  # records about what no rule names
        self.cancellations = draw.choice((0, share(0, 0.02), share(0, 0.15)))
        self.levels_as_numbers = draw.choice((0, 0, share(0, 0.5)))
        self.disorder = draw.choice((0, share(0, 0.1), share(0, 0.5)))
        self.orders = [draw.sample(FIELDS, len(FIELDS)) for _ in range(number(1, 4))]  # a recorder writes in one order
        self.recorders = Values(self.orders, skew())

        # What rules are like.
        self.ignore = draw.choice(("cancellation", None, "none"))  # None: not written, which is the same as the first
        self.categories = [self.word() for _ in range(number(0, 7))]
        self.resolved = draw.randrange(len(self.categories) + 1) if chance(draw, 0.6) else 0  # categories with a `when`
        self.responders = draw.choice((1, 1, 2, 3, 5))
        self.named = [self.word() for _ in range(draw.choice((0, 0, 3, 8)))]
        self.nesting = draw.choice((0, share(0, 0.1), share(0.1, 0.4)))
        self.further = share(0.2, 2)
        self.passing = share(0, 0.06)  # `continue` and `escalate`
        self.fidelity = share(0.3, 1)  # the share of rules about kinds as frequent as records are
        styles = ["domain", "type", "code", "domain code", "domain type", "type code", "domain type code", "message", "none"]
        weights = [0.4, 1, 0.3, 4, 1.5, 1, 2, 0.6, 0.4]
        self.styles, self.style_weights = styles, [weight * share(0.1, 2) for weight in weights]
        self.asked = dict(self.conditions())
        self.asked_weights = [share(0, 1) ** 2 + 0.02 for _ in self.asked]

    # --- what there is --------------------------------------------------------------------------------------

    def word(self):
        while True:
            word = "".join(self.random.choices(SYLLABLES, k=self.random.randint(2, 4)))
            if word not in self.used:
                self.used.add(word)
                return word

    def make_kinds(self, domains, count, skew):
        """A kind: domain, type, code, case and texts. Twice as many as `count`; rules name the first half alone."""
        draw = self.random
        names = [f"{self.word()}.{self.word()}" if chance(draw, 0.5) else f"{self.word().title()}ErrorDomain" for _ in range(domains)]
        names += draw.sample(["NSURLErrorDomain", "NSCocoaErrorDomain", "NSPOSIXErrorDomain"], draw.randint(0, 3))
        by_domain = {}
        for name in names:
            module = f"{self.word().title()}.{self.word().title()}"
            types = [f"{module}.{self.word().title()}Error" for _ in range(draw.randint(1, 9))]
            start = 4 if name.startswith("NS") else draw.choice((0, 1, 100, 400, 4_000, 70_000))
            if chance(draw, 0.12) and not name.startswith("NS"):
                codes = [f"E_{self.word().upper()}" for _ in range(draw.randint(3, 40))]
            else:
                codes = draw.sample(range(start, start + 300), draw.randint(3, 150))
            by_domain[name] = types, codes, [self.word() for _ in range(draw.randint(1, 6))]
        self.texts = [self.template() for _ in range(draw.randint(8, 90))]
        kinds, domains = [], Values(names, draw.uniform(0, 1.5))
        for _ in range(count * 2):
            domain = domains.draw(draw)
            types, codes, cases = by_domain[domain]
            kinds.append((domain, draw.choice(types), draw.choice(codes), draw.choice(cases), draw.sample(range(len(self.texts)), 2)))
        self.known, self.unknown = Values(kinds[:count], skew), Values(kinds[count:], skew)

    def template(self):
        words = self.random.choices(WORDS, k=self.random.randint(3, 14))
        for slot in self.random.sample(["{n}", "{hex}", "{host}"], self.random.randint(0, 3)):
            words.insert(self.random.randrange(len(words) + 1), slot)
        return words

    def member_values(self, name, skew):
        draw = self.random
        if name in ("retries", "elapsed"):
            return Values(list(range(draw.choice((5, 300, 9_000)))), skew)
        words = [self.word() for _ in range(draw.choice((2, 12, 150)))]
        if name == "tags":
            return Values([draw.sample(words, min(len(words), draw.randint(0, 4))) for _ in range(60)], skew)
        return Values([f"/{word}" if name == "http.route" else word for word in words], skew)

    # --- rules ----------------------------------------------------------------------------------------------

    def rule_set(self, count):
        draw = random.Random(f"world/{self.seed}/{count}")
        document = {"version": 1, "name": f"world-{self.seed}-{count}"}
        if self.ignore:
            document["defaults"] = {"ignore": self.ignore}
        self.wide = min(1, (100 / count) ** 0.7)  # of many rules fewer are about everything
        if self.named:
            document["matchers"] = {name: self.when(draw, aside=True) for name in self.named}
        if self.categories:
            document["categories"] = [
                {"name": name} | ({"when": self.when(draw, aside=True)} if number < self.resolved else {})
                for number, name in enumerate(self.categories)
            ]
        written = [
            {"id": f"r{number + 1:05}", "when": self.when(draw), "then": self.verdict(draw)} for number in range(count)
        ]
        document["responders"] = self.chain(draw, written)
        return document

    def verdict(self, draw):
        if chance(draw, self.passing):
            return draw.choice(("continue", "escalate"))
        return draw.choice(("proceed", "cancel", "abort"))

    def chain(self, draw, written):
        """A root, and leaves below it that claim areas; each has a part of the rules."""
        if self.responders == 1:
            return [{"id": "app", "rules": written}]
        ids = ["app", *(f"area{number}" for number in range(1, self.responders))]
        parts = {id_: [] for id_ in ids}
        for rule in written:
            parts[draw.choice(ids)].append(rule)
        chain = [{"id": "app", "rules": parts["app"]}]
        for number, id_ in enumerate(ids[1:]):
            claimed = [f"{self.vendor}.{area}.*" for area in self.areas[number :: self.responders - 1]]
            parent = ids[draw.randrange(number + 1)]
            chain.append({"id": id_, "parent": parent, "origins": claimed, "rules": parts[id_]})
        return chain

    def when(self, draw, aside=False):
        """The conditions of a rule, or of what stands `aside` from them and asks no category: a category, a named matcher."""
        domain, type_, code, case, texts = (
            self.known.draw(draw) if chance(draw, self.fidelity) else draw.choice(self.known.items)
        )
        style = draw.choices(self.styles, self.style_weights)[0]
        if style in ("domain", "type", "code", "message", "none") and not chance(draw, self.wide):
            style = "domain type code"
        when = {}
        if "domain" in style:
            when["domain"] = f"{domain[:-2]}*" if chance(draw, 0.04) else domain
        if "type" in style:
            when["type"] = self.type(draw, type_)
        if "code" in style:
            when["code"] = self.code(draw, domain, code)
        further = int(draw.expovariate(1 / self.further)) + (style in ("domain", "type", "none")) + (style == "none") * 2
        for _ in range(min(further, 5)):
            key, value = self.further_condition(draw, texts, case, aside)
            if key == "attributes":
                when[key] = value | when.get(key, {})
            elif key not in when:
                when[key] = value
        if style == "message" or not when:
            when["message"] = self.message(draw, texts)
        if chance(draw, self.nesting):
            when |= self.nested(draw, texts, case, aside, 2)
        if not aside and self.named and chance(draw, 0.05):
            when["matcher"] = draw.choice(self.named)
        return when

    def type(self, draw, type_):
        choice = draw.random()
        if choice < 0.5:
            return type_
        if choice < 0.8:
            return type_.rsplit(".", draw.randint(1, 2))[-1]  # whole components from the right
        if choice < 0.9:
            return f"{type_.rsplit('.', 1)[0]}.*"
        return sorted({type_, self.known.draw(draw)[1]})

    def code(self, draw, domain, code):
        if isinstance(code, str):
            return code if chance(draw, 0.8) else [code, "E_OTHER"]
        others = [kind[2] for kind in self.siblings(domain)]
        choice = draw.random()
        if choice < 0.6:
            return code
        if choice < 0.8:
            return sorted({code, *draw.sample(others, min(len(others), draw.randint(1, 6)))})
        if choice < 0.9 and 100 <= code < 1000:
            return f"{code // 100}xx"
        return f"{code - draw.randrange(4)}{draw.choice(('..<', '...'))}{code + draw.randrange(1, 9)}"

    @functools.cache
    def siblings(self, domain):
        return [kind for kind in self.known.items if kind[0] == domain]

    def conditions(self):
        """What else a rule may ask, by name: (member, value)."""
        hosts, names = self.hosts, [name for name in self.members if name not in ("retries", "elapsed", "tags")]
        yield "status", lambda draw, *_: ("status", draw.choice(("4xx", "5xx", "400..<500", "500...503", self.statuses.draw(draw))))
        yield "statuses", lambda draw, *_: ("status", sorted({self.statuses.draw(draw) for _ in range(3)}))
        yield "severity", lambda draw, *_: ("severity", self.severities.draw(draw))
        yield "severities", lambda draw, *_: ("severity", sorted({self.severities.draw(draw) for _ in range(2)}))
        yield "level", lambda draw, *_: ("severity", {"atLeast": draw.choice(("notice", "warning", "error", "critical"))})
        yield "area", lambda draw, *_: ("origin", f"{self.vendor}.{draw.choice(self.areas)}.*")
        yield "origin", lambda draw, *_: ("origin", self.origins.draw(draw))
        yield "operation", lambda draw, *_: ("operation", self.operations.draw(draw))
        yield "attempt", lambda draw, *_: ("attempt", draw.choice((1, {"atLeast": 2}, {"greaterThan": 2}, [2, 3])))
        yield "host", lambda draw, *_: ("attributes", {"host": hosts.draw(draw)})
        yield "hosts", lambda draw, *_: ("attributes", {"host": sorted({hosts.draw(draw) for _ in range(4)})})
        yield "host-part", lambda draw, *_: ("attributes", {"host": self.part(draw, hosts.draw(draw))})
        yield "method", lambda draw, *_: ("attributes", {"method": self.methods.draw(draw)})
        yield "message", lambda draw, texts, case: ("message", self.message(draw, texts))
        yield "pattern", lambda draw, texts, case: ("message", {"matches": self.pattern(draw, texts)})
        yield "case", lambda draw, texts, case: ("case", case)
        yield "cause", lambda draw, *_: ("underlying", self.of_cause(draw))
        yield "root", lambda draw, *_: ("rootCause", self.of_cause(draw))
        yield "exists", lambda draw, *_: (draw.choice(("operation", "status", "attempt", "severity")), {"exists": chance(draw, 0.5)})
        if self.categories:
            yield "category", lambda draw, *_: ("category", draw.choice(self.categories))
        for name in names:
            yield name, lambda draw, *_, name=name: ("attributes", {name: self.members[name].draw(draw)})
        for name in [name for name in self.members if name in ("retries", "elapsed")]:
            yield name, lambda draw, *_, name=name: ("attributes", {name: {"atLeast": self.members[name].draw(draw)}})
        if "tags" in self.members:
            yield "tags", lambda draw, *_: ("attributes", {"tags": (self.members["tags"].draw(draw) or ["none"])[0]})

    def further_condition(self, draw, texts, case, aside):
        while True:
            name = draw.choices(list(self.asked), self.asked_weights)[0]
            if name != "category" or not aside:
                return self.asked[name](draw, texts, case)

    def part(self, draw, text):
        at = draw.randrange(1, len(text) - 1)
        return draw.choice(({"hasPrefix": text[:at]}, {"hasSuffix": text[at:]}, {"contains": text[at // 2 : at]}))

    def message(self, draw, texts):
        words = self.texts[draw.choice(texts)]
        at = draw.randrange(len(words))
        kept = list(itertools.takewhile(lambda word: word[0] != "{", words[at : at + draw.randint(1, 3)])) or [words[0].strip("{}")]
        part = {draw.choice(("contains", "contains", "contains", "hasPrefix")): " ".join(kept)}
        return part | ({"ignoreCase": True} if chance(draw, 0.1) and " ".join(kept).isascii() else {})

    def pattern(self, draw, texts):
        words = self.texts[draw.choice(texts)]
        at = draw.randrange(len(words))
        slots = {"{n}": "[0-9]+", "{hex}": f"{draw.randrange(16):x}[0-9a-f]*", "{host}": r"[a-z]+-\d+\.\w+\.example"}
        text = " ".join(slots.get(word, word) for word in words[at : at + draw.randint(1, 4)])
        return draw.choice(("{}", "{}", "^{}", "{}$", "(?i){}", "{}.*[0-9]")).format(text)

    def of_cause(self, draw):
        domain, type_, code, case, texts = self.known.draw(draw)
        return draw.choice(({"domain": domain, "code": code}, {"type": type_}, {"message": self.message(draw, texts)}))

    def nested(self, draw, texts, case, aside, depth):
        def branch():
            if depth and chance(draw, 0.25):
                return self.nested(draw, texts, case, aside, depth - 1)
            return dict([self.further_condition(draw, texts, case, aside)])

        kind = draw.choice(("any", "any", "not", "all"))
        return {kind: branch() if kind == "not" else [branch() for _ in range(draw.randint(2, 3))]}

    # --- records --------------------------------------------------------------------------------------------

    def records(self, first, count):
        draw = random.Random(f"world/{self.seed}/records/{first}")
        return "".join(self.line(draw, ordinal) for ordinal in range(first, first + count))

    def line(self, draw, ordinal):
        return json.dumps(self.record(draw, ordinal), separators=(",", ":"), ensure_ascii=ordinal % 7 == 0) + "\n"

    def record(self, draw, ordinal):
        chance_, present = draw.random, self.present
        kind = (self.unknown if chance_() < self.strange else self.known).draw(draw)
        members = self.what(draw, kind)
        members["time"] = reference_stream.time_of(ordinal, chance_())
        for name, values in (("origin", self.origins), ("status", self.statuses), ("operation", self.operations)):
            if chance_() < present[name]:
                members[name] = values.draw(draw)
        if chance_() < present["severity"]:
            level = self.severities.draw(draw)
            members["severity"] = OTEL[level] if chance_() < self.levels_as_numbers else level
        if chance_() < present["attempt"]:
            members["attempt"] = int(chance_() * 4) + 1
        if self.categories and chance_() < present["category"]:
            members["category"] = draw.choice(self.categories)
        if chance_() < present["is"]:
            members["is"] = ["LocalizedError"]
        if chance_() < self.cancellations:
            members |= draw.choice(CANCELLATIONS)
        if chance_() < present["attributes"]:
            members["attributes"] = {"host": self.hosts.draw(draw), "method": self.methods.draw(draw), "user": f"u{int(chance_() * 60_000)}"}
        for name, values in self.members.items():
            if chance_() < present[name]:
                inside = members if name in self.at_top else members.setdefault("attributes", {})
                inside[name] = values.draw(draw)
        if chance_() < present["underlying"]:
            members["underlying"] = [self.cause(draw)]
        order = self.recorders.draw(draw)
        names = [name for name in order if name in members] + [name for name in self.at_top if name in members]
        if chance_() < self.disorder:
            draw.shuffle(names)
        return {name: members[name] for name in names}

    def what(self, draw, kind):
        domain, type_, code, case, texts = kind
        wanted = {"domain": domain, "type": type_, "code": code, "case": case}
        members = {name: value for name, value in wanted.items() if draw.random() < self.present[name]}
        words = self.texts[texts[draw.random() < 0.3]]
        members["message"] = " ".join(self.filled(draw, word) for word in words)
        return members

    def filled(self, draw, word):
        if word == "{n}":
            return str(int(draw.random() * 10_000))
        if word == "{hex}":
            return f"{int(draw.random() * 2**40):010x}"
        return self.hosts.draw(draw) if word == "{host}" else word

    def cause(self, draw):
        cause = self.what(draw, self.known.draw(draw))
        if draw.random() < self.nested_cause:
            cause["underlying"] = [self.cause(draw)]
        return cause


OTEL = {"trace": 1, "debug": 5, "info": 9, "notice": 10, "warning": 13, "error": 17, "critical": 18, "fatal": 21}


def chance(draw, share):
    return draw.random() < share


# --- files --------------------------------------------------------------------------------------------------


@functools.cache
def world(seed):
    return World(seed)


def yaml(document):
    flow = reference_rules.flow
    lines = [f"{key}: {flow(document[key])}" for key in ("version", "name", "defaults") if key in document]
    if "matchers" in document:
        lines += ["matchers:", *(f"  {name}: {flow(when)}" for name, when in document["matchers"].items())]
    if "categories" in document:
        lines += ["categories:", *(f"  - {flow(category)}" for category in document["categories"])]
    lines.append("responders:")
    for responder in document["responders"]:
        head = [f"{key}: {flow(responder[key])}" for key in ("id", "parent", "origins") if key in responder]
        lines += [f"  {'- ' if number == 0 else '  '}{line}" for number, line in enumerate([*head, "rules:"])]
        for rule in responder["rules"]:
            lines += [f"      - id: {rule['id']}", f"        when: {flow(rule['when'])}", f"        then: {rule['then']}"]
    return "\n".join(lines) + "\n"


def write_rules(seed, count, path):
    """As YAML or as JSON, as the file's name ends."""
    document = world(seed).rule_set(count)
    text = yaml(document) if path.suffix == ".yaml" else json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    path.write_text(text, encoding="utf-8")


def block(task):
    seed, first, count = task
    return world(seed).records(first, count).encode()


def write_stream(seed, records, path):
    tasks = [(seed, first, min(BLOCK, records - first)) for first in range(0, records, BLOCK)]
    reference_stream.write_blocks(path, block, tasks)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--rules", type=int, default=100)
    arguments.add_argument("--records", type=int, default=200_000)
    arguments.add_argument("--into", type=pathlib.Path, required=True)
    options = arguments.parse_args()
    options.into.mkdir(parents=True, exist_ok=True)
    for suffix in (".yaml", ".json") if options.rules else ():
        write_rules(options.seed, options.rules, options.into / f"rules{suffix}")
    if options.records:
        write_stream(options.seed, options.records, options.into / "stream.ndjson")


if __name__ == "__main__":
    main()
