#!/usr/bin/env python3
"""Every tool of errctl mcp, called by PyPI's mcp client in both eras of the protocol: tools.py ERRCTL"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from mcp import StdioServerParameters
from mcp.client import Client
from mcp.shared.exceptions import MCPError

ERRCTL = os.path.realpath(sys.argv[1])
ROOT = Path(__file__).resolve().parents[3]
FAULTY = """version: 1
responders:
  - id: app
    rules:
      - { id: busy, when: { status: "503" }, then: abrot }
"""
FIXABLE = """version: 1
responders:
  - id: app
    rules:
      - { id: server, when: { status: "500...599" }, then: cancel }
      - { id: again, when: { statsu: 503 }, then: cancel }
    otherwise: { then: abort }
"""
JOB = """apiVersion: batch/v1
kind: Job
metadata: { name: nightly }
spec:
  backoffLimit: 2
  podFailurePolicy:
    rules: [ { action: FailJob, onExitCodes: { operator: In, values: [ 42 ] } } ]
  template: { spec: { restartPolicy: Never, containers: [ { name: main, image: job } ] } }
"""
LOG = """2026-11-27 10:00:01,123 INFO worker: started
2026-11-27 10:00:02,123 ERROR worker: fetching failed
Traceback (most recent call last):
  File "/app/worker.py", line 10, in fetch
    raise TimeoutError("no answer in 30 s")
TimeoutError: no answer in 30 s
2026-11-27 10:00:03,123 ERROR worker: fetching failed
Traceback (most recent call last):
  File "/app/worker.py", line 10, in fetch
    raise TimeoutError("no answer in 31 s")
TimeoutError: no answer in 31 s
2026-11-27 10:00:04,123 ERROR worker: no such article 4711
2026-11-27 10:00:05,123 ERROR worker: no such article 4712
"""


def text(result):
    return "\n".join(block.text for block in result.content)


def command(folder, *words, status=(0, 1)):
    process = subprocess.run([ERRCTL, *words], cwd=folder, capture_output=True, text=True)
    assert process.returncode in status, (words, process)
    return process.stdout


async def call(client, tool, isError=False, **arguments):
    result = await client.call_tool(tool, arguments)
    assert result.is_error == isError, (tool, arguments, text(result))
    return result


async def every_tool(client, folder, isBrief):
    tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["validate", "fix", "explain", "replay", "diff", "test", "inspect", "suggest", "minimise", "import", "codes", "help", "schema"]

    # The results are the commands' own.
    for tool, arguments, words in [
        ("validate", {"files": ["rules.yaml"]}, ["validate", "rules.yaml"]),
        ("validate", {}, ["validate", "."]),
        ("explain", {"rules": "rules.yaml", "error": {"status": 503}}, ["explain", "rules.yaml", "--error", '{"status": 503}']),
        ("explain", {"rules": "rules.yaml", "streams": ["stream.ndjson"], "record": 3}, ["explain", "rules.yaml", "stream.ndjson", "--record", "3"]),
        ("replay", {"rules": "rules.yaml", "streams": ["stream.ndjson"], "where": "{ status: 5xx }", "kinds": True},
         ["replay", "rules.yaml", "stream.ndjson", "--where", "{ status: 5xx }", "--kinds"]),
        ("replay", {"rules": "rules.yaml", "streams": ["*.ndjson"], "seed": 7}, ["replay", "rules.yaml", "*.ndjson", "--seed", "7"]),
        ("diff", {"old": "rules.yaml", "new": "sub/rules.yaml", "streams": ["stream.ndjson"], "witnesses": 0},
         ["diff", "rules.yaml", "sub/rules.yaml", "stream.ndjson", "--witnesses", "0"]),
        ("diff", {"old": "sub/one.yaml", "new": "sub/two.yaml", "witnesses": 2}, ["diff", "sub/one.yaml", "sub/two.yaml", "--witnesses", "2"]),
        ("diff", {"old": "HEAD:./rules.yaml", "new": "rules.yaml"}, ["diff", "HEAD:./rules.yaml", "rules.yaml"]),
        ("test", {"files": ["rules.yaml"]}, ["test", "rules.yaml"]),
        ("inspect", {"streams": ["stream.ndjson"]}, ["inspect", "stream.ndjson"]),
        ("suggest", {"rules": "sub/one.yaml", "streams": ["stream.ndjson"], "most": 3}, ["suggest", "sub/one.yaml", "stream.ndjson", "--most", "3"]),
        ("codes", {}, ["codes", "--brief"]),
        ("codes", {"code": "unknown-key"}, ["codes", "unknown-key"]),
    ]:
        if isBrief and tool not in ("explain", "codes"):
            continue
        result = await call(client, tool, **arguments)
        expected = command(folder, *words, "--format", "json")
        found = result.content[0].text + "\n"
        assert without_times(found) == without_times(expected), (tool, arguments, found[:400], expected[:400])
        structured = result.structured_content
        assert isinstance(structured, dict), (tool, arguments)
        own = [json.loads(line) for line in expected.splitlines()] if tool == "inspect" else json.loads(expected)
        if tool in ("inspect", "codes"):
            structured = structured["streams" if tool == "inspect" else "codes"]
        assert without_times(json.dumps(structured)) == without_times(json.dumps(own)), (tool, arguments)

    # A page, a section, a schema, another system's policy.
    for tool, arguments, words in [
        ("help", {}, ["help", "topics"]), ("help", {"topic": "matchers"}, ["help", "matchers"]),
        ("help", {"topic": "verdicts", "section": "retry"}, ["help", "verdicts", "retry"]),
        ("schema", {"kind": "record"}, ["schema", "record"]),
        ("import", {"format": "kubernetes", "file": "job.yaml"}, ["import", "kubernetes", "job.yaml"]),
        ("minimise", {"rules": "rules.yaml", "streams": ["stream.ndjson"], "until": "retry > 2"},
         ["minimise", "rules.yaml", "stream.ndjson", "--until", "retry > 2", "--redact"]),
    ]:
        result = await call(client, tool, **arguments)
        expected = command(folder, *words)
        assert result.content[0].text + "\n" == expected, (tool, arguments)
        own = json.loads(expected) if tool == "schema" else {"help": "page", "import": "rules", "minimise": "stream"}[tool]
        assert result.structured_content == (own if tool == "schema" else {own: expected[:-1]}), (tool, arguments)
    # No answer without a choice is long.
    for tool in ("help", "codes"):
        assert len(text(await call(client, tool))) < 32_768, tool

    # Findings are a result.
    (folder / "faulty.yaml").write_text(FAULTY)
    result = await call(client, "validate", files=["faulty.yaml"])
    assert {finding["code"] for finding in result.structured_content["diagnostics"]} >= {"unknown-verdict"}
    # A condition that holds is said beside the result.
    result = await call(client, "replay", rules="rules.yaml", streams=["stream.ndjson"], fail_on=["records > 1"])
    assert "records > 1" in text(result)

    # What the smallest stream shows is said beside it.
    result = await call(client, "minimise", rules="rules.yaml", streams=["stream.ndjson"], until="retry > 2")
    said = result.content[1].text
    assert "holds: retry > 2 (retry = 3" in said and "errctl: 3 records of" in said, said

    # What can't be used is an error, in the command's words.
    for tool, arguments, message in [
        ("validate", {"files": ["missing.yaml"]}, "missing.yaml: The file or folder does not exist."),
        ("replay", {"rules": "rules.yaml", "streams": ["missing"]}, "missing: The file does not exist."),
        ("replay", {"rules": "faulty.yaml", "streams": ["stream.ndjson"]}, "abrot"),
        ("explain", {"rules": "rules.yaml", "error": {"statsu": 503}}, "Did you mean “status”"),
        ("explain", {"rules": "rules.yaml"}, "Name an error"),
        ("explain", {"rules": "rules.yaml", "streams": ["stream.ndjson"], "id": "none"}, "No record has the id"),
        ("replay", {"rules": "rules.yaml", "streams": ["stream.ndjson"], "where": "{ statsu: 1 }"}, "statsu"),
        ("codes", {"code": "nonsense"}, "There is no code “nonsense”"),
        ("codes", {"code": "--help"}, "There is no code “--help”"),
        ("help", {"topic": "verdicts", "section": "Retires"}, "Its sections are "),
        ("help", {"topic": "matches"}, "Did you mean “matchers”"),
        ("import", {"format": "grcp", "file": "job.yaml"}, "grpc"),
        ("import", {"format": "grpc", "file": "missing.json"}, "missing.json"),
        ("schema", {"kind": "rules"}, "“kind” is not one of rule-file"),
        ("suggest", {"rules": "faulty.yaml", "streams": ["stream.ndjson"]}, "abrot"),
        ("diff", {"old": "HEAD:./none.yaml", "new": "rules.yaml"}, "none.yaml"),
        ("inspect", {"streams": []}, "“streams” is not a list of texts"),
        ("inspect", {}, "“streams” is missing"),
        ("inspect", {"stream": ["x"]}, "has no argument “stream”"),
        ("test", {"files": "rules.yaml"}, "“files” is not a list of texts"),
    ]:
        result = await call(client, tool, isError=True, **arguments)
        assert message in text(result), (tool, arguments, text(result))
    (folder / "faulty.yaml").unlink()


async def resources(client, folder, outside, code):
    """The rule files and suites are listed and read; nothing else is."""
    listed = (await client.list_resources()).resources
    files = {resource.name: resource for resource in listed}
    assert {"rules.yaml", "rules.json", "rules.test.yaml", "sub/rules.yaml", "job.yaml"} <= set(files), set(files)
    assert "stream.ndjson" not in files and not any("git" in name for name in files), set(files)
    for name in ("rules.yaml", "sub/two.yaml", "rules.json"):
        [contents] = (await client.read_resource(files[name].uri)).contents
        assert contents.text == (folder / name).read_text(), name
        assert contents.mime_type == ("application/json" if name.endswith("json") else "application/yaml"), contents
    (folder / "link.yaml").symlink_to(outside / "secret.yaml")
    base = str(files["rules.yaml"].uri).removesuffix("rules.yaml")
    for uri in (
        base + "none.yaml", base + "stream.ndjson", base + "link.yaml", base + "sub/../../outside/secret.yaml",
        base + "%2e%2e/outside/secret.yaml", (outside / "secret.yaml").as_uri(), "https://example.com/rules.yaml", base,
    ):
        try:
            contents = await client.read_resource(uri)
            raise AssertionError((uri, contents))
        except MCPError as error:
            assert error.code == code, (uri, error.code)
            assert not says_secret(str(error)), uri
    (folder / "link.yaml").unlink()


async def rules_in_five_calls(client, folder):
    """An agent that has never seen the language writes a rule file for a log, with five calls."""
    (folder / "worker.log").write_text(LOG)
    look = (await call(client, "inspect", streams=["worker.log"])).structured_content["streams"][0]
    assert look["format"] == "python-text", look
    page = (await call(client, "help", topic="verdicts", section="The four words")).structured_content["page"]
    assert all(word in page for word in ("proceed", "retry", "cancel", "abort")), page
    drafts = (await call(client, "suggest", streams=["worker.log"])).structured_content["suggestions"]
    rules = [draft["rule"] for draft in drafts]
    for rule in rules:
        rule["then"] = "retry" if "Timeout" in rule["when"].get("type", "") else "abort"
    (folder / "worker.json").write_text(json.dumps({"version": 1, "responders": [{"id": "app", "rules": rules}]}))
    findings = (await call(client, "validate", files=["worker.json"])).structured_content["diagnostics"]
    assert not [finding for finding in findings if finding["severity"] == "error"], findings
    end = (await call(client, "replay", rules="worker.json", streams=["worker.log"])).structured_content
    assert end["outcomes"]["retry"] == 2 and end["outcomes"]["abort"] == 2 and end["unhandled"] == 0, end
    for name in ("worker.log", "worker.json"):
        (folder / name).unlink()


def without_times(text):
    """The only numbers of a replay that differ from run to run."""
    value = json.loads(text) if not text.startswith("{\"") or text.count("\n") <= 1 else text
    if isinstance(value, dict):
        for key in ("seconds", "recordsPerSecond", "bytesPerSecond"):
            value.pop(key, None)
    return json.dumps(value) if not isinstance(value, str) else value


async def paths(client, folder, outside):
    """No path leads out of the folder, nor does the answer tell what is there."""
    (outside.parent / ".errctl.yaml").write_text("hidden-name: faulty\n")
    (folder / "link.yaml").symlink_to(outside / "secret.yaml")
    (folder / "link").symlink_to(outside)
    (folder / "link.ndjson").symlink_to(outside / "secret.ndjson")
    (folder / "nowhere.yaml").symlink_to(outside / "none.yaml")
    (folder / "imports.yaml").write_text("version: 1\nimports: [ link.yaml ]\nresponders: [ { id: app, otherwise: { then: cancel } } ]\n")
    (folder / "climbs.yaml").write_text("version: 1\nimports: [ ../outside/secret.yaml ]\nresponders: [ { id: app, otherwise: { then: cancel } } ]\n")
    (folder / "other.test.yaml").write_text(f"rules: {outside}/secret.yaml\ncases: [ {{ name: a, error: {{ status: 1 }}, expect: cancel }} ]\n")
    names = [
        "../outside/secret.yaml", f"{outside}/secret.yaml", "link.yaml", "link/secret.yaml", "link/../secret.yaml",
        "sub/../../outside/secret.yaml", "./link/secret.yaml", "/etc/passwd", "/proc/self/environ", "/dev/stdin", "..",
        f"{outside}", "link", "nowhere.yaml", "/proc/self/cwd/../outside/secret.yaml",
    ]
    said = []
    for name in names:
        for tool, arguments in [
            ("validate", {"files": [name]}), ("fix", {"files": [name]}), ("test", {"files": [name]}),
            ("replay", {"rules": name, "streams": ["stream.ndjson"]}), ("diff", {"old": name, "new": "rules.yaml"}),
            ("inspect", {"streams": [name]}), ("replay", {"rules": "rules.yaml", "streams": [name]}),
            ("validate", {"files": ["rules.yaml"], "config": name}), ("validate", {"files": ["rules.yaml"], "streams": [name]}),
            ("inspect", {"streams": ["stream.ndjson"], "input": name}),
        ]:
            # Every way with every tool would take minutes: of most, those that read the file first.
            if name not in names[:3] and tool not in ("inspect", "fix") or tool == "test" and name == "link":
                continue
            result = await client.call_tool(tool, arguments)
            said.append(text(result))
            assert result.is_error or not says_secret(text(result)), (tool, arguments, text(result))
            assert result.is_error, (tool, arguments, text(result)[:500])
    for tool, arguments in [
        ("inspect", {"streams": ["../outside/*"]}), ("inspect", {"streams": ["/*"]}), ("inspect", {"streams": ["../*"]}),
        ("inspect", {"streams": ["link/*"]}), ("inspect", {"streams": ["link.ndjson"]}), ("inspect", {"streams": ["*.ndjson"]}),
        ("validate", {"files": ["imports.yaml"]}), ("validate", {"files": ["climbs.yaml"]}), ("validate", {"files": ["."]}),
        ("test", {"files": ["other.test.yaml"]}), ("diff", {"old": "HEAD:outside/secret.yaml", "new": "rules.yaml"}),
        ("diff", {"old": "HEAD:../outside/secret.yaml", "new": "rules.yaml"}), ("diff", {"old": "HEAD:./../outside/secret.yaml", "new": "rules.yaml"}),
    ]:
        result = await client.call_tool(tool, arguments)
        said.append(text(result))
    for answer in said:
        assert not says_secret(answer), answer[:1000]
    (outside.parent / ".errctl.yaml").unlink()
    ways = len(said)
    # Links that stay inside are followed.
    (folder / "inside.yaml").symlink_to("rules.yaml")
    await call(client, "validate", files=["inside.yaml"])
    for file in ("link.yaml", "link", "link.ndjson", "nowhere.yaml", "imports.yaml", "climbs.yaml", "other.test.yaml", "inside.yaml"):
        (folder / file).unlink()
    return ways


def says_secret(answer):
    return "hidden-rule" in answer or "hidden message" in answer or "root:" in answer or "hidden-name" in answer


async def cancellation(client, folder):
    """A call that takes long ends when it is cancelled, and others go on."""
    with open(folder / "long.ndjson", "w") as stream:
        record = json.dumps({"status": 503, "message": "m" * 400})
        for _ in range(40):
            stream.write((record + "\n") * 10_000)
    long = asyncio.create_task(client.call_tool("replay", {"rules": "rules.yaml", "streams": ["long.ndjson"]}))
    while not children(client):
        await asyncio.sleep(0.01)
    long.cancel()
    try:
        await long
        raise AssertionError("it was not cancelled")
    except asyncio.CancelledError:
        pass
    while children(client):
        await asyncio.sleep(0.01)
    await call(client, "codes", code="unknown-key")
    (folder / "long.ndjson").unlink()


def children(client):
    """The commands that run, of all servers that this process has started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
                if b"long.ndjson" in words:
                    found.append(entry.name)
            except OSError:
                pass
    return found


async def main():
    with tempfile.TemporaryDirectory() as top:
        top = Path(top)
        outside = top / "outside"
        outside.mkdir()
        (outside / "secret.yaml").write_text("version: 1\nresponders:\n  - id: hidden-name\n    rules:\n      - { id: hidden-rule, when: { status: 503 }, then: cancel }\n      - { id: hidden-rule, when: { status: 503 }, then: abort }\n")
        (outside / "secret.ndjson").write_text('{"status": 503, "message": "hidden message"}\n')
        folder = top / "rules"
        shutil.copytree(ROOT / "rules/shop", folder)
        (folder / "sub").mkdir()
        (folder / "sub/rules.yaml").write_text((folder / "rules.yaml").read_text().replace("maxAttempts: 3", "maxAttempts: 2"))
        for name, status in [("one", 503), ("two", 504)]:
            (folder / f"sub/{name}.yaml").write_text(f"version: 1\nresponders: [ {{ id: app, rules: [ {{ id: a, when: {{ status: {status} }}, then: cancel }} ] }} ]\n")
        (folder / "job.yaml").write_text(JOB)
        environment = {**os.environ, "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a"}
        for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
            subprocess.run(["git", *words], cwd=top, check=True, env=environment)
        for mode, version in [("auto", "2026-07-28"), ("legacy", "2025-11-25")]:
            server = StdioServerParameters(command=ERRCTL, args=["mcp", "--root", str(folder)], cwd=str(top))
            async with Client(server, mode=mode, read_timeout_seconds=120) as client:
                assert client.session.protocol_version == version, client.session.protocol_version
                assert client.session.server_info.name == "errctl"
                await every_tool(client, folder, isBrief=mode == "legacy")
                await resources(client, folder, outside, -32602 if mode == "auto" else -32002)
                await rules_in_five_calls(client, folder)
                if mode == "auto":
                    ways = await paths(client, folder, outside)
                    await cancellation(client, folder)
                    # It shows what it would fix and writes nothing.
                    (folder / "fixable.yaml").write_text(FIXABLE)
                    result = await call(client, "fix", files=["fixable.yaml"])
                    assert "+" in result.structured_content["difference"], result
                    assert "diagnostics" in result.structured_content["left"]
                    assert (folder / "fixable.yaml").read_text() == FIXABLE
                    result = await call(client, "fix", isError=True, files=["fixable.yaml"], write=True)
                    assert (folder / "fixable.yaml").read_text() == FIXABLE
                    (folder / "fixable.yaml").unlink()
        server = StdioServerParameters(command=ERRCTL, args=["mcp", "--write"], cwd=str(folder))
        async with Client(server, read_timeout_seconds=120) as client:
            (folder / "fixable.yaml").write_text(FIXABLE)
            (outside / "fixable.yaml").write_text(FIXABLE)
            (folder / "out.yaml").symlink_to(outside / "fixable.yaml")
            await call(client, "fix", files=["fixable.yaml"])
            assert (folder / "fixable.yaml").read_text() != FIXABLE
            await call(client, "fix", isError=True, files=["out.yaml"])
            assert (outside / "fixable.yaml").read_text() == FIXABLE
        print(f"mcp: every tool, the resources, a rule file in five calls, {ways} ways out of the folder, a cancellation, fixes shown and written")


asyncio.run(main())
