"""Random state machines are executed by moto, their tasks failing by a plan, and replayed by errctl, which reads the definition
as a rule file. After each failed try both have to do the same: try again by the same retrier and after the same delay, go on
behind the same catcher, or fail the execution.

Left out is where moto differs from AWS's documentation:
- States.TaskFailed takes no other error that begins with “States.”, in place of all but States.Timeout;
- States.ALL takes States.DataLimitExceeded and States.Runtime, which AWS leaves to no wildcard;
- an error that begins with “States.” and leaves a Parallel or Map state ends moto's execution at once;
- a state that is entered again goes on with the counts of its retriers, which start anew by the specification.
"""

import json
import random
import sys

from executions import RESOURCE, Executor
from replaying import drawn, resolutions

MACHINES = drawn(500)
PLANS = 6
TRIES = 24
NAMES = ["A", "B", "C.D", "Lambda.ServiceException"]
# Errors of AWS's own that moto's wildcards take as AWS does.
TIMEOUT = "States.Timeout"
OTHERS = ["States.Permissions", "States.DataLimitExceeded"]


def errors_of(handler, draw, is_last, others):
    kind = draw.random()
    if is_last and kind < 0.35:
        handler["ErrorEquals"] = ["States.ALL"]
    elif kind < 0.55:
        handler["ErrorEquals"] = draw.sample(["States.TaskFailed", TIMEOUT, "A"], draw.randint(1, 2))
    else:
        handler["ErrorEquals"] = draw.sample(NAMES + [TIMEOUT] + others, draw.randint(1, 3))
    return handler


def retrier(draw):
    """Each key is there or left to its default."""
    values = {
        "IntervalSeconds": draw.choice([1, 2, 7, 90, 3600]),
        "MaxAttempts": draw.choice([0, 1, 1, 2, 4]),
        "BackoffRate": draw.choice([1, 1.5, 2.0, 3.25, 10]),
        "MaxDelaySeconds": draw.choice([1, 5, 100, 31622399]),
        "JitterStrategy": draw.choice(["FULL", "NONE"]),
    }
    return {key: value for key, value in values.items() if draw.random() < (0.8 if key == "MaxAttempts" else 0.5)}


def handled(state, draw, targets):
    """The state with random retriers and catchers."""
    if draw.random() < 0.75:
        state["Retry"] = handlers(draw, lambda: retrier(draw))
    if draw.random() < 0.6:
        state["Catch"] = handlers(draw, lambda: {"Next": draw.choice(targets)})
    return state


def handlers(draw, make):
    count = draw.randint(1, 3)
    return [errors_of(make(), draw, index == count - 1, OTHERS) for index in range(count)]


def task():
    return {"Type": "Task", "Resource": RESOURCE, "Parameters": {"QueueUrl": "queue", "MessageBody": "text"}}


def scope(draw, prefix, depth):
    """Up to three states in a row, a Parallel or Map state among them, and one that errors may lead to."""
    states = {}
    names = [f"{prefix}{number}" for number in range(draw.randint(1, 3))]
    end = f"{prefix} end"
    for name, following in zip(names, names[1:] + [end]):
        kind = draw.random() if depth < 2 else 0
        if kind < 0.5:
            state = task()
        elif kind < 0.75:
            # One branch fails, so that the order of its tries is certain.
            idle = {"StartAt": f"{name} idle", "States": {f"{name} idle": {"Type": "Succeed"}}}
            state = {"Type": "Parallel", "Branches": [scope(draw, f"{name} p", depth + 1), idle]}
        else:
            processor = draw.choice(["Iterator", "ItemProcessor"])
            # Each item is an input like that of the whole.
            state = {"Type": "Map", "MaxConcurrency": 1, "ItemsPath": "$.items", "ItemSelector": {"items": [1, 2]}}
            state[processor] = scope(draw, f"{name} m", depth + 1)
        # What follows gets the input again.
        state |= {"ResultPath": None, "Next": following}
        later = names[names.index(name) + 1 :] + [end]
        handled(state, draw, later)
        for catcher in state.get("Catch", []):
            catcher["ResultPath"] = None
        states[name] = state
    states[end] = {"Type": "Succeed"}
    return {"StartAt": names[0], "States": states}


def tasks(definition, is_inner=False):
    """The tasks of a definition by name, and whether one is within a Parallel or Map state."""
    for name, state in definition["States"].items():
        if state["Type"] == "Task":
            yield name, state, is_inner
        for inner in state.get("Branches", []) + [state[key] for key in ("Iterator", "ItemProcessor") if key in state]:
            yield from tasks(inner, True)


def possible_errors(state, is_inner):
    """The errors that a task may fail with so that moto and AWS do the same."""
    catchers = [names for catcher in state.get("Catch", []) for names in catcher["ErrorEquals"]]
    names = set(catchers) | {name for retrier in state.get("Retry", []) for name in retrier["ErrorEquals"]}
    errors = NAMES + [TIMEOUT]
    if "States.TaskFailed" not in names:
        errors = errors + OTHERS[: 1 if "States.ALL" in names else 2]
    if is_inner:
        errors = [error for error in errors if not error.startswith("States.") or {error, "States.ALL"} & set(catchers)]
    return errors


def plan(seed, errors):
    draw, left = random.Random(seed), [TRIES]

    def error(task):
        left[0] -= 1
        return draw.choice(errors[task]) if left[0] >= 0 and draw.random() < 0.85 else None

    return error


def records(number, failures):
    for failure in failures:
        yield {
            "origin": failure.state,
            "type": failure.error,
            "operation": f"execution {number}",
            "entered": failure.entered,
            "time": "2026-11-26T08:00:00Z",
        }


def compare(failure, resolution, is_end):
    """What differs, or None."""
    by = resolution.get("by", {})
    place = by.get("responder", "").removesuffix(".Catch"), by.get("rule")
    if failure.retrier:
        state, index = failure.retrier
        if resolution["evaluation"] != "retry" or place != (state, f"Retry.{index}"):
            return f"moto retries by {failure.retrier}"
        delay = resolution["retry"]["delay"]
        is_inside = 0 <= delay < failure.delay + 0.000501 if failure.is_random else abs(delay - failure.delay) < 0.000501
        return None if is_inside else f"moto waits {failure.delay} s"
    if failure.catcher:
        chosen = [action["set"]["next"] for action in resolution.get("actions", [])]
        if resolution["evaluation"] != "proceed" or place[0] != failure.catcher or chosen != [failure.next]:
            return f"moto goes from {failure.catcher} to {failure.next}"
        return None
    is_failure = not resolution["handled"] and resolution["evaluation"] == "abort" and is_end
    return None if is_failure else "moto fails"


def main(errctl):
    counts = dict.fromkeys(["executions", "failures", "retried", "caught", "failed"], 0)
    shares = []
    with Executor() as executor:
        for seed in range(MACHINES):
            definition = scope(random.Random(seed), "S", 0)
            errors = {name: possible_errors(state, is_inner) for name, state, is_inner in tasks(definition)}
            plans = [plan(f"{seed}/{number}", errors) for number in range(PLANS)]
            executions = list(executor.failures(definition, plans))
            stream = [record for number, (failures, _) in enumerate(executions) for record in records(number, failures)]
            found = iter(resolutions(errctl, "machine.json", json.dumps(definition), stream) if stream else [])
            for failures, end in executions:
                counts["executions"] += 1
                for failure in failures:
                    resolution = next(found)
                    is_end = failure is failures[-1] and end == failure.error
                    difference = compare(failure, resolution, is_end)
                    told = f"{failure.error} of {failure.state}, entered {failure.entered}"
                    assert not difference, f"seed {seed}: {told}: {difference}, errctl: {resolution}\n{json.dumps(definition)}"
                    counts["failures"] += 1
                    if failure.is_random and failure.retrier:
                        shares.append(resolution["retry"]["delay"] / failure.delay)
                    counts["retried" if failure.retrier else "caught" if failure.catcher else "failed"] += 1
                # Nobody but errctl fails an execution.
                assert (end is None) == (not failures or bool(failures[-1].retrier or failures[-1].catcher)), (seed, end)
            assert next(found, None) is None
    assert min(counts.values()) > 0
    # Random delays are drawn from all of the range.
    assert 0.45 < sum(shares) / len(shares) < 0.55 and min(shares) < 0.05 and max(shares) > 0.95
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    print(f"Amazon States Language: {MACHINES} state machines, {told}")


main(sys.argv[1])
