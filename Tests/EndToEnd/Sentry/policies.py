"""Random fingerprint rules, as text, are read by errctl. Records have to get the category of the rule that Sentry would take: the first
one all of whose matchers hold. What a glob matches, Sentry's own library says; how matchers go together is said again here.
"""

import random
import sys

from replaying import drawn, resolutions
from sentry_relay.processing import is_glob_match

RULE_SETS = drawn(250)
RULES = 8
RECORDS = 40
TYPES = ["Timeout", "TimeoutError", "KeyError", "a,b", "x[1]"]
TEXTS = ["", "timed out", "Timed OUT after 5 s", "a/b", "a\\b", "{x}", "a.b.c", "first\nsecond", "1.18.4-2aa8", "**", "a,b"]
LOGGERS = ["shop.cart", "shop", "Shop/cart"]
LEVELS = ["debug", "info", "warning", "error", "fatal"]
RELEASES = ["shop@1.0", "/srv/shop/1.0", "srv\\shop", "2.1", "Shop@1.1"]
PLATFORMS = ["python", "node", "javascript", "cocoa", "c", "java"]
FAMILIES = {"cocoa": "native", "c": "native", "node": "javascript", "javascript": "javascript"}
PIECES = ["*", "?", "**", "/", "[a-c]", "[!a]", "{a,b}", "\\*", "\\", "[", "a", "b", ".", "t", "T", " ", "[0-9]", "{x", "**/", "/**"]


def glob(draw, texts):
    text = draw.choice(texts)
    kind = draw.random()
    if kind < 0.25:
        return text
    if kind < 0.5:
        place = draw.randint(0, len(text))
        return text[: place // 2] + draw.choice(["*", "?", "**"]) + text[place:]
    return "".join(draw.choice(PIECES) for _ in range(draw.randint(1, 5)))


def matcher(draw):
    key = draw.choice(["error.type", "type", "error.value", "value", "message", "logger", "level", "release", "tags.shop", "family"])
    if key in ("error.type", "type"):
        # Elsewhere a type may have its module before it, in which the glob may match.
        pattern = draw.choice(TYPES + ["*", "Time*", "Timeout*", "*Error", "?eyError", "{Key,Timeout}Error"])
    elif key == "level":
        pattern = draw.choice(LEVELS + ["ERROR", "*", "[ef]*"])
    elif key == "family":
        pattern = draw.choice(["native", "javascript", "other", "native,other", "all", "ruby"])
    else:
        pattern = glob(draw, {"logger": LOGGERS, "release": RELEASES}.get(key, TEXTS))
    return ("!" if draw.random() < 0.2 else "", key, pattern)


def written(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def record(draw):
    def error():
        return {"type": draw.choice(TYPES), "message": draw.choice(TEXTS)}

    made = error() if draw.random() < 0.7 else {"message": draw.choice(TEXTS)}
    if "type" in made and draw.random() < 0.3:
        made["underlying"] = [error() for _ in range(draw.randint(1, 2))]
    made |= {"origin": draw.choice(LOGGERS), "severity": draw.choice(LEVELS), "platform": draw.choice(PLATFORMS)}
    attributes = {"platform": made.pop("platform")}
    if draw.random() < 0.7:
        attributes["release"] = draw.choice(RELEASES)
    if draw.random() < 0.7:
        attributes["tags.shop"] = draw.choice(TEXTS)
    return made | {"attributes": attributes}


def plain(value, pattern, ignore_case):
    return value is not None and is_glob_match(value, pattern, case_insensitive=ignore_case, allow_newline=True)


def path(value, pattern):
    options = {"double_star": True, "case_insensitive": True, "path_normalize": True, "allow_newline": True}
    if value is None:
        return False
    return is_glob_match(value, pattern, **options) or not value.startswith("/") and is_glob_match("/" + value, pattern, **options)


def holds(matchers, made):
    """Whether all of them hold; those of exceptions for the same one, and so those of messages."""
    errors = [made, *made.get("underlying", [])]
    exceptions = [error for error in errors if "type" in error]
    groups = {}
    for negation, key, pattern in matchers:
        kind = {"error.type": "exception", "type": "exception", "error.value": "exception", "value": "exception"}.get(key, key)
        groups.setdefault(kind, []).append((negation, key, pattern))
    for kind, group in groups.items():
        values = {"exception": exceptions, "message": errors}.get(kind, [made])
        if not any(all(one(each, value, made) != (each[0] == "!") for each in group) for value in values):
            return False
    return True


def one(each, value, made):
    _, key, pattern = each
    attributes = made["attributes"]
    match key:
        case "error.type" | "type":
            return plain(value["type"], pattern, False)
        case "error.value" | "value" | "message":
            return plain(value.get("message"), pattern, True)
        case "logger":
            return plain(made["origin"], pattern, False)
        case "level":
            return plain(made["severity"], pattern, True)
        case "release":
            return path(attributes.get("release"), pattern)
        case "tags.shop":
            return plain(attributes.get("tags.shop"), pattern, False)
        case "family":
            return "all" in pattern.split(",") or FAMILIES.get(attributes["platform"], "other") in pattern.split(",")


def compare(errctl, seed):
    draw = random.Random(seed)
    rules = [[matcher(draw) for _ in range(draw.choice([1, 1, 2, 3]))] for _ in range(RULES)]
    lines = [" ".join(f"{n}{key}:{written(pattern)}" for n, key, pattern in rule) + f" -> group{i}" for i, rule in enumerate(rules)]
    records = [record(draw) for _ in range(RECORDS)]
    expected = [next((f"group{i}" for i, rule in enumerate(rules) if holds(rule, made)), None) for made in records]
    found = [each.get("category") for each in resolutions(errctl, "rules.txt", "# comment\n" + "\n".join(lines) + "\n", records)]
    differing = [each for each in zip(records, expected, found) if each[1] != each[2]]
    for made, wanted, got in differing[:3]:
        print(f"seed {seed}: {made}: Sentry {wanted}, errctl {got}", *lines, sep="\n  ")
    return len(differing), sum(category is not None for category in expected)


def main():
    results = [compare(sys.argv[1], seed) for seed in range(RULE_SETS)]
    differing = sum(result[0] for result in results)
    grouped = sum(result[1] for result in results)
    print(f"{RULE_SETS * RULES} fingerprint rules, {RULE_SETS * RECORDS} errors, {grouped} of them grouped: {differing} differ")
    sys.exit(differing > 0 or grouped < RULE_SETS * RECORDS // 4)


main()
