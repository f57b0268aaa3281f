"""The same rules in DuckDB: read_json with its columns named and typed, then one query. Prints the count of each rule.

    python duckdb_peer.py RULES STREAM THREADS SHAPE [--decisions]      RULES: as rules.py writes them, JSON

case    one CASE with a branch for each rule, in their order: what a person would write
join    rules with one code by a join on domain and code, then a CASE over those few; the others in a CASE of their own

--decisions prints the rule of every record, in order, instead of the counts.
"""

import json
import sys

TEXTS = ("domain", "type", "severity", "category", "origin", "operation", "message")
NUMBERS = ("code", "status", "attempt")
COLUMNS = (
    {name: "VARCHAR" for name in TEXTS}
    | {name: "BIGINT" for name in NUMBERS}
    | {"attributes": 'STRUCT(host VARCHAR, "method" VARCHAR)'}
)


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def number_condition(column, wanted):
    if isinstance(wanted, list):
        return f"{column} IN ({', '.join(map(str, wanted))})"
    if isinstance(wanted, dict):
        return f"{column} >= {wanted['atLeast']}"
    if isinstance(wanted, int):
        return f"{column} = {wanted}"
    if wanted.endswith("xx"):
        return f"{column} BETWEEN {wanted[0]}00 AND {wanted[0]}99"
    first, end = map(int, wanted.split("..<"))
    return f"{column} BETWEEN {first} AND {end - 1}"


def text_condition(column, wanted):
    if isinstance(wanted, list):
        return f"{column} IN ({', '.join(map(quoted, wanted))})"
    if isinstance(wanted, str):
        return f"starts_with({column}, {quoted(wanted[:-1])})" if wanted.endswith("*") else f"{column} = {quoted(wanted)}"
    functions = {"contains": "contains", "hasPrefix": "starts_with", "hasSuffix": "suffix", "matches": "regexp_matches"}
    return " AND ".join(f"{functions[operator]}({column}, {quoted(argument)})" for operator, argument in wanted.items())


# DuckDB asks the conditions of a branch from left to right at first: the dear ones last.
ORDER = ("domain", "code", "type", "status", "severity", "category", "attempt", "operation", "origin", "attributes", "message")


def condition(rule, without=()):
    parts = []
    for key in ORDER:
        wanted = rule["when"].get(key)
        if wanted is None or key in without:
            continue
        if key == "attributes":
            parts += [text_condition(f'attributes."{name}"', value) for name, value in wanted.items()]
        elif key in NUMBERS:
            parts.append(number_condition(key, wanted))
        else:
            parts.append(text_condition(key, wanted))
    return " AND ".join(parts) or "true"


def case(numbered, without=()):
    branches = " ".join(f"WHEN {condition(rule, without)} THEN {number}" for number, rule in numbered)
    return f"CASE {branches} END" if branches else "NULL"


def numbers_by_case(rules, source):
    return f"SELECT {case(list(enumerate(rules)))} AS rule FROM {source}"


def is_joined(rule):
    return "domain" in rule["when"] and isinstance(rule["when"].get("code"), int)


def numbers_by_join(rules, source):
    """The joined table has a number for each domain and code that rules name; the first rule of either kind counts."""
    joined = {}
    for number, rule in enumerate(rules):
        if is_joined(rule):
            joined.setdefault((rule["when"]["domain"], rule["when"]["code"]), []).append(number)
    rows = ", ".join(f"({quoted(domain)}, {code}, {group})" for group, (domain, code) in enumerate(joined))
    groups = " ".join(
        f"WHEN {group} THEN {case([(number, rules[number]) for number in numbers], without=('domain', 'code'))}"
        for group, numbers in enumerate(joined.values())
    )
    others = case([(number, rule) for number, rule in enumerate(rules) if not is_joined(rule)])
    keyed = f"CASE keys.kind {groups} END" if groups else "NULL"
    return (
        f"SELECT least({keyed}, {others}) AS rule FROM {source} AS records"
        + (f" LEFT JOIN (VALUES {rows}) AS keys(key_domain, key_code, kind)"
           " ON records.domain = keys.key_domain AND records.code = keys.key_code" if joined else "")
    )  # fmt: skip


SHAPES = {"case": numbers_by_case, "join": numbers_by_join}


def main():
    import duckdb

    rules_path, stream, threads, shape, *rest = sys.argv[1:]
    with open(rules_path, encoding="utf-8") as file:
        rules = json.load(file)["responders"][0]["rules"]
    columns = ", ".join(f"{name}: {quoted(type_)}" for name, type_ in COLUMNS.items())
    source = f"read_json({quoted(stream)}, format = 'newline_delimited', columns = {{{columns}}})"
    connection = duckdb.connect(config={"threads": int(threads)})
    # A CASE nests as deep as it has branches, once it is parsed.
    connection.execute("SET max_expression_depth = 100000")
    if "--decisions" in rest:
        numbers = connection.execute(SHAPES[shape](rules, source)).fetchall()
        print("\n".join("-" if number is None else rules[number]["id"] for (number,) in numbers))
        return
    connection.execute("SET preserve_insertion_order = false")
    query = f"SELECT rule, count(*) FROM ({SHAPES[shape](rules, source)}) GROUP BY rule ORDER BY rule"
    for number, count in connection.execute(query).fetchall():
        print("-" if number is None else rules[number]["id"], count)


if __name__ == "__main__":
    main()
