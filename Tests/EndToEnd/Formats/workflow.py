"""Runs the steps of Examples/pull-request/rules.yml as GitHub's runner does, with a gh that keeps the comment.
workflow.py ERRCTL"""

import os
import pathlib
import subprocess
import sys
import tempfile

import yaml

errctl = pathlib.Path(sys.argv[1]).absolute()
repository = pathlib.Path.cwd()
workflow = yaml.safe_load((repository / "Examples/pull-request/rules.yml").read_text())
jobs = workflow["jobs"]
failures = []

BEFORE = """version: 1
responders:
  - id: app
    rules:
      - { id: again, when: { status: 5xx }, then: retry }
    otherwise: { then: cancel }
"""
STREAM = """{"status":503,"message":"@all | `x` <b>"}
{"status":503}
{"status":404}
"""


def check(what, holds, output=""):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}\n{output}")


with tempfile.TemporaryDirectory() as work:
    work = pathlib.Path(work)
    binaries, project, comment = work / "bin", work / "project", work / "comment"
    binaries.mkdir()
    (project / "rules").mkdir(parents=True)
    (binaries / "errctl").symlink_to(errctl)
    (binaries / "gh").write_text(
        '#!/bin/sh\necho "$*" > "$COMMENT.arguments"\ncat > "$COMMENT"\n'
    )
    (binaries / "gh").chmod(0o755)
    environment = {
        "PATH": f"{binaries}:{os.environ['PATH']}", "HOME": str(work), "COMMENT": str(comment),
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.c",
        "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.c",
    }

    def git(*words):
        result = subprocess.run(["git", *words], cwd=project, env=environment, capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        return result.stdout.strip()

    def pull_request(**files):
        """Every step of both jobs, those that run always after a failed one too; the first job's status and its output."""
        for name, text in files.items():
            path = project / "rules" / name.replace("__", ".")
            path.unlink(missing_ok=True)
            if text is not None:
                path.write_text(text)
        known = {
            "vars.ERRCTL_REPOSITORY": "", "vars.ERRCTL_VERSION": "", "github.event.pull_request.base.sha": base,
            "github.event.pull_request.number": "12", "github.token": "secret", "github.repository": "a/b",
        }
        outputs = work / "outputs"
        outputs.write_text("")
        status, said = steps(jobs["rules"], known, {"REPORT": str(work / "report.md"), "GITHUB_OUTPUT": str(outputs)})
        first, *lines = outputs.read_text().splitlines()
        known["needs.rules.outputs.report"] = "\n".join(lines[:lines.index(first.removeprefix("report<<"))])
        said += steps(jobs["comment"], known, {})[1]
        return status, said, comment.read_text()

    def steps(job, known, own):
        status, said = 0, ""
        for step in job["steps"]:
            if "uses" in step or status and step.get("if") != "always()":
                continue
            variables = dict(own)
            for name, value in {**job.get("env", {}), **step.get("env", {})}.items():
                if name in own:
                    continue
                for key, text in known.items():
                    value = value.replace("${{ %s }}" % key, text)
                assert "${{" not in value, value
                variables[name] = value
            assert "${{" not in step["run"], "what is pasted into a script would run"
            result = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=project, env=environment | variables, capture_output=True, text=True, timeout=300,
            )
            said += f"-- {step['name']}: {result.returncode}\n{result.stdout}{result.stderr}"
            status = status or result.returncode
        return status, said

    git("init", "-q", "-b", "main")
    (project / "rules/app.yaml").write_text(BEFORE)
    (project / "rules/app.test.yaml").write_text("version: 1\ncases:\n  - { name: again, error: { status: 503 }, expect: { evaluation: retry } }\n")
    git("add", ".")
    git("commit", "-qm", "before")
    base = git("rev-parse", "HEAD")

    status, output, said = pull_request(stream__ndjson=STREAM)
    check("nothing changes: the job passes", status == 0, output)
    check("nothing changes: the comment says so",
          "1 test, 0 failed" in said and "None: all 3 records" in said and "No difference: proven" in said, said)
    check("the job that reads the pull request may write nothing, and the one that comments runs nothing of it",
          jobs["rules"]["permissions"] == {"contents": "read"} and not any("uses" in step for step in jobs["comment"]["steps"])
          and workflow["permissions"] == {})
    check("what others publish is named by its commit",
          all(len(step["uses"].split("@")[1]) == 40 for job in jobs.values() for step in job["steps"] if "uses" in step))
    check("the comment takes the place of the one before it",
          pathlib.Path(f"{comment}.arguments").read_text().startswith("pr comment 12 --edit-last --create-if-none --body-file"))

    changed = BEFORE.replace("5xx }, then: retry", "500 }, then: abort")
    status, output, said = pull_request(app__yaml=changed)
    check("a failing test and a gate that is not met fail the job, the comment is written all the same", status == 1, output)
    check("the comment has the failed test, the gate, the matrix and a command",
          "1 test, 1 failed" in said and "❌ fails: `any->unhandled > 0 or changed > 20 %`" in said
          and "| retry | · | **2** | 2 |" in said and "errctl explain rules/app.yaml --stream" in said, said)
    check("what the log holds is code", "``@all \\| `x` <b>``" in said, said)

    status, output, said = pull_request(app__yaml=changed, app__test__yaml=None)
    before = subprocess.run([errctl, "diff", f"{base}:rules/app.yaml", "rules/app.yaml", "rules/stream.ndjson", "--format", "json"],
                            cwd=project, env=environment, capture_output=True, text=True)
    (project / ".errctl-baseline.json").write_text(before.stdout)
    accepted = pull_request(app__yaml=changed)[0:2]
    check("a recorded result lets what is known pass", "-- Diff: 0" in accepted[1], accepted[1])
    (project / ".errctl-baseline.json").unlink()

    status, output, said = pull_request(app__yaml=BEFORE.replace("5xx", "[ 5xx, 429 ]"), stream__ndjson=None)
    check("without a stream the rules alone are compared", "-- Diff: 0" in output and "Different: this error shows it." in said, output + said)
    status, output, said = pull_request(app__yaml="version: 1\nresponders: [ { idd: app } ]\n", stream__ndjson=STREAM)
    check("rules that can't be used fail the job with a comment", status == 2 and "not a key of a responder" in said, output + said)
    git("rm", "-q", "--cached", "rules/app.yaml")
    git("commit", "-qm", "none")
    base = git("rev-parse", "HEAD")
    status, output, said = pull_request(app__yaml=BEFORE)
    check("rules that the base branch lacks are no failure of the comparison", "-- Diff: 0" in output and "has no `rules/app.yaml`" in said, output + said)

if failures:
    sys.exit(f"{len(failures)} failed")
print("workflow: its steps lint, test, compare and comment, and fail as they should")
