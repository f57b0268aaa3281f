"""Random retry policies are given to Airflow's task runner and, as they are serialized, to errctl. Behind each failed try of a task
both have to do the same: try again, after the same delay or inside of the same bounds, or fail the task. What the task SDK can't
read, errctl has to reject.
"""

import copy
import datetime
import importlib
import inspect
import json
import logging
import random
import subprocess
import sys

import airflow.sdk.exceptions
import own
import requests
import runner
from airflow.providers.common.compat.sdk import ChainRetryPolicy
from airflow.sdk import ExceptionRetryPolicy, RetryAction, RetryRule
from replaying import drawn, resolutions

logging.disable(logging.CRITICAL)
POLICIES = drawn(2_000)
SEQUENCES = 4
KNOWN = ["builtins", "airflow.sdk.exceptions", "requests.exceptions"]
# Names of classes that are others' own names.
ALIASES = [
    "builtins.IOError", "socket.timeout", "asyncio.TimeoutError", "requests.ConnectionError", "requests.HTTPError",
    "json.JSONDecodeError", "airflow.exceptions.AirflowException", "os.error", "ssl.CertificateError",
]  # fmt: skip


def classes_in(module):
    found = vars(importlib.import_module(module)).values()
    return [kind for kind in found if inspect.isclass(kind) and issubclass(kind, BaseException) and kind.__module__ == module]


CLASSES = {module: sorted(set(classes_in(module)), key=lambda kind: kind.__qualname__) for module in KNOWN}
CLASSES["own"] = classes_in("own") + [own.Outer.Failed]
EVERY = [kind for module in CLASSES.values() for kind in module]
USUAL = [
    BaseException, Exception, OSError, ConnectionError, TimeoutError, PermissionError, ValueError, LookupError, KeyboardInterrupt,
    requests.ConnectionError, requests.Timeout, airflow.sdk.exceptions.AirflowException, airflow.sdk.exceptions.AirflowFailException,
]  # fmt: skip


def path(kind):
    return f"{kind.__module__}.{kind.__qualname__}"


def spec(draw):
    kind = draw.random()
    if kind < 0.15:
        return draw.choice(ALIASES)
    drawn = draw.choice(CLASSES["own"] if kind < 0.5 else USUAL if kind < 0.8 else EVERY)
    return path(drawn) if drawn is not own.Outer.Failed and draw.random() < 0.4 else drawn


def rule(draw):
    specs = [spec(draw) for _ in range(draw.choice([1, 1, 1, 2, 3]))]
    delay = draw.choice([None, 0, 0.5, 30, 300.25, 86_400 * 30])
    return RetryRule(
        exception=specs if len(specs) > 1 or draw.random() < 0.2 else specs[0],
        action=draw.choice(list(RetryAction)),
        retry_delay=None if delay is None else datetime.timedelta(seconds=delay),
        reason=draw.choice([None, "as planned"]),
        match_subclasses=draw.random() < 0.7,
    )


def policies(made):
    """The policies with rules, in the order in which they are asked."""
    return [one for each in made.policies for one in policies(each)] if isinstance(made, ChainRetryPolicy) else [made]


def written(made):
    """A policy as its page says to write it: a chain has no `serialize()`."""
    if isinstance(made, ChainRetryPolicy):
        return {"__type": "ChainRetryPolicy", "policies": [written(each) for each in made.policies]}
    return made.serialize()


def deciding(made, raised):
    """The rule that decides, if one does."""
    for each in policies(made):
        rule = next((rule for rule in each.rules if rule.matches(raised)), None)
        if (rule.action if rule else each.default) != RetryAction.DEFAULT:
            return rule
    return None


def policy(draw, depth=0):
    if depth < 2 and draw.random() < 0.4:
        return ChainRetryPolicy([policy(draw, depth + 1) for _ in range(draw.randint(1, 3))])
    rules = [rule(draw) for _ in range(draw.randint(0, 5))]
    return ExceptionRetryPolicy(rules=rules, default=draw.choice(list(RetryAction)))


def arguments(draw):
    drawn = {"retries": draw.choice([0, 1, 2, 3, 5]), "retry_delay": draw.choice([0, 1, 60, 300.5])}
    if draw.random() < 0.5:
        drawn["retry_exponential_backoff"] = draw.choice([0, 1, 2, 3, 1.5])
        drawn["max_retry_delay"] = draw.choice([None, 0, 90, 3_600])
    return drawn


def exception(kind):
    """One of this class, made without what its constructor asks for."""
    return kind.__new__(kind, "as planned", [ValueError()]) if issubclass(kind, BaseExceptionGroup) else kind.__new__(kind)


def choose(draw, made):
    """A class; preferably one that a rule names, or one below it."""
    named = [kind for each in policies(made) for rule in each.rules for kind in rule._resolve_exception_classes()]
    if not named or draw.random() < 0.3:
        return draw.choice(EVERY)
    ancestor = draw.choice(named)
    return draw.choice([ancestor] + [kind for kind in EVERY if issubclass(kind, ancestor)])


class Recorder:
    """Writes an exception as a recorder does that names the module of Python's own, or not, and ancestors, or not."""

    def __init__(self, draw):
        self.writes_builtins, self.writes_ancestors = draw.random() < 0.5, draw.random() < 0.5

    def name(self, kind):
        return path(kind) if self.writes_builtins or kind.__module__ != "builtins" else kind.__qualname__

    def record(self, name, attempt, kind):
        record = {"id": name, "operation": name, "attempt": attempt, "type": self.name(kind)}
        # errctl knows the ancestors of some classes only.
        if self.writes_ancestors or kind.__module__ not in KNOWN:
            record["is"] = [self.name(base) for base in kind.__mro__[1:] if base is not object]
        return record


def bounds(settings, rule, attempt):
    """Between which numbers a rule's delay has to be, where Airflow draws its own."""
    factor = settings.get("retry_exponential_backoff", 0)
    if rule and rule.action == RetryAction.RETRY and rule.retry_delay is not None or factor in (0, 1) or not settings["retry_delay"]:
        return None
    base = max(-(-settings["retry_delay"] // 1), 1) * factor ** (attempt - 1)
    longest = min(settings.get("max_retry_delay") or 86_400, 86_400)
    # Both cut off what was drawn.
    return min(base, longest), min(2 * base, longest)


def compare(errctl, seed, counts):
    draw = random.Random(seed)
    made, settings = policy(draw), arguments(draw)
    serialized = json.loads(json.dumps(written(made)))
    told, failures = [], []
    for number in range(SEQUENCES):
        recorder = Recorder(draw)
        for attempt in range(1, settings["retries"] + 3):
            raised = exception(choose(draw, made))
            run = datetime.datetime(2026, 1, 1 + draw.randrange(28))
            delay = runner.delay(settings, made, raised, attempt, run)
            rule = deciding(made, raised)
            told.append(recorder.record(f"{seed}/{number}", attempt, type(raised)))
            failures.append((delay, bounds(settings, rule, attempt)))
            counts["failed tries"] += 1
            if delay is None:
                break
        counts["sequences"] += 1
    counts["chains"] += isinstance(made, ChainRetryPolicy)
    document = json.dumps(settings | {"retry_policy": serialized})
    for record, (delay, range_), resolution in zip(
        told, failures, resolutions(errctl, "policy.json", document, told), strict=True
    ):
        message = f"seed {seed}: {record}: Airflow {delay}, errctl {resolution}\n{document}"
        retry = resolution.get("retry")
        assert (retry is None) == (delay is None), message
        if delay is None:
            assert resolution["evaluation"] == "cancel" and resolution["handled"], message
            continue
        counts["tried again"] += 1
        if range_ is None:
            assert abs(retry["delay"] - delay) <= 0.000501, message
        else:
            # Airflow's own is a whole number of seconds.
            assert range_[0] - 0.001 <= retry["delay"] <= range_[1] + 0.001, message
            assert range_[0] <= delay <= range_[1] + 1, message


def compare_known_classes(errctl):
    """A rule for each class, asked about each class that is recorded without its ancestors."""
    known = [kind for module in KNOWN for kind in CLASSES[module]]
    told = [{"type": path(kind).removeprefix("builtins."), "attempt": 1, "operation": path(kind)} for kind in known]
    never = ("AirflowFailException", "AirflowSensorTimeout", "AirflowTaskTerminated")
    final = tuple(getattr(airflow.sdk.exceptions, name) for name in never)
    for ancestor in known:
        rules = [RetryRule(exception=ancestor, retry_delay=datetime.timedelta(seconds=7))]
        serialized = ExceptionRetryPolicy(rules=rules, default=RetryAction.FAIL).serialize()
        document = json.dumps({"retries": 1, "retry_policy": serialized})
        found = resolutions(errctl, "policy.json", document, told)
        for kind, resolution in zip(known, found, strict=True):
            matches = issubclass(kind, ancestor) and not issubclass(kind, final)
            assert ("retry" in resolution) == matches, (path(ancestor), path(kind), resolution)
    return len(known)


# Each raises an exception where the task SDK reads the policy.
MISTAKES = {
    "no rules": lambda policy: policy.pop("rules"),
    "rules of another kind": lambda policy: policy.update(rules=5),
    "a rule of another kind": lambda policy: policy.update(rules=["builtins.OSError"]),
    "no exception": lambda policy: policy["rules"][0].pop("exception"),
    "a name without its module": lambda policy: policy["rules"][0].update(exception="OSError"),
    "one of them without its module": lambda policy: policy["rules"][0].update(exception=["builtins.OSError", ""]),
    "no action": lambda policy: policy["rules"][0].pop("action"),
    "an unknown action": lambda policy: policy["rules"][0].update(action="RETRY"),
    "a delay of another kind": lambda policy: policy["rules"][0].update(retry_delay="5m"),
    "a delay of nothing": lambda policy: policy["rules"][0].update(retry_delay=None),
    "a delay too long": lambda policy: policy["rules"][0].update(retry_delay=1e15),
    "an unknown default": lambda policy: policy.update(default="never"),
}


def compare_mistakes(errctl):
    right = {"__type": "ExceptionRetryPolicy", "rules": [{"exception": "builtins.OSError", "action": "retry"}]}
    for name, mistake in MISTAKES.items():
        wrong = copy.deepcopy(right)
        mistake(wrong)
        try:
            ExceptionRetryPolicy.deserialize(wrong)
            raise AssertionError(f"Airflow reads {name}")
        except (KeyError, TypeError, ValueError, OverflowError):
            pass
        try:
            resolutions(errctl, "policy.json", json.dumps(wrong), [{"type": "OSError"}])
            raise AssertionError(f"errctl reads {name}")
        except subprocess.CalledProcessError as failed:
            assert failed.returncode == 2 and "faulty-policy" in failed.stderr, (name, failed.stderr)


def main():
    errctl = sys.argv[1]
    compare_mistakes(errctl)
    known = compare_known_classes(errctl)
    counts = dict.fromkeys(["chains", "sequences", "failed tries", "tried again"], 0)
    for seed in range(POLICIES):
        compare(errctl, seed, counts)
    print(
        f"{POLICIES:,} retry policies of Airflow and {len(MISTAKES)} mistakes in one; {known} classes without their ancestors; "
        + ", ".join(f"{count:,} {name}" for name, count in counts.items())
        + ": none differs"
    )


main()
