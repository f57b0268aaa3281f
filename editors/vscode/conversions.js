// The types of the Language Server Protocol and those of the editor. Positions are in UTF-16 on both sides.
"use strict";

const vscode = require("vscode");

const position = (place) => ({ line: place.line, character: place.character });
const range = (area) => ({ start: position(area.start), end: position(area.end) });
const document = (text) => ({ textDocument: { uri: text.uri.toString() } });
const at = (text, place) => ({ ...document(text), position: position(place) });

const toRange = (area) => new vscode.Range(area.start.line, area.start.character, area.end.line, area.end.character);
const toLocation = (place) => new vscode.Location(vscode.Uri.parse(place.uri), toRange(place.range));
const toEdit = (edit) => new vscode.TextEdit(toRange(edit.range), edit.newText);
const list = (values, convert) => (values || []).map(convert);

const toMarkdown = (content) => {
  if (content === undefined || content === null) return undefined;
  return new vscode.MarkdownString(typeof content === "string" ? content : content.value);
};

const toDiagnostic = (finding) => {
  const diagnostic = new vscode.Diagnostic(toRange(finding.range), finding.message, (finding.severity || 1) - 1);
  diagnostic.source = finding.source;
  diagnostic.code =
    finding.codeDescription && finding.code !== undefined
      ? { value: finding.code, target: vscode.Uri.parse(finding.codeDescription.href) }
      : finding.code;
  diagnostic.tags = finding.tags;
  diagnostic.relatedInformation = list(
    finding.relatedInformation,
    (related) => new vscode.DiagnosticRelatedInformation(toLocation(related.location), related.message)
  );
  // What the server sent, for when it is asked about this finding.
  diagnostic.sent = finding;
  return diagnostic;
};

/** Edits of several files; `documentChanges` and `changes`. */
const toWorkspaceEdit = (edit) => {
  const result = new vscode.WorkspaceEdit();
  const changes = edit.documentChanges
    ? edit.documentChanges.map((change) => [change.textDocument.uri, change.edits])
    : Object.entries(edit.changes || {});
  for (const [uri, edits] of changes) result.set(vscode.Uri.parse(uri), edits.map(toEdit));
  return result;
};

const toCommand = (command) => command && { title: command.title, command: command.command, arguments: command.arguments };

const toCompletion = (item) => {
  const result = new vscode.CompletionItem(item.label, item.kind ? item.kind - 1 : undefined);
  for (const key of ["detail", "sortText", "filterText", "preselect", "commitCharacters", "tags"]) {
    if (item[key] !== undefined) result[key] = item[key];
  }
  result.documentation = toMarkdown(item.documentation);
  const text = item.textEdit ? item.textEdit.newText : item.insertText || item.label;
  result.insertText = item.insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
  if (item.textEdit) result.range = toRange(item.textEdit.range || item.textEdit.replace);
  if (item.additionalTextEdits) result.additionalTextEdits = item.additionalTextEdits.map(toEdit);
  result.command = toCommand(item.command);
  return result;
};

const toSymbol = (symbol) => {
  const result = new vscode.DocumentSymbol(
    symbol.name,
    symbol.detail || "",
    symbol.kind - 1,
    toRange(symbol.range),
    toRange(symbol.selectionRange)
  );
  result.children = list(symbol.children, toSymbol);
  return result;
};

const toSelection = (selection) =>
  new vscode.SelectionRange(toRange(selection.range), selection.parent && toSelection(selection.parent));

const toAction = (action) => {
  if (typeof action.command === "string") return toCommand(action);
  const kind = action.kind === undefined ? undefined : vscode.CodeActionKind.Empty.append(action.kind);
  const result = new vscode.CodeAction(action.title, kind);
  if (action.edit) result.edit = toWorkspaceEdit(action.edit);
  result.command = toCommand(action.command);
  result.diagnostics = action.diagnostics && action.diagnostics.map(toDiagnostic);
  result.isPreferred = action.isPreferred;
  return result;
};

const toLens = (lens) => {
  const result = new vscode.CodeLens(toRange(lens.range), toCommand(lens.command));
  result.sent = lens;
  return result;
};

const toHint = (hint) => {
  const label =
    typeof hint.label === "string" ? hint.label : hint.label.map((part) => new vscode.InlayHintLabelPart(part.value));
  const result = new vscode.InlayHint(new vscode.Position(hint.position.line, hint.position.character), label, hint.kind);
  result.tooltip = toMarkdown(hint.tooltip);
  result.paddingLeft = hint.paddingLeft;
  result.paddingRight = hint.paddingRight;
  return result;
};

const foldings = { comment: "Comment", imports: "Imports", region: "Region" };

const toFolding = (folding) =>
  new vscode.FoldingRange(folding.startLine, folding.endLine, vscode.FoldingRangeKind[foldings[folding.kind]]);

module.exports = {
  at, document, list, position, range, toAction, toCommand, toCompletion, toDiagnostic, toEdit, toFolding, toHint, toLens,
  toLocation, toMarkdown, toRange, toSelection, toSymbol, toWorkspaceEdit,
};
