"""Random retry tables, and the one that botocore brings, are given to botocore's retry handlers and to errctl, which reads them as
rule files. Behind each failed try both have to do the same: try again after the same delay, or give up. Where botocore can't make
a client of one of a table's services, or fails at what its policies say, errctl has to reject the table.
"""

import itertools
import json
import pathlib
import random
import subprocess
import sys

import botocore
import botocore.session
from clients import answer, damaged, error_members, failed_sending, handler
from replaying import drawn, resolutions

TABLES = drawn(2_000)
SEQUENCES = 4
STATUSES = [301, 400, 403, 409, 429, 500, 502, 503, 509]
CODES = ["Throttling", "SlowDown", "Busy.Later", "400", "", "*", "$retry"]
NAMES = ["a", "b", "c", "throttling", "timeouts"]
HEADERS = ["x-amz-crc32", "x-crc"]
# A service without an entry.
OTHER = "kms"


def response(draw):
    """What a policy asks of an answer; merged with another one it may come to lack what it needs."""
    kind = draw.random()
    if kind < 0.1:
        return {"crc32body": draw.choice(HEADERS)}
    if kind < 0.15:
        return {"service_error_code": draw.choice(CODES)}
    status = {"http_status_code": draw.choice(STATUSES)}
    return status if kind < 0.5 else {"service_error_code": draw.choice(CODES)} | status


def applies(draw):
    if draw.random() < 0.2:
        return {"socket_errors": ["GENERAL_CONNECTION_ERROR"] * draw.choice([0, 1, 1, 1])}
    return {"response": response(draw)}


def policy(draw):
    reference = draw.random()
    if reference < 0.3:
        return {"$ref": draw.choice(["one", "two", "three"])}
    return {"applies_when": {"$ref": "condition"} if reference < 0.4 else applies(draw)}


def policies(draw, most):
    return {name: policy(draw) for name in draw.sample(NAMES, draw.randint(0, most))}


def delay(draw):
    if draw.random() < 0.2:
        return {"$ref": "delay"}
    base = draw.choice(["rand", 0.05, 0.3, 2])
    return {"type": "exponential", "base": base, "growth_factor": draw.choice([1, 1.5, 2, 10])}


def service(draw, prefix):
    entry = {}
    settings = {
        "max_attempts": draw.choice([0, 1, 2, 4, 2.5]),
        "delay": draw.choice([delay(draw), {"base": 0.1}, {"growth_factor": 3}]),
        "policies": policies(draw, 3),
    }
    if draw.random() < 0.9:
        entry["__default__"] = {key: value for key, value in settings.items() if draw.random() < 0.6}
    for operation in (prefix, "GetObject"):
        if draw.random() < 0.15:
            entry[operation] = {"policies": policies(draw, 2)}
    return entry


def table(draw, prefixes):
    definitions = {name: {"applies_when": applies(draw)} for name in ("one", "two", "three")}
    definitions |= {"condition": applies(draw), "delay": {"type": "exponential", "base": "rand", "growth_factor": 2}}
    default = {"max_attempts": draw.choice([1, 2, 3, 5]), "delay": delay(draw), "policies": policies(draw, 5)}
    chosen = draw.sample(prefixes, draw.randint(0, 3))
    return {"definitions": definitions, "retry": {"__default__": default} | {prefix: service(draw, prefix) for prefix in chosen}}


def handlers(table):
    """The handler of each of the table's services and of another one; None if botocore can't make them all."""
    prefixes = [prefix for prefix in table["retry"] if prefix != "__default__"]
    try:
        return {prefix: handler(table, prefix) for prefix in prefixes + [OTHER]}
    except (KeyError, TypeError, ValueError):
        return None


def failures(handler):
    """What may fail a try: an answer's body is looked at only where a policy says so."""
    answers = [answer(status, code) for status in STATUSES for code in CODES]
    bodies = [failure for failure in map(damaged, HEADERS) if is_rejected(failure, handler)]
    return [answers, failed_sending()] + ([bodies] if bodies else [])


def is_rejected(failure, handler):
    try:
        handler(10**6, failure.response, None, request_dict={"context": {}})
    except Exception as raised:
        return error_members(type(raised)) == failure.members
    return False


def sequence(handler, choose):
    """Tries until botocore gives up: the failures and its delays, None at the end."""
    tries = []
    while not tries or tries[-1][1] is not None:
        failure = choose()
        tries.append((failure, failure.delay(handler, len(tries) + 1)))
    return tries


def record(name, attempt, failure, service_id, has_ancestors):
    members = {key: value for key, value in failure.members.items() if key != "is" or has_ancestors}
    place = {"id": name, "operation": name, "attempt": attempt, "attributes": {"rpc.service": service_id}}
    return members | place


class Comparison:
    def __init__(self, errctl, ids):
        self.errctl, self.ids = errctl, ids
        self.counts = dict.fromkeys(["sequences", "failed tries", "tried again"], 0)
        self.shares = []

    def rejects(self, table):
        try:
            resolutions(self.errctl, "_retry.json", json.dumps(table), [{"status": 500}])
        except subprocess.CalledProcessError as failed:
            assert failed.returncode == 2 and "faulty-policy" in failed.stderr, failed.stderr
            return True
        return False

    def compare(self, where, table, sequences):
        """`sequences`: the endpoint prefix, the service id, whether records name ancestors, and the tries."""
        records = []
        for number, (_, service_id, has_ancestors, tries) in enumerate(sequences):
            for attempt, (failure, _) in enumerate(tries, 1):
                records.append(record(f"{where}/{number}", attempt, failure, service_id, has_ancestors))
        found = iter(zip(records, resolutions(self.errctl, "_retry.json", json.dumps(table), records), strict=True))
        for prefix, _, _, tries in sequences:
            is_random = handler(table, prefix)._action.keywords["base"] == "rand"
            self.counts["sequences"] += 1
            for _, delay in tries:
                told, resolution = next(found)
                self.counts["failed tries"] += 1
                retry = resolution.get("retry")
                message = f"{where}, {prefix}: {told}: botocore {delay}, errctl {resolution}\n{json.dumps(table)}"
                assert (retry is None) == (delay is None), message
                if delay is None:
                    assert resolution["evaluation"] == "cancel" and resolution["handled"], message
                    continue
                self.counts["tried again"] += 1
                assert retry["attempt"] == told["attempt"], message
                if is_random:
                    assert 0 <= retry["delay"] <= delay + 0.0005, message
                    self.shares.append(retry["delay"] / delay)
                else:
                    assert abs(retry["delay"] - delay) <= 0.000501, message


def compare_random_tables(comparison, prefixes):
    rejected = 0
    for seed in range(TABLES):
        draw = random.Random(seed)
        drawn = table(draw, prefixes)
        made = handlers(drawn)
        if made is None:
            rejected += 1
            assert comparison.rejects(drawn), f"seed {seed}: {json.dumps(drawn)}"
            continue
        sequences = []
        for _ in range(SEQUENCES):
            prefix = draw.choice(list(made))
            kinds = failures(made[prefix])
            again = [failure for kind in kinds for failure in kind if failure.delay(made[prefix], 1) is not None]
            tries = sequence(made[prefix], lambda: draw.choice(again if again and draw.random() < 0.7 else draw.choice(kinds)))
            sequences.append((prefix, draw.choice(comparison.ids[prefix]), draw.random() < 0.5, tries))
        comparison.compare(f"seed {seed}", drawn, sequences)
    return rejected


def compare_own_table(comparison):
    """The table that botocore brings: each failure again and again, for each of its services and another one."""
    text = (pathlib.Path(botocore.__file__).parent / "data" / "_retry.json").read_text()
    own = json.loads(text)
    named = {response["service_error_code"] for response in responses(own)}
    sequences = []
    for prefix, made in handlers(own).items():
        answers = [answer(status, code) for status in STATUSES + [408, 504] for code in sorted(named) + ["Other"]]
        for failure in answers + failed_sending() + [body for body in map(damaged, HEADERS) if is_rejected(body, made)]:
            tries = sequence(made, lambda: failure)
            for service_id, has_ancestors in itertools.product(comparison.ids[prefix], [False, True]):
                sequences.append((prefix, service_id, has_ancestors, tries))
    comparison.compare("botocore's own table", own, sequences)


def responses(node):
    """The responses with an error code that policies ask for."""
    if isinstance(node, dict):
        if "service_error_code" in node:
            yield node
        for value in node.values():
            yield from responses(value)


# Each raises an exception in botocore, when a client is made or when its handler is called.
MISTAKES = {
    "a dangling reference": lambda default: default["policies"].update(mistake={"$ref": "nowhere"}),
    "a policy without a condition": lambda default: default["policies"].update(mistake={}),
    "a condition of another kind": lambda default: default["policies"].update(mistake={"applies_when": {"errors": []}}),
    "an unknown response": lambda default: default["policies"].update(mistake={"applies_when": {"response": {}}}),
    "an unknown socket error": lambda default: default["policies"].update(mistake={"applies_when": {"socket_errors": ["DNS"]}}),
    "no number of attempts": lambda default: default.pop("max_attempts"),
    "no delay": lambda default: default.pop("delay"),
    "no base": lambda default: default["delay"].pop("base"),
    "no growth factor": lambda default: default["delay"].pop("growth_factor"),
    "another delay": lambda default: default["delay"].update(type="linear"),
    "no delay at all": lambda default: default["delay"].update(base=0),
    "a word as a delay": lambda default: default["delay"].update(base="random"),
    "a word as a number": lambda default: default.update(max_attempts="three"),
    "no policies": lambda default: default.update(policies=None),
}


def compare_mistakes(comparison):
    for name, make in MISTAKES.items():
        default = {
            "max_attempts": 3,
            "delay": {"type": "exponential", "base": 0.1, "growth_factor": 2},
            "policies": {"server": {"applies_when": {"response": {"http_status_code": 500}}}},
        }
        make(default)
        faulty = {"definitions": {}, "retry": {"__default__": default}}
        made = handlers(faulty)
        if made:
            outcomes = [is_failing(answer(status, "Any"), made[OTHER]) for status in (500, 418)]
            assert any(outcomes), f"botocore takes {name}"
        assert comparison.rejects(faulty), f"errctl takes {name}"


def is_failing(failure, handler):
    try:
        handler(1, failure.response, None, request_dict={"context": {}})
    except (TypeError, ValueError):
        return True
    return False


def service_ids():
    """The ids of botocore's services by the prefix of their endpoints."""
    session, ids = botocore.session.Session(), {}
    for name in session.get_available_services():
        model = session.get_service_model(name)
        ids.setdefault(model.endpoint_prefix, set()).add(str(model.service_id))
    return {prefix: sorted(names) for prefix, names in ids.items()}


def compare_services(errctl, ids):
    """Each service id must lead to the entry of its endpoint prefix."""
    settings = {
        "max_attempts": 2,
        "delay": {"type": "exponential", "base": "rand", "growth_factor": 2},
        "policies": {"server": {"applies_when": {"response": {"http_status_code": 500}}}},
    }
    every = {"retry": {"__default__": settings} | {prefix: {} for prefix in ids}}
    pairs = [(prefix, service_id) for prefix, names in ids.items() for service_id in names]
    records = [{"status": 500, "attempt": 1, "attributes": {"rpc.service": service_id}} for _, service_id in pairs]
    for (prefix, service_id), found in zip(pairs, resolutions(errctl, "_retry.json", json.dumps(every), records), strict=True):
        assert found["by"]["rule"] == prefix, f"{service_id}: {found}, not {prefix}"
    return len(pairs)


def main(errctl):
    ids = service_ids()
    services = compare_services(errctl, ids)
    comparison = Comparison(errctl, ids)
    compare_mistakes(comparison)
    compare_own_table(comparison)
    own = comparison.counts["failed tries"]
    rejected = compare_random_tables(comparison, sorted(set(ids) - {OTHER}))
    counts, shares = comparison.counts, comparison.shares
    assert 0 < rejected < TABLES / 4 and 0 < counts["tried again"] < counts["failed tries"]
    # Random delays are drawn from all of the range.
    assert 0.45 < sum(shares) / len(shares) < 0.55 and min(shares) < 0.05 and max(shares) > 0.95
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    print(f"botocore: {TABLES} tables, {rejected} of them rejected by both, {told} ({own} failed tries of its own table)")
    print(f"botocore: {services} services found by their ids, {len(MISTAKES)} mistakes rejected by both")


main(sys.argv[1])
