"""The rules for jq and for Miller: programs that print the rule of every record, or "-"."""

import json
import re

ORDER = ("domain", "code", "type", "status", "severity", "category", "attempt", "operation", "origin", "attributes", "message")


def tests(rule):
    """What a rule asks as (path, operator, argument), the dear ones last."""
    for key in ORDER:
        wanted = rule["when"].get(key)
        if wanted is None:
            continue
        for path, value in [((key, name), item) for name, item in wanted.items()] if key == "attributes" else [((key,), wanted)]:
            yield from test(path, value)


def test(path, value):
    if isinstance(value, list):
        yield path, "in", value
    elif isinstance(value, dict):
        for operator, argument in value.items():
            yield path, operator, argument
    elif isinstance(value, int):
        yield path, "in", [value]
    elif path[0] in ("code", "status"):
        if value.endswith("xx"):
            yield path, "between", (int(value[0]) * 100, int(value[0]) * 100 + 99)
        else:
            first, end = map(int, value.split("..<"))
            yield path, "between", (first, end - 1)
    elif value.endswith("*"):
        yield path, "hasPrefix", value[:-1]
    else:
        yield path, "in", [value]


def chain(rules, start, again, answer, condition, end):
    branches = [
        f"{again if number else start} {condition(rule)} {answer(rule)}" for number, rule in enumerate(rules)
    ]
    return "\n".join(branches) + "\n" + end


def jq(rules):
    functions = {
        "hasPrefix": "startswith", "hasSuffix": "endswith", "contains": "contains", "matches": "test",
    }  # fmt: skip

    def one(path, operator, argument):
        field = "." + ".".join(path)
        if operator == "in":
            return "(" + " or ".join(f"{field} == {json.dumps(item)}" for item in argument) + ")"
        if operator == "between":
            return f"({field} != null and {field} >= {argument[0]} and {field} <= {argument[1]})"
        if operator == "atLeast":
            return f"({field} != null and {field} >= {argument})"
        return f'({field} // "" | {functions[operator]}({json.dumps(argument)}))'

    return chain(
        rules,
        "if",
        "elif",
        lambda rule: f'then "{rule["id"]}"',
        lambda rule: " and ".join(one(*item) for item in tests(rule)),
        'else "-" end',
    )


def miller(rules):
    def expression(text):
        """A pattern in Miller's quotes, which know no escapes but a few: classes do for the others."""
        text = text.replace("\\w", "[0-9A-Za-z_]").replace("\\b", "(^|[^0-9A-Za-z_])")
        return '"' + re.sub(r"\\(\W)", r"[\1]", text) + '"'

    def literally(text):
        return text.replace(".", "[.]")

    def one(path, operator, argument):
        field = f"${path[0]}" + "".join(f'["{name}"]' for name in path[1:])
        if operator == "in":
            asked = "(" + " || ".join(f"{field} == {json.dumps(item, ensure_ascii=False)}" for item in argument) + ")"
        elif operator == "between":
            asked = f"{field} >= {argument[0]} && {field} <= {argument[1]}"
        elif operator == "atLeast":
            asked = f"{field} >= {argument}"
        elif operator == "hasPrefix":
            asked = f"{field} =~ {expression('^' + literally(argument))}"
        elif operator == "hasSuffix":
            asked = f"{field} =~ {expression(literally(argument) + '$')}"
        elif operator == "contains":
            asked = f"{field} =~ {expression(literally(argument))}"
        else:
            asked = f"{field} =~ {expression(argument)}"
        return f"is_present({field}) && {asked}"

    return chain(
        rules,
        "if (",
        "} elif (",
        lambda rule: f') {{ print "{rule["id"]}"',
        lambda rule: " && ".join(one(*item) for item in tests(rule)),
        '} else { print "-" }',
    )
