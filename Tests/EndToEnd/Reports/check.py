"""Reads errctl test's reports with the programs that read them; see check.sh."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from junitparser import Error, Failure, JUnitXml, Skipped

ERRCTL = sys.argv[1]
ROOT = Path(__file__).resolve().parents[3]
RULES = """version: 1
responders:
  - id: app
    rules: [ { id: again, when: { status: 5xx }, then: retry, examples: { match: [ { status: 503 } ] } } ]
    otherwise: { then: cancel }
"""
SUITE = """version: 1
cases:
  - { name: passes, error: { status: 500 }, expect: { by: again } }
  - { name: "fails <b> & \\"c\\" \\u0001 ]]>", error: { status: 404, message: "\\u001b[31m <x> & \\u2028" }, expect: { by: again } }
  - { name: later, todo: "not <yet>" }
  - { name: now, todo: true, error: { status: 404 }, expect: { evaluation: cancel } }
"""
BROKEN = """version: 1
rules: rules.yaml
cases: [ { name: a, error: { status: 500 }, expect: { by: "agian <&>" } } ]
"""
faults = []


def expect(what, found, wanted):
    if found != wanted:
        faults.append(what)
        print(f"{what}: {found!r} in place of {wanted!r}")


def run(folder, *arguments):
    return subprocess.run([ERRCTL, "test", *arguments], cwd=folder, capture_output=True)


def counts(report):
    cases = [case for suite in report for case in suite]
    kinds = [type(result) for case in cases for result in case.result]
    return len(cases), kinds.count(Failure), kinds.count(Error), kinds.count(Skipped)


with tempfile.TemporaryDirectory() as work:
    work = Path(work)
    (work / "rules.yaml").write_text(RULES)
    (work / "rules.test.yaml").write_text(SUITE)
    (work / "broken.test.yaml").write_text(BROKEN)

    done = run(work, "rules.yaml", "--format", "junit")
    report = JUnitXml.fromstring(done.stdout)
    expect("status", done.returncode, 1)
    expect("cases, failures, errors, skipped", counts(report), (5, 1, 0, 2))
    expect("what the report says of itself", (report.tests, report.failures, report.errors, report.skipped), (5, 1, 0, 2))
    expect("suites", [suite.name for suite in report], ["examples of rules.yaml", "rules.test.yaml on rules.yaml"])
    failed = [case for suite in report for case in suite if case.result and isinstance(case.result[0], Failure)]
    expect("the failure", failed[0].result[0].message, 'expected by: "again", found "app/otherwise"')

    done = run(work, ".", "--format", "junit")
    report = JUnitXml.fromstring(done.stdout)
    expect("status with a suite that can't be used", done.returncode, 2)
    expect("an error for what can't be used", counts(report), (6, 1, 1, 2))

    done = run(work, "rules.yaml", "--format", "json")
    report = json.loads(done.stdout)
    expect("tests as JSON", [test["status"] for test in report["tests"]], ["passed", "passed", "failed", "todo", "todo passed"])
    summary = report["summary"]
    expect("summary", [summary[key] for key in ("tests", "passed", "failed", "todo", "todoPassed")], [5, 2, 1, 1, 1])
    items = report["coverage"][0]["items"]
    expect("coverage", (summary["covered"], summary["coverable"]), (sum(item["count"] > 0 for item in items), len(items)))
    expect("a reason where something is not covered", all(("reason" in item) == (item["count"] == 0) for item in items), True)
    difference = report["tests"][2]["differences"][0]
    expect("a difference", (difference["key"], difference["expected"], difference["found"]), ("by", "again", ["app/otherwise"]))

report = JUnitXml.fromstring(run(ROOT, "rules", "--format", "junit").stdout)
tests = json.loads(run(ROOT, "rules", "--format", "json").stdout)["tests"]
expect("tests of the rule sets", counts(report)[0], len(tests))
expect("failures of the rule sets", counts(report)[1:], (0, 0, 0))
print(f"reports: {len(tests)} tests of the rule sets read twice, {len(faults)} failed")
sys.exit(1 if faults else 0)
