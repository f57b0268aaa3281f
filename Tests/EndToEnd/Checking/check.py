#!/usr/bin/env python3
"""What checking many rules costs, and how much of it stays undecided, of the build that users get.

    Tests/EndToEnd/Checking/check.py ERRCTL [ROW ...]      fails where a ceiling is exceeded

Ceilings are promises (a minute's work on two idle cores takes seconds), so that a busy machine does not fail them; what
grows faster than the rules do exceeds them soon. `rules in one` are the rule sets of the replay benchmark.
"""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Benchmarks" / "replay"))

import rules

ROWS = {  # rules, responders: seconds
    "100 rules in one": (100, 1, 1),
    "1,000 rules in one": (1_000, 1, 8),
    "1,000 rules over 20": (1_000, 20, 2),
    "10,000 rules over 20": (10_000, 20, 30),
    "10,000 rules over 200": (10_000, 200, 30),
    "10,000 rules in one": (10_000, 1, 120),
}
USUAL = [name for name in ROWS if name != "10,000 rules in one"]
MEMORY = 1 << 30  # bytes
UNDECIDED = 0.01  # of the questions; there is more than one for every rule


def rule(responder, number):
    """Of seven rules of a domain four ask for codes, one for a range, one for a status, one for words of the message."""
    when = {"domain": f"acme.r{responder}.d{number // 7}"}
    match number % 7:
        case 0:
            return {"when": when | {"code": {"atLeast": 500}}, "then": "escalate"}
        case 1:
            return {"when": when | {"status": "5xx"}, "then": {"retry": {"maxAttempts": 3}}}
        case 2:
            return {"when": when | {"message": {"contains": "timed out"}}, "then": "cancel"}
        case code:
            return {"when": when | {"code": code}, "do": [{"log": "{error.code}"}], "then": "abort"}


def rule_set(count, responders):
    if responders == 1:
        return rules.document(rules.rule_set(count))
    each = count // responders
    below = lambda number: {"parent": f"r{(number - 1) // 3}"} if number else {}
    return {
        "version": 1,
        "responders": [
            {"id": f"r{number}", **below(number), "rules": [rule(number, index) for index in range(each)]}
            for number in range(responders)
        ],
    }


def checked(errctl, path):
    """The findings, the seconds it took and the bytes it needed at most."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        run = subprocess.Popen([errctl, "validate", path, "--format", "json"], stdout=output)
        _, status, usage = os.wait4(run.pid, 0)
        took = time.monotonic() - start
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            sys.exit(f"errctl validate ended with {os.waitstatus_to_exitcode(status)}")
        output.seek(0)
        return json.load(output), took, usage.ru_maxrss << 10


def main():
    errctl, *names = sys.argv[1:]
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names or USUAL:
            count, responders, ceiling = ROWS[name]
            path = pathlib.Path(folder) / "rules.json"
            path.write_text(json.dumps(rule_set(count, responders)))
            report, took, peak = checked(errctl, path)
            open_questions = [finding for finding in report["diagnostics"] if finding["code"] == "not-decided"]
            print(
                f"{name}: {took:.1f} s of {ceiling}, {peak >> 20} MB of {MEMORY >> 20}, "
                f"{len(report['diagnostics'])} findings, {len(open_questions)} questions not decided"
            )
            if took > ceiling or peak > MEMORY or len(open_questions) > count * UNDECIDED:
                failures.append(name)
    if failures:
        sys.exit(f"beyond what is promised: {'; '.join(failures)}")


main()
