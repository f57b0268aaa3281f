"""The plain reading of the benchmark's rule sets: json, closures and a loop. What it decides, errctl has to decide.

    python3 Benchmarks/replay/reference.py RULES.json STREAM
        prints for every record the rule that answers it, "cancellation" where it is ignored, or "-"

It is written from design/rule-language.md and knows of the language what the benchmark's rules ask, nothing more. One
comfort, else 10,000 rules would take minutes: what domain, type and code leave of the rules is found once for each kind
of error.
"""

import collections
import datetime
import functools
import json
import operator
import re
import sys

SECONDS = {"s": 1, "m": 60, "h": 3600}
KIND = ("domain", "type", "code")
NAMES = {"type", "case", "domain", "code", "category", "origin", "operation", "event"}
FIELDS = NAMES | {
    "time", "id", "payload", "is", "status", "message", "reason", "suggestion", "options", "severity", "fatal", "cancelled",
    "attempt", "retryAfter", "problem", "underlying", "answers", "with", "platform",
}  # fmt: skip
SEVERITIES = ["trace", "debug", "info", "notice", "warning", "error", "critical", "fatal"]
LEVELS = [(4, "trace"), (8, "debug"), (9, "info"), (12, "notice"), (16, "warning"), (17, "error"), (20, "critical")]
CANCELLED = {("NSURLErrorDomain", -999), ("NSCocoaErrorDomain", 3072), ("grpc", 1)}


# --- records ------------------------------------------------------------------------------------------------


class Error:
    """A recorded error or one of its causes."""

    def __init__(self, members):
        self.members = members
        self.attributes = {name: value for name, value in members.items() if name not in FIELDS and name != "attributes"}
        self.attributes |= members.get("attributes", {})
        self.category = members.get("category")

    @functools.cached_property
    def causes(self):
        """The direct cause first; a cause's own causes follow it."""
        found = []
        for cause in map(Error, self.members.get("underlying", [])):
            found += [cause, *cause.causes]
        return found

    def value(self, field):
        if field == "category":
            return self.category
        value = self.members.get(field)
        if field == "severity" and is_number(value):
            return next((name for level, name in LEVELS if value <= level), "fatal")
        if field == "status" and value is None:
            value = self.members.get("problem", {}).get("status")
            return lookup("http.response.status_code", self.attributes) if value is None else value
        return value

    def is_cancellation(self):
        return (
            self.members.get("cancelled") is True
            or any(type_matches("CancellationError", name) for name in self.types())
            or (self.members.get("domain"), self.members.get("code")) in CANCELLED
        )

    def types(self):
        return [name for name in (self.members.get("type"), *self.members.get("is", [])) if name]


def lookup(path, value):
    """What stands at a dotted path; the longest literal key wins."""
    if path in value:
        return value[path]
    at = path.rfind(".")
    while at > 0:
        inner = value.get(path[:at])
        found = lookup(path[at + 1 :], inner) if isinstance(inner, dict) else None
        if found is not None:
            return found
        at = path.rfind(".", 0, at)
    return None


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


# --- values -------------------------------------------------------------------------------------------------


@functools.cache
def glob(text):
    return re.compile(".*".join(map(re.escape, text.split("*"))), re.DOTALL)


def type_matches(wanted, name):
    """Whole dotted components from the right; a glob covers the whole name."""
    if "*" in wanted:
        return glob(wanted).fullmatch(name) is not None
    return name == wanted or name.endswith("." + wanted)


def in_range(text):
    """The first number of a class or a range and the one after its last, or nothing."""
    if re.fullmatch("[1-9]xx", text):
        return int(text[0]) * 100, int(text[0]) * 100 + 100
    found = re.fullmatch(r"(-?\d+)\.\.(\.|<)(-?\d+)", text)
    return found and (int(found[1]), int(found[3]) + (found[2] == "."))


def as_number(value):
    """A code that is a canonical decimal is that number."""
    if isinstance(value, str) and re.fullmatch("0|-?[1-9][0-9]*", value):
        return int(value)
    return value if is_number(value) else None


def numeric(compare, bound):
    return lambda value: is_number(value) and compare(value, bound)


def textual(test):
    return lambda value: isinstance(value, str) and test(value)


def operators(field, wanted):
    folds = wanted.get("ignoreCase", False)
    tests = []
    for name, argument in wanted.items():
        if name != "ignoreCase":
            arguments = argument if isinstance(argument, list) else [argument]
            tests.append(any_of([OPERATORS[name](field, item, folds) for item in arguments]))
    return all_of(tests)


def severity_at_least(bound):
    return lambda value: value in SEVERITIES and SEVERITIES.index(value) >= SEVERITIES.index(bound)


def text_operator(test):
    def made(field, argument, folds):
        if folds:
            return textual(lambda value: test(value.lower(), argument.lower()))
        return textual(lambda value: test(value, argument))

    return made


def matches(field, argument, folds):
    return textual(re.compile(argument, re.ASCII | (re.IGNORECASE if folds else 0)).search)


OPERATORS = {
    "equals": lambda field, text, folds: text_operator(operator.eq)(field, text, folds),
    "contains": text_operator(operator.contains),
    "hasPrefix": text_operator(str.startswith),
    "hasSuffix": text_operator(str.endswith),
    "matches": matches,
    "lessThan": lambda field, bound, folds: numeric(operator.lt, bound),
    "atMost": lambda field, bound, folds: numeric(operator.le, bound),
    "atLeast": lambda field, bound, folds: severity_at_least(bound) if field == "severity" else numeric(operator.ge, bound),
    "greaterThan": lambda field, bound, folds: numeric(operator.gt, bound),
}


def plain(field, wanted):
    """A test of one present value against what is not a list and not operators."""
    if field in ("code", "status", "attempt"):
        convert = as_number if field == "code" else (lambda value: value if is_number(value) else None)
        span = in_range(wanted) if isinstance(wanted, str) else None
        if span:
            return lambda value: (number := convert(value)) is not None and span[0] <= number < span[1]
        number = as_number(wanted)
        if number is not None:
            return lambda value: convert(value) == number
    if isinstance(wanted, str) and field in NAMES and "*" in wanted:
        return textual(glob(wanted).fullmatch)
    return lambda value: value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def value_test(field, wanted):
    if isinstance(wanted, list):
        return any_of([value_test(field, item) for item in wanted])
    return operators(field, wanted) if isinstance(wanted, dict) else plain(field, wanted)


# --- conditions ---------------------------------------------------------------------------------------------


def any_of(tests):
    return tests[0] if len(tests) == 1 else lambda subject: any(test(subject) for test in tests)


def all_of(tests):
    return tests[0] if len(tests) == 1 else lambda subject: all(test(subject) for test in tests)


class Conditions:
    """Makes tests of errors out of what stands below `when`."""

    def __init__(self, matchers):
        self.named = {name: self.mapping(wanted) for name, wanted in matchers.items()}

    def mapping(self, wanted):
        return all_of([self.condition(key, value) for key, value in wanted.items()])

    def condition(self, key, wanted):
        if key in ("all", "any"):
            return (all_of if key == "all" else any_of)([self.mapping(item) for item in wanted])
        if key == "not":
            inner = self.mapping(wanted)
            return lambda error: not inner(error)
        if key == "matcher":
            return self.named[wanted]
        if key == "underlying":
            inner = self.mapping(wanted)
            return lambda error: any(inner(cause) for cause in error.causes)
        if key == "rootCause":
            inner = self.mapping(wanted)
            return lambda error: inner(error.causes[-1] if error.causes else error)
        if key == "attributes":
            return all_of([self.attribute(name, value) for name, value in wanted.items()])
        if key == "type" and not isinstance(wanted, dict):
            names = wanted if isinstance(wanted, list) else [wanted]
            return lambda error: any(type_matches(name, type_) for type_ in error.types() for name in names)
        return asked(key, wanted, lambda error: error.value(key))

    def attribute(self, name, wanted):
        def found(error):
            return lookup(name, error.attributes)

        return asked(name, wanted, found) if is_existence(wanted) else elementwise(value_test(None, wanted), found)


def is_existence(wanted):
    return isinstance(wanted, dict) and "exists" in wanted


def asked(field, wanted, found):
    """A missing field matches nothing but `exists: false`."""
    if is_existence(wanted):
        return lambda error: (found(error) is not None) == wanted["exists"]
    test = value_test(field, wanted)
    return lambda error: (value := found(error)) is not None and bool(test(value))


def elementwise(test, found):
    """An array matches if one element does."""

    def holds(error):
        value = found(error)
        return any(map(test, value)) if isinstance(value, list) else value is not None and bool(test(value))

    return holds


# --- rule sets ----------------------------------------------------------------------------------------------


class Window:
    """Times of one rule for each key; it forgets what is not within the window, (now - w, now], any more."""

    def __init__(self, settings):
        per = settings["per"]
        self.path = per if isinstance(per, list) else [per]
        self.seconds = int(settings["within"][:-1]) * SECONDS[settings["within"][-1]]
        self.times = collections.defaultdict(collections.deque)

    def of(self, record, now):
        times = self.times[tuple(lookup(path, record) for path in self.path)]
        while times and times[0] <= now - datetime.timedelta(seconds=self.seconds):
            times.popleft()
        return times


class Rule:
    def __init__(self, written, conditions):
        self.id, self.then = written["id"], written["then"]
        self.rate = written["when"].get("rate")
        settings = self.rate or (isinstance(self.then, dict) and self.then.get("retry"))
        self.window = Window(settings) if settings else None
        self.kind, self.rest, self.patterns = {}, [], []
        for key, wanted in written["when"].items():
            if key == "rate":
                continue
            test = conditions.condition(key, wanted)
            if key in KIND:
                self.kind[key] = test
            elif key == "message" and "matches" in wanted:
                self.patterns.append(test)
            else:
                self.rest.append(test)


class Responder:
    def __init__(self, written, conditions):
        self.id, self.parent = written["id"], written.get("parent")
        self.origins = written.get("origins", [])
        self.rules = [Rule(rule, conditions) for rule in written["rules"]]
        self.by_domain, self.by_kind = {}, {}

    def candidates(self, error):
        """The rules that the error's domain, type and code leave."""
        domain = error.members.get("domain")
        kind = (domain, error.members.get("code"), *error.types())
        if kind not in self.by_kind:
            if domain not in self.by_domain:
                tests = [(rule, rule.kind.get("domain")) for rule in self.rules]
                self.by_domain[domain] = [rule for rule, test in tests if test is None or test(error)]
            left = self.by_domain[domain]
            self.by_kind[kind] = [rule for rule in left if all(test(error) for test in rule.kind.values())]
        return self.by_kind[kind]


class Reference:
    def __init__(self, document):
        conditions = Conditions(document.get("matchers", {}))
        self.categories = [
            (category["name"], conditions.mapping(category["when"]) if "when" in category else None)
            for category in document.get("categories", [])
        ]
        self.default_category = document.get("defaults", {}).get("category")
        self.listed = {name for name, _ in self.categories} | {self.default_category}
        self.ignores = document.get("defaults", {}).get("ignore", "cancellation") == "cancellation"
        self.responders = {written["id"]: Responder(written, conditions) for written in document["responders"]}
        self.root = next(responder for responder in self.responders.values() if responder.parent is None)
        self.remembers = any(rule.window for responder in self.responders.values() for rule in responder.rules)
        self.starts = {}
        self.clock = datetime.datetime.min.replace(tzinfo=datetime.timezone.utc)

    def first_asked(self, origin):
        """The responder of that name, else the one with the longest of `origins` that covers it, else the root."""
        if origin not in self.starts:
            found = [(-1, self.root)]
            for responder in self.responders.values():
                for claim in responder.origins:
                    prefix = claim.removesuffix(".*")
                    below = claim.endswith(".*") and (origin or "").startswith(prefix + ".")
                    if origin == prefix or below:
                        found.append((len(prefix), responder))
            self.starts[origin] = self.responders.get(origin) or max(found, key=operator.itemgetter(0))[1]
        return self.starts[origin]

    def error(self, record):
        error = Error(record)
        if error.category not in self.listed:
            error.category = None
        if error.category is None:
            holding = (name for name, test in self.categories if test and test(error))
            error.category = next(holding, self.default_category)
        return error

    def decide(self, record):
        """The id of the rule that answers, `cancellation`, or None."""
        error = self.error(record)
        if self.remembers:
            self.clock = max(self.clock, datetime.datetime.fromisoformat(record["time"]))
        if self.ignores and error.is_cancellation():
            return "cancellation"
        responder = self.first_asked(record.get("origin"))
        while responder:
            for rule in responder.candidates(error):
                if not all(test(error) for test in rule.rest) or not all(test(error) for test in rule.patterns):
                    continue
                if not self.remembered(rule, record) or rule.then == "continue":
                    continue
                if rule.then == "escalate":
                    break
                return rule.id
            responder = self.responders.get(responder.parent)
        return None

    def remembered(self, rule, record):
        if rule.window is None:
            return True
        times = rule.window.of(record, self.clock)
        if rule.rate:
            times.append(self.clock)
            return len(times) >= rule.rate["atLeast"]
        if len(times) + 1 >= rule.then["retry"]["maxAttempts"]:
            return False
        times.append(self.clock)
        return True

    def reaches_pattern(self, record):
        """Whether, before any rule of the root answers, nothing but a pattern is left to decide some rule."""
        error = self.error(record)
        for rule in self.root.candidates(error):
            if all(test(error) for test in rule.rest):
                return bool(rule.patterns)
        return False

    def may_reach_pattern(self, kind):
        return any(rule.patterns for rule in self.root.candidates(Error({key: getattr(kind, key) for key in KIND})))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        reference = Reference(json.load(file))
    with open(sys.argv[2], encoding="utf-8") as stream:
        for line in stream:
            print(reference.decide(json.loads(line)) or "-")


if __name__ == "__main__":
    main()
