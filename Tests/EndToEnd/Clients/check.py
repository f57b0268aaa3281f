"""Nine Python clients call a server that fails by a plan. The tries that it gets and the delays that they ask the clock for have to be
those in the tables of the page about them, and those of a replay of the failed tries through the page's rule files. UPDATE_GOLDENS=1
rewrites the tables, and still fails. Nothing waits: the clock is the suite's, and so is chance.
"""

import importlib.metadata
import os
import pathlib
import random
import re
import sys

import stage
from claims import check_claims
from clients import CLIENTS
from replaying import resolutions

PAGE = pathlib.Path("docs/reference/python-clients.md")
RECIPES = PAGE.with_name("recipes.md")
DRAWS = 4
# The settings that the rule file of a section says the same as.
RULED = {
    "urllib3": "`Retry(total=3, …)`",
    "requests": "`max_retries=Retry(…)`",
    "httpx": "`retries=3`",
    "tenacity": "`wait_exponential_jitter()`",
    "google-api-core": "`Retry()`",
    "azure-core": "default",
    "openai": "default",
    "anthropic": "default",
    "boto3": "default",
}
# What ends by time rather than by a number of tries.
TIMED = {"google-api-core": 120}


class Measured:
    """Calls with one failure: with the lowest and the highest numbers that chance may give, and with drawn ones."""

    def __init__(self, call, failure, seconds):
        self.failure, self.seconds = failure, seconds
        lowest, self.error = stage.run(call, failure, stage.lowest())
        highest, _ = stage.run(call, failure, lambda: 1.0)
        self.bounds = [sorted(pair) for pair in zip(lowest, highest)]
        self.runs = [lowest]
        if lowest != highest:
            self.runs = [stage.run(call, failure, random.Random(seed).random)[0] for seed in range(DRAWS)]
        self.tries = sorted({len(run) + 1 for run in self.runs + [lowest, highest]})
        assert seconds or len(self.tries) == 1, (failure.name, self.tries)
        for run in self.runs:
            for delay, (low, high) in zip(run, self.bounds):
                assert low <= delay <= high, (failure.name, run, self.bounds)

    def cells(self):
        """The cells of a table: tries, delays, and what the caller gets."""
        tries = str(self.tries[0])
        delays = ", ".join(f"{low:g}" if low == high else f"{low:g}–{high:g}" for low, high in self.bounds)
        if self.seconds:
            tries, delays = f"{self.tries[0]} or more", f"{delays}, … until the next would end after {self.seconds}"
        error = f"`{type(self.error).__module__}.{type(self.error).__qualname__}`" if self.error else "the response"
        return tries, delays, error

    def records(self):
        """The failed tries of all calls as records; behind each whether the client tries again, the bounds of the delay, and whether a
        longer one would end too late."""
        told = {"status": self.failure.status} if self.failure.is_answer else exception(cause(self.error))
        if "Retry-After" in self.failure.headers:
            told["retryAfter"] = int(self.failure.headers["Retry-After"])
        for number, run in enumerate(self.runs):
            elapsed = 0.0
            for attempt, delay in enumerate(run + [None], 1):
                low, high = self.bounds[attempt - 1] if attempt <= len(self.bounds) else [0, 60]
                late = self.seconds is not None and elapsed + high > self.seconds
                yield told | {"operation": str(number), "attempt": attempt, "elapsed": elapsed}, delay is not None, low, high, late
                elapsed += delay or 0


class Swept(Measured):
    """One call, of which only the tries count."""

    def __init__(self, call, failure, seconds):
        self.failure, self.seconds, self.bounds = failure, seconds, []
        run, self.error = stage.run(call, failure, lambda: 1.0)
        self.runs, self.tries = [run], [len(run) + 1]


def compare(errctl, rules, results):
    """Replays the tries of a client: each is tried again where the client did, after a delay that it may draw. Their number."""
    expected = []
    for number, result in enumerate(results):
        for told, again, low, high, late in result.records():
            told["operation"] = f"{number}/{told['operation']}"
            # Each call begins with a new client, and so with full quotas.
            told["attributes"] = {"method": result.failure.method, "rpc.service": told["operation"]}
            expected.append((told | {"id": str(len(expected))}, again, low, high, late, isinstance(result, Swept)))
    found = resolutions(errctl, "rules.yaml", rules, [told for told, *_ in expected])
    for (told, again, low, high, late, is_swept), resolution in zip(expected, found, strict=True):
        message = f"{told}\nclient: again {again}, {low} to {high} s\nerrctl: {resolution}"
        # At the end of the time one of the two may have drawn a longer delay.
        assert late or again == (resolution["evaluation"] == "retry"), message
        if resolution["evaluation"] == "retry" and not is_swept:
            assert low - 0.0006 <= resolution["retry"]["delay"] <= high + 0.0006, message
    return len(expected)


def cause(error):
    """The error of the last try, where the client raises one of its own about all of them."""
    return error.__cause__ if type(error).__name__ == "RetryError" and error.__cause__ else error


def exception(error):
    """The members of a record that the recorder reads from a Python exception's class and causes."""
    names = [named(kind) for kind in type(error).__mro__ if kind not in (object, BaseException)]
    told, below = {"type": names[0], "is": names[1:]}, error.__cause__ or error.__context__
    causes = []
    while below:
        causes.append({"type": named(type(below))})
        below = below.__cause__ or below.__context__
    return told | ({"underlying": causes} if causes else {})


def named(kind):
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def table(name, measured):
    """A section's table. Settings that do the same share its rows, and so do failures."""
    settings = {}
    for setting, results in measured.items():
        settings.setdefault(tuple(result.cells() for result in results), []).append(setting)
    lines = [f"| {name} {importlib.metadata.version(name)} | failure | tries | delays in seconds | you get |", "|---|---|---|---|---|"]
    for results, alike in settings.items():
        rows = {}
        for failure, cells in zip(stage.FAILURES, results):
            rows.setdefault(cells, []).append(failure.name)
        for cells, failures in rows.items():
            failures = "any of them" if len(rows) == 1 else ", ".join(failures)
            lines.append(f"| {', '.join(alike)} | {failures} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def sweep(call, seconds):
    """Each method with each status, without a header and with one that asks for a delay."""
    for headers in ({}, {"Retry-After": "2"}):
        for method in ("GET", "POST"):
            for status in stage.STATUSES:
                yield Swept(call, stage.Failure("", method, status, headers), seconds)


def again(name, swept):
    """The sentence below the table: the statuses that the ruled settings try again."""
    texts = {}
    for result in swept:
        statuses = texts.setdefault((bool(result.failure.headers), result.failure.method), [])
        statuses += [str(result.failure.status)] * (result.tries[-1] > 1)
    texts = {key: "all" if len(found) == len(stage.STATUSES) else ", ".join(found) or "none" for key, found in texts.items()}
    plain, asked = (told(texts[asks, "GET"], texts[asks, "POST"]) for asks in (False, True))
    return f"Tried again with {RULED[name]}: {plain}. With `Retry-After: 2`: {'the same' if plain == asked else asked}.\n"


def told(get, post):
    return f"GET and POST {get}" if get == post else f"GET {get}; POST {post}"


def section(page, name):
    return re.search(rf"^## {re.escape(name)}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)[1]


def rules_of(text, file="rules.yaml"):
    return re.search(rf"<!-- file: {file} -->\n```yaml\n(.*?)```", text, re.DOTALL)[1]


def main(errctl):
    page = PAGE.read_text()
    measured, swept, calls, fresh = {}, {}, {}, page
    for name, settings in CLIENTS.items():
        seconds = TIMED.get(name)
        measured[name] = {
            setting: [Measured(call, failure, seconds) for failure in stage.FAILURES] for setting, call in settings.items()
        }
        swept[name] = list(sweep(settings[RULED[name]], seconds))
        calls[name] = stage.calls - sum(calls.values())
        shown = re.search(r"^\| .*?\n(?!\|)", section(page, name), re.DOTALL | re.MULTILINE)[0]
        fresh = fresh.replace(shown, table(name, measured[name]))
        said = re.search(r"^Tried again with.*\n", section(page, name), re.MULTILINE)[0]
        fresh = fresh.replace(section(fresh, name), section(fresh, name).replace(said, again(name, swept[name])))
    if fresh != page and os.environ.get("UPDATE_GOLDENS"):
        PAGE.write_text(fresh)
    for name, settings in measured.items():
        version = importlib.metadata.version(name)
        rules = rules_of(section(page, name))
        try:
            tries = compare(errctl, rules, settings[RULED[name]] + swept[name])
        except AssertionError as failed:
            sys.exit(f"{name} {version}: {failed}")
        print(f"{name} {version}: {len(settings)} settings, {calls[name]} calls, {tries} failed tries replayed")
    assert rules_of(section(page, "openai")) == rules_of(section(RECIPES.read_text(), "What does my client do by itself?"), "openai.yaml")
    print(f"{check_claims()} more claims of the page hold")
    if fresh != page:
        sys.exit(f"{PAGE}: the tables are not what was measured:\n" + "\n".join(sorted(set(fresh.splitlines()) - set(page.splitlines()))))


main(sys.argv[1])
