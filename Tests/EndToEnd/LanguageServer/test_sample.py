"""The log beside the rules: counts, commands, hints and completion, with the shop's stream."""

import json
import os
import re
import subprocess

from lsprotocol import types
from test_diagnostics import codes, open_file, replace, settle
from test_names import apply, place

ERRCTL = os.environ["ERRCTL_UNDER_TEST"]


def configure(shop):
    (shop / ".errctl.yaml").write_text("version: 1\nstream: stream.ndjson\nsuites: rules.test.yaml\n")


def replayed(shop, rules="rules.yaml"):
    """The answers of each rule, as `errctl replay` counts them."""
    run = subprocess.run(
        [ERRCTL, "replay", str(shop / rules), str(shop / "stream.ndjson"), "--format", "json"], capture_output=True, check=True
    )
    return {(rule["responder"], rule.get("rule", "otherwise")): rule["answered"] for rule in json.loads(run.stdout)["stations"]}


def argument(lens):
    [argument] = lens.command.arguments
    return argument if isinstance(argument, dict) else argument.__dict__


async def lenses(client, path):
    document = types.TextDocumentIdentifier(uri=path.as_uri())
    return await client.text_document_code_lens_async(types.CodeLensParams(text_document=document))


async def counted(client, path):
    """The counts above the rules that answered something."""
    found = {}
    for lens in await lenses(client, path):
        if lens.command.command == "errctl.explain":
            number = re.match(r"answered ([\d,   ]+) of", lens.command.title)
            found[argument(lens)["rule"]] = int(re.sub(r"\D", "", number[1]))
    return {rule: count for rule, count in found.items() if count}


def expected(shop):
    return {f"{responder}/{rule}": count for (responder, rule), count in replayed(shop).items() if count}


async def run(client, command, **arguments):
    params = types.ExecuteCommandParams(command=f"errctl.{command}", arguments=[arguments])
    result = await client.workspace_execute_command_async(params)
    return result if isinstance(result, dict) else result._asdict() if hasattr(result, "_asdict") else result.__dict__


async def test_the_counts_are_those_of_a_replay_and_follow_edits(client, shop):
    configure(shop)
    rules = shop / "rules.yaml"
    text = rules.read_text()
    open_file(client, rules)
    await settle(client)
    before = await counted(client, rules)
    assert before == expected(shop) and len(before) > 10
    # The edit moves answers from one rule to another, before it is saved.
    changed = text.replace("when: { category: [ offline, upstream ] }\n        then: retry", "when: { category: offline }\n        then: retry", 1)
    assert changed != text
    replace(client, rules, changed, 2)
    await settle(client)
    after = await counted(client, rules)
    rules.write_text(changed)
    assert after == expected(shop) != before


async def test_a_lens_explains_a_record(client, shop):
    configure(shop)
    rules = shop / "rules.yaml"
    open_file(client, rules)
    await settle(client)
    lens = next(lens for lens in await lenses(client, rules) if lens.command.title.endswith("explain"))
    arguments = argument(lens)
    result = await run(client, "explain", uri=arguments["uri"], rule=arguments["rule"])
    assert arguments["rule"] in result["text"], result
    number = re.search(r"record (\S+)", result["text"])[1]
    told = subprocess.run(
        [ERRCTL, "explain", str(rules), str(shop / "stream.ndjson"), "--id", number], capture_output=True, check=True
    ).stdout.decode()
    assert re.sub(r"\s+", " ", told) == re.sub(r"\s+", " ", result["text"])


async def test_the_tests_run_with_what_is_typed(client, shop):
    configure(shop)
    rules, suite = shop / "rules.yaml", shop / "rules.test.yaml"
    text = rules.read_text()
    open_file(client, rules)
    open_file(client, suite)
    await settle(client)
    titles = [lens.command.title for lens in await lenses(client, suite)]
    assert set(titles) == {"run"} and len(titles) > 10
    passed = await run(client, "runTests", uri=rules.as_uri())
    assert ", 0 failed" in passed["text"] or "passed" in passed["text"] and "failed" not in passed["text"], passed
    some = await run(client, "runTests", uri=rules.as_uri(), rule="app/take-turns")
    assert "not selected" in some["text"] and "failed" not in some["text"], some
    wrong = text.replace("maxAttempts: 4, within: 1m, backoff: { initial: 4s", "maxAttempts: 1, within: 1m, backoff: { initial: 4s", 1)
    assert wrong != text
    replace(client, rules, wrong, 2)
    await settle(client)
    failed = await run(client, "runTests", uri=rules.as_uri(), rule="app/take-turns")
    assert "failed" in failed["text"], failed


async def test_a_test_is_written_from_a_record(client, shop):
    configure(shop)
    rules, suite = shop / "rules.yaml", shop / "rules.test.yaml"
    text = suite.read_text()
    open_file(client, rules)
    open_file(client, suite)
    await settle(client)
    result = await run(client, "writeTest", uri=rules.as_uri(), rule="app/later")
    if client.applied:
        edit = client.applied[-1].edit
    else:
        edit = types.WorkspaceEdit(changes=None)
        edit.changes = {key: value for key, value in vars(result["edit"]).items()}
    changes = {change.text_document.uri: change.edits for change in edit.document_changes} if edit.document_changes else edit.changes
    written = apply(text, changes[suite.as_uri()])
    assert written.startswith(text.rstrip("\n")) and written != text
    replace(client, suite, written, 2)
    await settle(client)
    assert codes(client, suite) == []
    name = re.search(r'name: "?([^"\n]*stream\.ndjson[^"\n]*)"?', written[len(text) - 1 :])[1]
    passed = await run(client, "runTests", uri=suite.as_uri(), case=name)
    assert "failed" not in passed["text"] and "1 case" in passed["text"], passed


async def test_rules_are_drafted_for_what_nobody_handles(client, shop):
    configure(shop)
    rules = shop / "rules.yaml"
    (shop / "stream.ndjson").write_text('{"type": "Shop.NewError", "case": "odd", "origin": "elsewhere"}\n' * 3)
    rules.write_text("version: 1\nresponders:\n  - { id: app, rules: [ { id: busy, when: { status: 503 }, then: retry } ] }\n")
    text = rules.read_text()
    open_file(client, rules)
    await settle(client)
    lens = next(lens for lens in await lenses(client, rules) if lens.command.command == "errctl.draftRules")
    assert lens.command.title == "3 errors that nobody handles · 1 kind · draft rules"
    result = await run(client, "draftRules", uri=argument(lens)["uri"])
    if client.applied:
        edit = client.applied[-1].edit
    else:
        edit = types.WorkspaceEdit(changes={key: value for key, value in vars(result["edit"]["changes"] if isinstance(result["edit"], dict) else result["edit"].changes).items()})
    changes = {change.text_document.uri: change.edits for change in edit.document_changes} if edit.document_changes else edit.changes
    drafted = apply(text, changes[rules.as_uri()])
    assert "{ id: odd, when: { type: Shop.NewError, case: odd }, then: cancel }" in drafted, drafted
    replace(client, rules, drafted, 2)
    await settle(client)
    assert not [lens for lens in await lenses(client, rules) if lens.command.command == "errctl.draftRules"]
    again = await run(client, "draftRules", uri=rules.as_uri())
    assert again["text"] == "Every error is handled.", again


async def test_what_an_edit_changes_is_shown(client, shop):
    configure(shop)
    git = ["git", "-C", str(shop), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run([*git, *command], check=True)
    rules = shop / "rules.yaml"
    text = rules.read_text()
    open_file(client, rules)
    await settle(client)
    replace(client, rules, text.replace("then: { retry: { maxAttempts: 4, within", "then: { retry: { maxAttempts: 2, within", 1), 2)
    await settle(client)
    for origin in ({}, {"from": "HEAD"}):
        result = await run(client, "showChanges", uri=rules.as_uri(), **origin)
        assert "Changed records" in result["text"] and "take-turns" in result["text"], result


async def test_commands_are_offered_at_a_rule(client, shop):
    configure(shop)
    rules = shop / "rules.yaml"
    open_file(client, rules)
    await settle(client)
    at = place(rules, rules.read_text(), "take-turns")
    params = types.CodeActionParams(
        text_document=at["text_document"],
        range=types.Range(start=at["position"], end=at["position"]),
        context=types.CodeActionContext(diagnostics=[], trigger_kind=types.CodeActionTriggerKind.Invoked),
    )
    titles = [action.title for action in await client.text_document_code_action_async(params)]
    assert "Explain a record under app/take-turns" in titles and "Run the tests of app/take-turns" in titles


async def test_hints_and_tokens(client, shop):
    rules = shop / "rules.yaml"
    text = rules.read_text()
    open_file(client, rules)
    await settle(client)
    document = types.TextDocumentIdentifier(uri=rules.as_uri())
    whole = types.Range(start=types.Position(0, 0), end=types.Position(len(text.split("\n")), 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(text_document=document, range=whole))
    lines = text.split("\n")
    retries = [number for number, line in enumerate(lines) if line.strip() == "then: retry"]
    shown = {hint.position.line: hint.label for hint in hints}
    assert retries and all(shown[number] == "maxAttempts: 3" for number in retries), shown
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(text_document=document))
    line = character = 0
    found = []
    for down, right, length, kind, _ in zip(*[iter(tokens.data)] * 5):
        line, character = line + down, character + right if down == 0 else right
        found.append((lines[line][character : character + length], kind))
    legend = client.initialize_result.capabilities.semantic_tokens_provider.legend.token_types if hasattr(client, "initialize_result") else None
    names = {word for word, _ in found}
    assert {"app", "refresh", "offline", "maintenance", "cancel", "acme.pay"} - names <= {"acme.pay"}, names
    assert legend is None or ("refresh", legend.index("method")) in found
    part = types.SemanticTokensRangeParams(text_document=document, range=types.Range(start=types.Position(60, 0), end=types.Position(70, 0)))
    some = await client.text_document_semantic_tokens_range_async(part)
    assert 0 < len(some.data) < len(tokens.data)


async def test_completion_knows_the_stream_the_files_and_the_codes(client, shop):
    configure(shop)
    rules, suite = shop / "rules.yaml", shop / "rules.test.yaml"
    text = rules.read_text()
    open_file(client, rules)
    await settle(client)

    async def labels(path, changed, mark, version):
        replace(client, path, changed.replace("‸", ""), version)
        params = place(path, changed, "‸")
        items = await client.text_document_completion_async(types.CompletionParams(**params))
        return {item.label for item in items.items}

    rule = "    rules:\n      - id: refresh"
    assert rule in text
    found = await labels(rules, text.replace(rule, "    rules:\n      - { id: x, when: { type: ‸ } }\n      - id: refresh", 1), "‸", 2)
    assert "Shop.SyncError" in found
    found = await labels(rules, text.replace(rule, "    rules:\n      - { id: x, when: { case: ‸ } }\n      - id: refresh", 1), "‸", 3)
    assert "SyncError.step" in found
    found = await labels(rules, text.replace("title: Time for an update", 'title: "Time {‸', 1), "‸", 4)
    assert {"error.message", "problem.title"} <= found
    found = await labels(rules, text.replace("    rules:\n      - id: refresh", "    rules:\n      # errctl: ignore ‸\n      - id: refresh", 1), "‸", 5)
    assert "order-decides" in found
    found = await labels(rules, text.replace("origins: [ com.shop.login.* ]", "origins: [ ‸ ]", 1), "‸", 6)
    assert "com.shop.sync.orders" in found
    found = await labels(rules, text.replace("lists:\n", "imports: [ ‸ ]\nlists:\n", 1), "‸", 7)
    assert "rules.json" in found and "stream.ndjson" not in found
    written = suite.read_text()
    open_file(client, suite)
    found = await labels(suite, written.replace("stream: stream.ndjson", "stream: ‸", 1), "‸", 2)
    assert "stream.ndjson" in found and "rules.yaml" not in found
