"""What a name, a key and a place mean, in the shop's rules."""

from lsprotocol import types
from test_diagnostics import codes, open_file, replace, settle


def place(path, text, mark):
    """The place of the first occurrence of a text."""
    before = text[: text.index(mark)].split("\n")
    position = types.Position(line=len(before) - 1, character=len(before[-1].encode("utf-16-le")) // 2)
    return {"text_document": types.TextDocumentIdentifier(uri=path.as_uri()), "position": position}


def apply(text, edits):
    """The text after edits, in the order of their places."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True):
        assert edit.range.start.line == edit.range.end.line
        line = lines[edit.range.start.line]
        lines[edit.range.start.line] = line[: edit.range.start.character] + edit.new_text + line[edit.range.end.character :]
    return "\n".join(lines)


async def test_hover_explains_a_rule_and_a_key(client, shop):
    rules = shop / "rules.yaml"
    text = rules.read_text()
    open_file(client, rules)
    await settle(client)
    hover = await client.text_document_hover_async(types.HoverParams(**place(rules, text, "take-turns")))
    assert "category is busy" in hover.contents.value and "Worst case: up to 4 tries" in hover.contents.value
    hover = await client.text_document_hover_async(types.HoverParams(**place(rules, text, "multiplier")))
    assert "**`multiplier`**" in hover.contents.value
    hover = await client.text_document_hover_async(types.HoverParams(**place(rules, text, "NSURLErrorTimedOut")))
    assert hover is None or "-1001" in hover.contents.value


async def test_completion_knows_the_names_of_the_file(client, shop):
    rules = shop / "rules.yaml"
    text = rules.read_text()
    open_file(client, rules)
    await settle(client)
    broken = text.replace("when: { category: busy }", "when: { category: ", 1)
    replace(client, rules, broken, 2)
    params = place(rules, broken + " ", "when: { category: \n")
    params["position"].character += len("when: { category: ")
    items = await client.text_document_completion_async(types.CompletionParams(**params))
    labels = [item.label for item in items.items]
    assert {"busy", "offline", "declined"} <= set(labels)
    assert all(item.documentation is not None for item in items.items if item.label in ("busy", "offline"))


async def test_a_category_is_renamed_in_rules_and_suite(client, shop):
    # The suite tests the rules in YAML and in JSON, so the name changes in both.
    rules, suite, same = shop / "rules.yaml", shop / "rules.test.yaml", shop / "rules.json"
    texts = {path.as_uri(): path.read_text() for path in (rules, suite, same)}
    open_file(client, rules)
    open_file(client, suite)
    await settle(client)
    at = place(rules, texts[rules.as_uri()], "offline, when")
    found = await client.text_document_references_async(
        types.ReferenceParams(**at, context=types.ReferenceContext(include_declaration=True))
    )
    definition = await client.text_document_definition_async(types.DefinitionParams(**at))
    assert [place.range.start for place in definition] == [at["position"]]
    edit = await client.text_document_rename_async(types.RenameParams(**at, new_name="noNetwork"))
    changes = {change.text_document.uri: change.edits for change in edit.document_changes} if edit.document_changes else edit.changes
    assert sum(len(edits) for edits in changes.values()) == len(found)
    open_file(client, same)
    for path in (rules, suite, same):
        text = apply(texts[path.as_uri()], changes.get(path.as_uri(), []))
        replace(client, path, text, 2)
    await settle(client)
    assert codes(client, rules) == [] and codes(client, suite) == [] and codes(client, same) == []


async def test_the_outline_is_the_chain(client, shop):
    rules = shop / "rules.yaml"
    open_file(client, rules)
    await settle(client)
    params = types.DocumentSymbolParams(text_document=types.TextDocumentIdentifier(uri=rules.as_uri()))
    symbols = await client.text_document_document_symbol_async(params)
    app = next(symbol for symbol in symbols if symbol.name == "app")
    assert app.kind == types.SymbolKind.Class
    if isinstance(app, types.DocumentSymbol):
        assert [child.name for child in app.children][:2] == ["refresh", "log-in-again"]
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(text_document=params.text_document))
    assert len(folds) > 20
    ranges = await client.text_document_selection_range_async(
        types.SelectionRangeParams(text_document=params.text_document, positions=[types.Position(line=30, character=6)])
    )
    assert ranges[0].parent is not None


async def test_formatting_is_that_of_fmt(client, shop):
    rules = shop / "rules.yaml"
    text = rules.read_text().replace("version: 1\n", "version:    1\n", 1)
    open_file(client, rules, text)
    await settle(client)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    document = types.TextDocumentIdentifier(uri=rules.as_uri())
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(text_document=document, options=options))
    assert [edit.new_text for edit in edits] == ["version: 1\n"]
