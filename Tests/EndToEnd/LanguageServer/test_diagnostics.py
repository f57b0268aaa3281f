"""Diagnostics and fixes of the shop's rules, in the capabilities of two editors."""

from lsprotocol import types


def open_file(client, path, text=None):
    item = types.TextDocumentItem(uri=path.as_uri(), language_id="yaml", version=1, text=text or path.read_text())
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))


def replace(client, path, text, version):
    document = types.VersionedTextDocumentIdentifier(uri=path.as_uri(), version=version)
    change = types.TextDocumentContentChangeWholeDocument(text=text)
    client.text_document_did_change(types.DidChangeTextDocumentParams(text_document=document, content_changes=[change]))


async def settle(client, *paths):
    """Waits for the server, then asks for the findings of open files, as a client does that is not told of them."""
    await client.protocol.send_request_async("errctl/synchronize", {})
    for path in paths if client.pulls else ():
        document = types.TextDocumentIdentifier(uri=path.as_uri())
        report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(text_document=document))
        client.diagnostics[document.uri] = list(report.items)
        for uri, related in (report.related_documents or {}).items():
            client.diagnostics[uri] = list(related.items)


def codes(client, path):
    return [diagnostic.code for diagnostic in client.diagnostics.get(path.as_uri(), [])]


async def test_the_shops_rules_have_no_findings(client, shop):
    open_file(client, shop / "rules.yaml")
    open_file(client, shop / "rules.test.yaml")
    await settle(client, shop / "rules.yaml", shop / "rules.test.yaml")
    assert codes(client, shop / "rules.yaml") == []
    assert codes(client, shop / "rules.test.yaml") == []


async def test_json_is_checked_too(client, shop):
    open_file(client, shop / "rules.json", (shop / "rules.json").read_text().replace("{", "{ ", 1) + "]")
    await settle(client, shop / "rules.json")
    assert len(codes(client, shop / "rules.json")) == 1


async def test_a_renamed_rule_is_missing_in_its_suite(client, shop):
    rules = shop / "rules.yaml"
    text = rules.read_text()
    open_file(client, rules)
    await settle(client, rules)
    assert "- id: again\n" in text
    replace(client, rules, text.replace("- id: again\n", "- id: once-more\n", 1), 2)
    await settle(client, rules)
    assert "unknown-rule" in codes(client, shop / "rules.test.yaml")
    replace(client, rules, text, 3)
    await settle(client, rules)
    assert codes(client, shop / "rules.test.yaml") == []


async def test_a_misspelt_name_is_fixed(client, shop):
    rules = shop / "rules.yaml"
    text = "version: 1\nresponders:\n  - id: app\n    rulse: []\n"
    open_file(client, rules, text)
    await settle(client, rules)
    assert "unknown-key" in codes(client, rules)
    [finding] = [found for found in client.diagnostics[rules.as_uri()] if found.code == "unknown-key"]
    params = types.CodeActionParams(
        text_document=types.TextDocumentIdentifier(uri=rules.as_uri()),
        range=finding.range,
        context=types.CodeActionContext(diagnostics=[finding]),
    )
    actions = await client.text_document_code_action_async(params)
    fixes = [action for action in actions if action.kind == types.CodeActionKind.QuickFix]
    assert [fix.title for fix in fixes] == ["Change “rulse” to “rules”"]
    edit = fixes[0].edit
    [edits] = [change.edits for change in edit.document_changes] if edit.document_changes else edit.changes.values()
    assert [edit.new_text for edit in edits] == ["rules"]
