"""Runs the pre-commit hook and the Action as their users do. hooks.py ERRCTL PRE-COMMIT"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

errctl, pre_commit = pathlib.Path(sys.argv[1]), sys.argv[2]
repository = pathlib.Path.cwd()
failures = []

GOOD = "version: 1\nresponders:\n  - id: app\n    otherwise: { then: cancel }\n"
POOR = GOOD + "    rules: [ { id: a, when: { code: 4 }, then: cancel } ]\n"
BAD = "version: 1\nresponders: [ { idd: app } ]\n"


def check(what, holds, output=""):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}\n{output}")


def run(command, cwd, **variables):
    environment = {
        "PATH": f"{binaries}:{os.environ['PATH']}", "HOME": str(home), "PRE_COMMIT_HOME": str(home / "cache"),
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.c",
        "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.c", **variables,
    }
    result = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300)
    return result.returncode, result.stdout + result.stderr


with tempfile.TemporaryDirectory() as work:
    work = pathlib.Path(work)
    home, binaries = work / "home", work / "bin"
    home.mkdir()
    binaries.mkdir()
    (binaries / "errctl").symlink_to(errctl)

    # The hook: its definition as a repository of its own, named by another one.
    hooks, project = work / "hooks", work / "project"
    hooks.mkdir()
    shutil.copy(repository / ".pre-commit-hooks.yaml", hooks)
    for command in (["git", "init", "-q", "-b", "main"], ["git", "add", "."], ["git", "commit", "-qm", "hooks"]):
        status, output = run(command, hooks)
        check("git makes the hooks' repository", status == 0, output)
    revision = run(["git", "rev-parse", "HEAD"], hooks)[1].strip()
    project.mkdir()
    (project / "rules").mkdir()
    run(["git", "init", "-q", "-b", "main"], project)
    (project / ".pre-commit-config.yaml").write_text(
        f"repos:\n  - repo: {hooks}\n    rev: {revision}\n    hooks: [ {{ id: errctl-validate }} ]\n"
    )

    def hook(name, text):
        (project / name).write_text(text)
        run(["git", "add", "-A"], project)
        return run([pre_commit, "run", "--all-files", "--color", "never"], project)

    status, output = hook("rules/shop.yaml", GOOD)
    check("the hook passes a good file", status == 0 and "Passed" in output, output)
    status, output = hook("rules/shop.test.yaml", "what: a suite\n")
    check("the hook leaves test suites alone", status == 0, output)
    (project / "rules/shop.test.yaml").unlink()  # `errctl validate rules`, which the Action runs, checks them
    status, output = hook("other.yaml", BAD)
    check("the hook leaves files outside rules/ alone", status == 0, output)
    status, output = hook("rules/poor one.yaml", POOR)
    check("the hook fails for a warning, with its place",
          status == 1 and "rules/poor one.yaml:5:31: warning: This code" in output, output)
    status, output = hook("rules/poor one.yaml", BAD)
    check("the hook fails for a file that can't be used", status == 1 and "[unknown-key]" in output, output)
    status, output = hook("rules/poor one.yaml", GOOD)
    check("the hook passes again", status == 0, output)
    run([pre_commit, "install"], project)
    (project / "rules/shop.yaml").write_text(POOR)
    run(["git", "add", "-A"], project)
    status, output = run(["git", "commit", "-qm", "poor"], project)
    check("a commit of a poor file is refused", status != 0 and "[code-without-domain]" in output, output)

    # The Action: its steps, with its inputs' defaults and with others, as a runner sets them.
    action = yaml.safe_load((repository / "action.yml").read_text())
    check("the Action is composite, with a shell for each step",
          action["runs"]["using"] == "composite" and all(step["shell"] == "bash" for step in action["runs"]["steps"]))

    def act(folder, **inputs):
        known = {name: str(value.get("default", "")) for name, value in action["inputs"].items()}
        assert set(inputs) <= set(known), inputs
        known.update(inputs)
        for step in action["runs"]["steps"]:
            variables = {}
            for name, value in step.get("env", {}).items():
                for key, text in known.items():
                    value = value.replace("${{ inputs.%s }}" % key, text)
                assert "${{" not in value, value
                variables[name] = value
            assert "${{" not in step["run"], "an input pasted into a script would run"
            status, output = run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], folder, **variables)
            if status:
                return status, output
        return 0, output

    (project / "rules/shop.yaml").write_text(GOOD)
    (project / "other.yaml").unlink()
    status, output = act(project)
    check("the Action passes good rules", status == 0 and output == "", output)
    (project / "rules/poor one.yaml").write_text(POOR)
    status, output = act(project, files="rules")
    check("the Action fails for a warning, beside its line",
          status == 1 and output.startswith("::warning file=rules/poor one.yaml,line=5,endLine=5,col=31,"), output)
    status, output = act(project, files="rules/shop.yaml", sarif="found.sarif")
    check("the Action writes SARIF and passes", status == 0 and json.loads((project / "found.sarif").read_text())["runs"][0]["results"] == [], output)
    status, output = act(project, files="rules rules/shop.yaml", sarif="found.sarif", **{"fail-level": "error"})
    check("the Action passes a warning where only errors fail, and SARIF has it",
          status == 0 and len(json.loads((project / "found.sarif").read_text())["runs"][0]["results"]) == 1, output)
    (project / "rules/poor one.yaml").write_text(BAD)
    status, output = act(project, sarif="found.sarif")
    check("the Action fails for a file that can't be used, SARIF all the same",
          status == 2 and json.loads((project / "found.sarif").read_text())["runs"][0]["results"] != [], output)
    status, output = act(project, files="rules/nowhere.yaml", sarif="nowhere.sarif")
    check("the Action fails for a file that is not there", status == 2 and "does not exist" in output, output)
    (project / "rules/second.yaml").write_text(BAD)
    status, output = act(project, files="rules/shop.yaml\nrules/second.yaml\n")
    check("the Action checks the files of every line", status == 2 and "rules/second.yaml" in output, output)
    status, output = act(project, files="rules/second.yaml --help")
    check("an option is no file", status == 2 and "--help" in output, output)
    (project / "rules/second.yaml").unlink()
    status, output = act(project, files="; touch pwned")
    check("what is named is never run", status != 0 and not (project / "pwned").exists(), output)

if failures:
    sys.exit(f"{len(failures)} failed")
print("hook and Action: they pass and fail as they should")
