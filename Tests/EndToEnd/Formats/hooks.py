"""Runs the pre-commit hook and the Action as their users do. hooks.py ERRCTL PRE-COMMIT"""

import functools
import hashlib
import http.server
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import threading

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
    check("the hook checks test suites", status == 1 and "rules/shop.test.yaml:1:1" in output, output)
    (project / "rules/shop.test.yaml").unlink()
    status, output = hook("other.yaml", BAD)
    check("the hook takes rule files in any folder", status == 1 and "other.yaml:2:" in output, output)
    status, output = hook("other.yaml", "version: 2\nupdates: []\n")
    check("the hook passes over what is not a rule file", status == 0, output)
    status, output = hook("other.yaml", "build: { script: make, retry: 5 }\n")
    check("the hook takes policies", status == 1 and "[faulty-policy]" in output, output)
    status, output = hook("other.yaml", "services: {}\n")
    status, output = hook("rules/poor one.yaml", POOR)
    check("the hook fails for a warning, with its place",
          status == 1 and "rules/poor one.yaml:5:31: warning: This code" in output, output)
    status, output = hook("rules/poor one.yaml", BAD)
    check("the hook fails for a file that can't be used", status == 1 and "[unknown-key]" in output, output)
    status, output = hook("rules/poor one.yaml", GOOD)
    check("the hook passes again", status == 0, output)
    for name, text, expected in (
        ("errctl-fmt", GOOD.replace("{ then: cancel }", "{then: cancel}"), "files were modified"),
        ("errctl-fmt", "version: 2\nupdates: [1,2]\n", None),
        ("errctl-test", GOOD, None),
    ):
        (project / "third.yaml").write_text(text)
        (project / "third.test.yaml").write_text(
            "version: 1\nrules: rules/shop.yaml\ncases: [ { name: a, error: { status: 404 }, expect: { evaluation: cancel } } ]\n")
        run(["git", "add", "-A"], project)
        status, output = run([pre_commit, "try-repo", str(hooks), name, "--all-files", "--color", "never"], project)
        check(f"{name} on {text!r}", status == (1 if expected else 0) and (expected or "Passed") in output, output)
    (project / "third.yaml").unlink()
    (project / "third.test.yaml").unlink()
    run([pre_commit, "install"], project)
    (project / "rules/shop.yaml").write_text(POOR)
    run(["git", "add", "-A"], project)
    status, output = run(["git", "commit", "-qm", "poor"], project)
    check("a commit of a poor file is refused", status != 0 and "[code-without-domain]" in output, output)

    # The Action: its steps, with its inputs' defaults and with others, as a runner sets them. Actions of others are left out.
    action = yaml.safe_load((repository / "action.yml").read_text())
    check("the Action is composite, with a shell for each step of its own",
          action["runs"]["using"] == "composite" and all("uses" in step or step["shell"] == "bash" for step in action["runs"]["steps"]))

    def act(folder, **inputs):
        known = {name: str(value.get("default", "")) for name, value in action["inputs"].items()}
        inputs = {"errctl": "errctl", **inputs}
        assert set(inputs) <= set(known), inputs
        known.update(inputs)
        lasting = work / "github-env"
        lasting.write_text("")
        for step in action["runs"]["steps"]:
            if "uses" in step:
                continue
            variables = dict(line.split("=", 1) for line in lasting.read_text().splitlines())
            for name, value in step.get("env", {}).items():
                for key, text in known.items():
                    value = value.replace("${{ inputs.%s }}" % key, text)
                value = value.replace("${{ github.action_repository }}", "somebody/errctl")
                assert "${{" not in value, value
                variables[name] = value
            assert "${{" not in step["run"], "an input pasted into a script would run"
            command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
            status, output = run(command, folder, GITHUB_ENV=str(lasting), GITHUB_SERVER_URL="http://127.0.0.1:9", **variables)
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
    check("an option is not a file", status == 2 and "--help" in output, output)
    (project / "rules/second.yaml").unlink()
    status, output = act(project, files="; touch pwned")
    check("what is named is never run", status != 0 and not (project / "pwned").exists(), output)

    # A release, installed by its checksum from a server here.
    version = run(["errctl", "--version"], project)[1].strip()
    name = f"errctl-{version}-{platform.system().lower()}-{platform.machine()}"
    published = work / "published"
    (published / name / "bin").mkdir(parents=True)
    shutil.copy(errctl, published / name / "bin/errctl")
    run(["tar", "-czf", f"{name}.tar.gz", name], published)
    checksum = hashlib.sha256((published / f"{name}.tar.gz").read_bytes()).hexdigest()
    (published / f"{name}.tar.gz.sha256").write_text(f"{checksum}  {name}.tar.gz\n")
    
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=published)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    (project / "rules/poor one.yaml").unlink()
    wanted = {"files": "rules/shop.yaml", "errctl": "", "version": version, "url": address}
    status, output = act(project, **{**wanted, "sha256": "0" * 64})
    check("the Action installs no release with another checksum than the one wanted",
          status != 0 and not (home / ".cache/errctl" / version / name).exists(), output)
    status, output = act(project, **{**wanted, "version": "9.9.9"})
    check("the Action fails for a release that is not there", status != 0 and "404" in output, output)
    status, output = act(project, **wanted)
    check("the Action installs the release of its version and checks with it", (status, output) == (0, ""), output)
    server.shutdown()
    status, output = act(project, **{**wanted, "sha256": checksum})
    check("the Action installs a release once", (status, output) == (0, ""), output)

if failures:
    sys.exit(f"{len(failures)} failed")
print("hook and Action: they pass and fail as they should")
