// Drives the packed extension against a server, through a stand-in for VS Code's API: check.js ERRCTL EXTENSION RULES
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const Module = require("node:module");
const { test, after } = require("node:test");
const { makeEditor } = require("./vscode");

const [program, extension, rules] = process.argv.slice(2);
const PATIENCE = 120_000; // only ends a test that hangs

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "errctl-vscode-"));
fs.cpSync(rules, folder, { recursive: true });
after(() => fs.rmSync(folder, { recursive: true }));
const settings = { "errctl.path": program };
const { vscode, editor } = makeEditor(settings, folder);
const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));
const { activate, deactivate } = require(path.join(extension, "extension.js"));

const none = { onCancellationRequested: () => ({ dispose: () => {} }) };
const read = (name) => fs.readFileSync(path.join(folder, name), "utf8");

/** Resolves once the findings of a text fulfil a condition. */
const found = (text, holds, said) =>
  new Promise((resolve, reject) => {
    const look = () => {
      const findings = editor.diagnostics.get(text.uri.toString()) || [];
      if (holds(findings)) {
        clearTimeout(end);
        listening.dispose();
        resolve(findings);
      }
    };
    const end = setTimeout(
      () => reject(new Error(`${said}: ${JSON.stringify(editor.diagnostics.get(text.uri.toString()))}`)),
      PATIENCE
    );
    const listening = editor.published.event(look);
    look();
  });
const place = (text, part, at = 0) => text.position(text.getText().indexOf(part) + at);
const ask = (name, method, ...words) => editor.registered[name].provider[method](...words, none);

let text;
const CATEGORY = "when: { category: ";

test("it starts the server and registers what the server offers", async () => {
  text = editor.open(path.join(folder, "rules.yaml"), "yaml", read("rules.yaml"));
  await activate({ subscriptions: [] });
  for (const name of [
    "CodeActionsProvider", "CompletionItemProvider", "DefinitionProvider", "DocumentFormattingEditProvider",
    "DocumentHighlightProvider", "DocumentSymbolProvider", "FoldingRangeProvider", "HoverProvider", "ReferenceProvider",
    "RenameProvider", "SelectionRangeProvider",
  ]) {
    assert.ok(editor.registered[name], name);
  }
  assert.ok(editor.registered.HoverProvider.selector.some(({ language }) => language === "yaml"));
  assert.deepEqual(editor.log, []);
});

test("a mistake is marked while it is typed, and gone when it is corrected", async () => {
  const start = place(text, CATEGORY, CATEGORY.length);
  const mistake = new vscode.Range(start, start);
  text.edit([new vscode.TextEdit(mistake, "zz")]);
  const findings = await found(text, (all) => all.some(({ message }) => message.includes("“zz")), "no finding");
  const finding = findings.find(({ message }) => message.includes("“zz"));
  assert.equal(finding.severity, 0);
  assert.equal(finding.source, "errctl");
  // The code leads to its page.
  assert.equal(finding.code.target.toString(), "errctl:/unknown-category");
  const pages = editor.contents.get("errctl");
  assert.match(await pages.provideTextDocumentContent({ path: "/unknown-category" }), /category/);
  await assert.rejects(pages.provideTextDocumentContent({ path: "/--help" }));
  assert.deepEqual({ ...finding.range.start }, { ...start });
  const actions = await ask("CodeActionsProvider", "provideCodeActions", text, finding.range, { diagnostics: [finding], triggerKind: 1 });
  const fix = actions.find(({ kind }) => kind.value === "quickfix");
  assert.ok(fix, JSON.stringify(actions));
  await vscode.workspace.applyEdit(fix.edit);
  assert.equal(text.getText(), read("rules.yaml"));
  await found(text, (all) => !all.some(({ message }) => message.includes("“zz")), "the finding stays");
});

test("characters beyond the first plane are counted as the editor counts them", async () => {
  const start = place(text, "version: 1");
  const comment = "# 😀😀 é\n";
  text.edit([new vscode.TextEdit(new vscode.Range(start, start), comment)]);
  const where = place(text, CATEGORY, CATEGORY.length);
  text.edit([
    new vscode.TextEdit(new vscode.Range(where, where), "😀zz"),
    new vscode.TextEdit(new vscode.Range(new vscode.Position(start.line, 2), new vscode.Position(start.line, 4)), ""),
  ]);
  const findings = await found(text, (all) => all.some(({ message }) => message.includes("😀zz")), "no finding");
  const finding = findings.find(({ message }) => message.includes("😀zz"));
  assert.deepEqual({ ...finding.range.start }, { ...where });
  text.edit([new vscode.TextEdit(finding.range, text.getText().slice(text.offset(finding.range.start) + 4, text.offset(finding.range.end)))]);
  const begin = new vscode.Position(start.line, 0);
  text.edit([new vscode.TextEdit(new vscode.Range(begin, new vscode.Position(start.line + 1, 0)), "")]);
  assert.equal(text.getText(), read("rules.yaml"));
  await found(text, (all) => !all.some(({ message }) => message.includes("zz")), "the finding stays");
});

test("hover explains a key", async () => {
  const hover = await ask("HoverProvider", "provideHover", text, place(text, "maxAttempts", 2));
  assert.match(hover.contents.value, /tries/);
});

test("completion offers names with the place that they replace", async () => {
  const list = await ask("CompletionItemProvider", "provideCompletionItems", text, place(text, CATEGORY, CATEGORY.length));
  assert.ok(list.items.length > 0);
  for (const item of list.items) {
    assert.equal(typeof item.label, "string");
    assert.ok(item.range.start.line === item.range.end.line);
  }
});

test("a category is defined, referred to and renamed in every place", async () => {
  const name = /when: \{ category: ([\w-]+)/.exec(text.getText())[1];
  const at = place(text, `${CATEGORY}${name}`, CATEGORY.length + 1);
  const [definition] = await ask("DefinitionProvider", "provideDefinition", text, at);
  assert.equal(definition.uri.toString(), text.uri.toString());
  const references = await ask("ReferenceProvider", "provideReferences", text, at, { includeDeclaration: true });
  assert.ok(references.length > 1);
  const { placeholder } = await ask("RenameProvider", "prepareRename", text, at);
  assert.equal(placeholder, name);
  const edit = await ask("RenameProvider", "provideRenameEdits", text, at, "renamed");
  const edits = edit.byFile.get(text.uri.toString());
  assert.equal(edits.length, references.filter(({ uri }) => uri.toString() === text.uri.toString()).length);
});

test("the outline has the responders and their rules", async () => {
  const symbols = await ask("DocumentSymbolProvider", "provideDocumentSymbols", text);
  assert.ok(symbols.some(({ children }) => children.length > 0));
});

test("selections grow, mappings fold", async () => {
  const [selection] = await ask("SelectionRangeProvider", "provideSelectionRanges", text, [place(text, "maxAttempts", 2)]);
  assert.ok(selection.parent.range.start.line <= selection.range.start.line);
  const foldings = await ask("FoldingRangeProvider", "provideFoldingRanges", text, {});
  assert.ok(foldings.some(({ start, end }) => start < end));
});

test("formatting writes the layout of errctl fmt", async () => {
  const edits = await ask("DocumentFormattingEditProvider", "provideDocumentFormattingEdits", text, { tabSize: 2, insertSpaces: true });
  assert.deepEqual(edits, []);
});

test("a changed file on the disk is told to the server", async () => {
  assert.ok(editor.watchers.some(({ pattern }) => pattern.includes("yaml")));
  const file = path.join(folder, ".errctl.yaml");
  const { uri } = text;
  const before = (editor.diagnostics.get(uri.toString()) || []).length;
  fs.writeFileSync(file, "checks: { zz: note }\n");
  for (const watcher of editor.watchers) watcher.created.fire(vscode.Uri.file(file));
  const configuration = editor.open(file, "yaml", "checks: { zz: note }\n");
  await found(configuration, (all) => all.length > 0, "no finding in the configuration");
  editor.close(configuration);
  fs.rmSync(file);
  for (const watcher of editor.watchers) watcher.deleted.fire(vscode.Uri.file(file));
  await found(text, (all) => all.length === before, "the findings differ");
});

test("a server that ends is started again", async () => {
  const ends = editor.log.length;
  const hover = editor.registered.HoverProvider;
  process.kill(childOf(process.pid), "SIGKILL");
  while (editor.registered.HoverProvider === hover || !editor.registered.HoverProvider) await new Promise((go) => setTimeout(go, 20));
  assert.equal(editor.log.length, ends + 1);
  assert.match(editor.log[ends], /was ended by SIGKILL/);
  const again = await ask("HoverProvider", "provideHover", text, place(text, "maxAttempts", 2));
  assert.match(again.contents.value, /tries/);
});

test("a program that is not there is reported", async () => {
  settings["errctl.path"] = path.join(folder, "missing");
  await editor.commands.get("errctl.restart")();
  assert.equal(editor.shown.length, 1);
  assert.match(editor.shown[0], /missing lsp can't run: it was not found. Install it, or set “errctl.path”./);
  assert.deepEqual(Object.keys(editor.registered), []);
  settings["errctl.path"] = program;
  await editor.commands.get("errctl.restart")();
  assert.ok(editor.registered.HoverProvider);
});

test("it ends the server", async () => {
  await deactivate();
  while (childOf(process.pid)) await new Promise((go) => setTimeout(go, 20));
});

test("the grammar marks templates, lists and words", () => {
  const { repository } = JSON.parse(fs.readFileSync(path.join(extension, "syntaxes/errctl.injection.json"), "utf8"));
  const marked = (name, line) => [...line.matchAll(new RegExp(repository[name].match, "g"))].map((match) => match[0].trim());
  assert.deepEqual(marked("template", 'text: "{message} of {attributes.user} {{no}}"'), ["{message}", "{attributes.user}"]);
  assert.deepEqual(marked("list", "status: [ $busy, 503 ], cost: 3$"), ["$busy"]);
  assert.deepEqual(marked("verdict", "then: cancel"), ["cancel"]);
  assert.deepEqual(marked("verdict", "when: { message: cancel }"), []);
  assert.deepEqual(marked("status", "when: { status: [ 4xx, 503, 9xx ] }"), ["4xx"]);
});

test("what the package names is in it, and the schemas are", () => {
  const { contributes, main } = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));
  const files = [main, ...contributes.grammars.map(({ path }) => path)];
  for (const kind of ["rule-file", "test-suite", "mapping", "configuration"]) files.push(`schemas/${kind}.json`);
  for (const file of files) assert.ok(fs.statSync(path.join(extension, file)).isFile());
});

function childOf(parent) {
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = fs.readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1].split(" ");
      if (Number(fields[1]) === parent && fields[0] !== "Z") return Number(pid);
    } catch {
      // It is gone meanwhile.
    }
  }
  return undefined;
}
