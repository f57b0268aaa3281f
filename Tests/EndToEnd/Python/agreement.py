"""Exceptions are decided in this process and recorded; what was recorded is replayed by errctl. Both have to resolve each error
alike, byte for byte, whatever the rules read and count: agreement.py ERRCTL [SETS]
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile

import errctl

# Each has to occur among the resolutions, or nothing was compared.
KINDS = ['"throttled":true', '"coalesced":true', '"ended":"attempts"', '"ended":"deadline"', '"ended":"quota"', '"error":{',
         '"unknownCategory"', '"ignore":"cancellation"', '"handled":false', '"assumed":true', '"rule":']  # fmt: skip
ERRORS = 60


class Failed(Exception):
    pass


class Throttled(Failed, ConnectionError):
    pass


class Answered(Failed):
    def __init__(self, status, text="", retry_after=None):
        super().__init__(status, text)
        self.status_code = status
        self.headers = {"Retry-After": retry_after} if retry_after else {}


class Silent(Exception):
    def __str__(self):
        raise RuntimeError("no text")


class Outer:
    class Failed(LookupError):
        pass


CONDITIONS = [
    {}, {"type": "Failed"}, {"type": "OSError"}, {"type": {"exactly": "TimeoutError"}}, {"type": "Outer.Failed"},
    {"domain": "NSPOSIXErrorDomain", "code": "ECONNREFUSED"}, {"code": "100...120"}, {"status": "5xx"}, {"status": 429},
    {"message": {"contains": "gone"}}, {"message": {"hasPrefix": "["}}, {"payload": {"0": "5xx"}}, {"payload": {"1": {"exists": True}}},
    {"underlying": {"type": "KeyError"}}, {"rootCause": {"type": "OSError"}}, {"inside": {"message": {"contains": "deep"}}},
    {"attributes": {"error.filename": {"exists": True}}}, {"attributes": {"host": "a"}}, {"attributes": {"tries": {"atLeast": 2}}},
    {"cancelled": True}, {"operation": "pay*"}, {"attempt": {"atLeast": 2}}, {"severity": {"atLeast": "error"}}, {"fatal": True},
    {"category": "transient"}, {"not": {"type": "Failed"}}, {"origin": "shop.*"}, {"retryAfter": {"atLeast": "5s"}},
    {"attributes": {"token": {"exists": True}}}, {"message": {"contains": "hunter2"}}, {"attributes": {"error.notes": {"exists": True}}},
]  # fmt: skip
KEYS = ["type", "operation", "attributes.host", "code", "message", "origin", "underlying"]


def duration(draw):
    return draw.choice(["10ms", "1s", "30s", "2m"])


def verdict(draw):
    kind = draw.random()
    if kind < 0.35:
        return draw.choice(["proceed", "cancel", "abort", "continue", "escalate", "retry"])
    if kind < 0.8:
        retry = {"maxAttempts": draw.randint(1, 5)}
        if draw.random() < 0.6:
            retry["per"] = draw.sample(KEYS[:4], draw.randint(1, 2))
        if draw.random() < 0.4:
            retry["within"] = duration(draw)
        if draw.random() < 0.6:
            retry["backoff"] = {"initial": duration(draw), "jitter": draw.choice(["none", "full", "equal", 0.2])}
        if draw.random() < 0.3:
            retry["exhausted"] = draw.choice(["escalate", "proceed", "cancel", "abort"])
        if draw.random() < 0.25:
            retry["deadline"] = duration(draw)
        if draw.random() < 0.25:
            retry["quota"] = {"retries": draw.randint(1, 4), "within": duration(draw), "per": [draw.choice(KEYS[:4])]}
        elif draw.random() < 0.15:
            retry["quota"] = {"tokens": 4, "ratio": 0.5}
        return {"retry": retry}
    if kind < 0.9:
        return {"transform": draw.choice([{"type": "Other.Error"}, {"message": "{error.message}!"}, {"type": "W", "wrap": True}])}
    return {"unwrap": draw.choice(["underlying", "payload.0"])}


def action(draw):
    kind = draw.random()
    if kind < 0.4:
        made = {"log": draw.choice(["{error.message}", "{error.id} at {error.time}", "{attributes.host}: {error.operation}", "x"])}
    elif kind < 0.7:
        made = {"perform": draw.choice(["track", "logout"]), "with": {"text": "{error.message}"}}
    else:
        made = {"present": {"title": "Sorry", "coalesce": ["type"]}}
    if draw.random() < 0.5:
        made["throttle"] = {"per": [draw.choice(KEYS)], "every": duration(draw)}
    return made


def rule(draw, number, breakers):
    when = dict(draw.choice(CONDITIONS))
    if draw.random() < 0.25:
        when.update(draw.choice(CONDITIONS))
    if draw.random() < 0.2:
        when["rate"] = {"atLeast": draw.randint(2, 4), "within": duration(draw), "per": [draw.choice(KEYS)]}
    if breakers and draw.random() < 0.3:
        when = {"open": "payments"}
    made = {"id": "r%d" % number, "when": when, "then": verdict(draw)}
    if draw.random() < 0.15:
        buttons = [{"title": "Again", "then": "retry"}, {"title": "No", "then": "cancel"}]
        made["do"] = [{"present": {"title": "Sorry", "buttons": buttons, "coalesce": ["type"]}}]
        del made["then"]
    elif draw.random() < 0.5:
        made["do"] = [action(draw) for _ in range(draw.randint(1, 2))]
    return made


def rule_set(draw):
    document = {"version": 1, "name": "drawn"}
    breakers = draw.random() < 0.4
    if breakers:
        document["breakers"] = {
            "payments": {"when": draw.choice(CONDITIONS[:9]), "atLeast": 3, "within": "1m", "stays": "30s", "per": ["operation"]}
        }
    document["categories"] = [{"name": "transient", "when": draw.choice(CONDITIONS[1:9])}, {"name": "other"}]
    document["defaults"] = {"category": "other"}
    if draw.random() < 0.2:
        document["defaults"]["unwrap"] = [{"when": {"type": "Failed"}, "path": "underlying"}]
    number = iter(range(100))
    document["responders"] = [
        {"id": "app", "rules": [rule(draw, next(number), breakers) for _ in range(draw.randint(1, 4))],
         "otherwise": {"do": [{"log": "{error.message}"}], "then": "cancel"}},
        {"id": "shop", "parent": "app", "origins": ["shop.*"],
         "rules": [rule(draw, next(number), breakers) for _ in range(draw.randint(1, 5))]},
    ]  # fmt: skip
    return document


def caused(draw, error, cause):
    try:
        try:
            raise cause
        except BaseException:
            if draw.random() < 0.5:
                raise error from cause
            raise error
    except BaseException as caught:
        if draw.random() < 0.2:
            caught.__suppress_context__ = True
        return caught


def exception(draw, depth=0):
    kind = draw.randrange(13)
    error = (
        lambda: ValueError("gone", draw.randint(1, 3)), lambda: Failed(503, "deep down"), lambda: Throttled("x" * 9000),
        lambda: OSError(111, "Connection refused", "/tmp/file"), lambda: TimeoutError("password=hunter2"),
        lambda: Answered(draw.choice([429, 500, 503]), "answered", draw.choice([None, "7", "soon"])), lambda: Silent("x"),
        lambda: Outer.Failed({"token": "abc", "n": [1, 2.5, None, float("nan")]}), lambda: KeyError("\udce4\x00é"),
        lambda: asyncio.CancelledError(), lambda: Failed(KeyError("deep"), b"bytes"), lambda: FileNotFoundError("nope"),
        lambda: ConnectionResetError(104, "reset"),
    )[kind]()  # fmt: skip
    if draw.random() < 0.2:
        error.token = "secret"
        error.tries = 2
    if hasattr(error, "add_note") and draw.random() < 0.2:
        error.add_note("a note")
    if depth < 3 and draw.random() < 0.4:
        error = caused(draw, error, exception(draw, depth + 1))
    if depth == 0 and hasattr(__builtins__, "ExceptionGroup") and draw.random() < 0.1:
        error = ExceptionGroup("several", [ValueError("deep"), error if isinstance(error, Exception) else KeyError()])  # noqa: F821
    return error


def occurrence(draw, now):
    told = {"time": now}
    if draw.random() < 0.7:
        told["operation"] = draw.choice(["pay", "pay-2", "load", "token=abc123def456"])
    if draw.random() < 0.6:
        told["attempt"] = draw.randint(1, 4)
    if draw.random() < 0.8:
        told["origin"] = draw.choice(["shop.cart", "shop", "app", "nowhere"])
    if draw.random() < 0.2:
        told["elapsed"] = draw.choice([0, 1.5, 100])
    if draw.random() < 0.2:
        told["retry_after"] = draw.choice([0.25, 8])
    if draw.random() < 0.2:
        told["severity"] = draw.choice(["info", "error", "fatal"])
    if draw.random() < 0.2:
        told["category"] = draw.choice(["transient", "unheard"])
    if draw.random() < 0.4:
        told["attributes"] = draw.choice([{"host": "a"}, {"host": "b", "tries": 3}, {"token": "abc", "deep": {"er": [1]}}])
    return told


def compare(errctl_program, seed, folder, kinds):
    draw = random.Random(seed)
    document = rule_set(draw)
    path = os.path.join(folder, "rules.json")
    with open(path, "w") as file:
        json.dump(document, file)
    lines, decided = [], []
    try:
        rules = errctl.Rules(path, record=lines.append, seed=seed, ids="")
    except errctl.RuleFileError as failure:
        return str(failure)
    # A second one evaluates records that are filled no more than its rules read.
    lean = errctl.Rules(path, seed=seed, ids="")
    now = 1790000000.0
    for _ in range(ERRORS):
        now += draw.choice([0, 0.001, 0.5, 10, 100])
        if draw.random() < 0.1:
            line = json.dumps({"completed": True, "origin": "shop.cart", "operation": "pay", "time": now})
            rules.resolve(line)
            lean.resolve(line)
            lines.append(line + "\n")
            continue
        error, told = exception(draw), occurrence(draw, now)
        if draw.random() < 0.3:
            # A record whose alerts were answered.
            record = dict(json.loads(rules.record(error, id="a%d" % len(lines), **told)), answers=[{"title": "Again", "after": "90s"}])
            line = json.dumps(record)
            decided.append(rules.resolve(line).json)
            assert lean.resolve(line).json == decided[-1]
            lines.append(line + "\n")
            continue
        whole, least = rules.decide(error, **told), lean.decide(error, **told)
        assert whole.json == least.json, "seed {}: {}\n{}".format(seed, whole.json, least.json)
        decided.append(whole.json)
        # What is kept over a reload are counts, not an open alert.
        if draw.random() < 0.1 and '"answer' not in "".join(lines):
            rules.reload()
            lean.reload()
    stream = os.path.join(folder, "stream.ndjson")
    with open(stream, "w", encoding="utf-8") as file:
        file.write("".join(lines))
    output = subprocess.run(
        [errctl_program, "replay", path, stream, "--seed", str(seed), "--resolutions", "-"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert output.returncode == 0, "seed {}: {}".format(seed, output.stderr.decode())
    replayed = output.stdout.decode().splitlines()
    assert len(replayed) == len(decided), "seed {}: {} {}".format(seed, len(replayed), len(decided))
    for mine, theirs, line in zip(decided, replayed, [line for line in lines if "completed" not in line]):
        assert mine == theirs, "seed {}:\n{}\n{}\n{}".format(seed, line, mine, theirs)
        kinds.update(kind for kind in KINDS if kind in mine)
    return None


def main():
    sets = int((sys.argv + ["200"])[2])
    rejected, kinds = [], set()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(sets):
            rejected += filter(None, [compare(sys.argv[1], seed, folder, kinds)])
    assert len(rejected) <= sets / 10, "\n".join(rejected)
    assert sets < 200 or kinds == set(KINDS), set(KINDS) - kinds
    print(
        "Python {}: {} rule sets, {} errors each, decided as errctl replays what was recorded; {} sets rejected".format(
            sys.version.split()[0], sets - len(rejected), ERRORS, len(rejected)
        )
    )


main()
