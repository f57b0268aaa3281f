// As much of VS Code's API as an extension for a language uses, in front of texts in memory. What an extension uses and this does
// not have, fails.
"use strict";

const { pathToFileURL, fileURLToPath } = require("node:url");

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener) => {
      this.listeners.add(listener);
      return { dispose: () => this.listeners.delete(listener) };
    };
  }
  fire(value) {
    for (const listener of this.listeners) listener(value);
  }
  dispose() {
    this.listeners.clear();
  }
}

class Position {
  constructor(line, character) {
    if (!Number.isInteger(line) || !Number.isInteger(character) || line < 0 || character < 0) throw new Error("illegal position");
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(a, b, c, d) {
    this.start = a instanceof Position ? a : new Position(a, b);
    this.end = a instanceof Position ? b : new Position(c, d);
  }
}
class Uri {
  static parse(text) {
    return new Uri(new URL(text));
  }
  static file(path) {
    return new Uri(pathToFileURL(path));
  }
  constructor(url) {
    this.url = url;
    this.scheme = url.protocol.slice(0, -1);
  }
  get fsPath() {
    return fileURLToPath(this.url);
  }
  // As VS Code writes it, which escapes more than the standard does.
  toString() {
    return this.url.href.replace(/[!'()*]/g, (sign) => "%" + sign.charCodeAt(0).toString(16).toUpperCase());
  }
}
const record = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, index) => (this[name] = values[index]));
    }
  };
class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}
CodeActionKind.Empty = new CodeActionKind("");
class WorkspaceEdit {
  constructor() {
    this.byFile = new Map();
  }
  set(uri, edits) {
    this.byFile.set(uri.toString(), edits);
  }
}

/** A text document, and the events of its changes. */
class TextDocument {
  constructor(editor, uri, languageId, text) {
    Object.assign(this, { editor, uri, languageId, text, version: 1 });
  }
  getText() {
    return this.text;
  }
  offset({ line, character }) {
    let start = 0;
    for (let count = 0; count < line; count++) start = this.text.indexOf("\n", start) + 1;
    return start + character;
  }
  position(offset) {
    const lines = this.text.slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines[lines.length - 1].length);
  }
  /** As VS Code reports them: from the last to the first. */
  edit(edits) {
    const ordered = [...edits].sort((a, b) => this.offset(b.range.start) - this.offset(a.range.start));
    for (const { range, newText } of ordered) {
      this.text = this.text.slice(0, this.offset(range.start)) + newText + this.text.slice(this.offset(range.end));
    }
    this.version++;
    const contentChanges = ordered.map(({ range, newText }) => ({ range, text: newText }));
    this.editor.changed.fire({ document: this, contentChanges });
  }
}

/** The module `vscode`, and the editor behind it. */
function makeEditor(settings, folder) {
  const editor = {
    texts: [], registered: {}, diagnostics: new Map(), shown: [], log: [], commands: new Map(), watchers: [], contents: new Map(),
    opened: new EventEmitter(), changed: new EventEmitter(), closed: new EventEmitter(), saved: new EventEmitter(),
    folders: new EventEmitter(), configured: new EventEmitter(), published: new EventEmitter(),
  };
  editor.open = (path, languageId, text) => {
    const document = new TextDocument(editor, Uri.file(path), languageId, text);
    editor.texts.push(document);
    editor.opened.fire(document);
    return document;
  };
  editor.close = (document) => {
    editor.texts = editor.texts.filter((text) => text !== document);
    editor.closed.fire(document);
  };
  const provider = (name) => (selector, provider, ...more) => {
    const entry = { selector, provider, more };
    editor.registered[name] = entry;
    return { dispose: () => editor.registered[name] === entry && delete editor.registered[name] };
  };
  const languages = {
    createDiagnosticCollection: () => ({
      set: (uri, found) => {
        editor.diagnostics.set(uri.toString(), found);
        editor.published.fire(uri.toString());
      },
      clear: () => editor.diagnostics.clear(),
      dispose: () => {},
    }),
  };
  for (const name of [
    "CodeActionsProvider", "CodeLensProvider", "CompletionItemProvider", "DefinitionProvider", "DocumentFormattingEditProvider",
    "DocumentHighlightProvider", "DocumentRangeSemanticTokensProvider", "DocumentSemanticTokensProvider", "DocumentSymbolProvider",
    "FoldingRangeProvider", "HoverProvider", "InlayHintsProvider", "ReferenceProvider", "RenameProvider", "SelectionRangeProvider",
  ]) {
    languages[`register${name}`] = provider(name);
  }
  const say = (kind) => async (text) => void editor.shown.push(`${kind}: ${text}`);
  const vscode = {
    Position, Range, Uri, EventEmitter, WorkspaceEdit, CodeActionKind, languages,
    Location: record("uri", "range"),
    TextEdit: record("range", "newText"),
    MarkdownString: record("value"),
    SnippetString: record("value"),
    Diagnostic: record("range", "message", "severity"),
    DiagnosticRelatedInformation: record("location", "message"),
    CompletionItem: record("label", "kind"),
    CompletionList: record("items", "isIncomplete"),
    Hover: record("contents", "range"),
    DocumentHighlight: record("range", "kind"),
    DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
    SelectionRange: record("range", "parent"),
    FoldingRange: record("start", "end", "kind"),
    FoldingRangeKind: { Comment: 1, Imports: 2, Region: 3 },
    CodeAction: record("title", "kind"),
    CodeLens: record("range", "command"),
    InlayHint: record("position", "label", "kind"),
    InlayHintLabelPart: record("value"),
    SemanticTokensLegend: record("tokenTypes", "tokenModifiers"),
    SemanticTokens: record("data"),
    version: "1.75.0",
    env: { appName: "a stand-in for VS Code" },
    workspace: {
      get textDocuments() {
        return editor.texts;
      },
      workspaceFolders: [{ uri: Uri.file(folder), name: "rules", index: 0 }],
      getConfiguration: (section) => ({ get: (key, ifMissing) => settings[`${section}.${key}`] ?? ifMissing }),
      onDidOpenTextDocument: editor.opened.event,
      onDidChangeTextDocument: editor.changed.event,
      onDidCloseTextDocument: editor.closed.event,
      onDidSaveTextDocument: editor.saved.event,
      onDidChangeWorkspaceFolders: editor.folders.event,
      onDidChangeConfiguration: editor.configured.event,
      registerTextDocumentContentProvider: (scheme, provider) => {
        editor.contents.set(scheme, provider);
        return { dispose: () => editor.contents.delete(scheme) };
      },
      createFileSystemWatcher: (pattern) => {
        const [created, changed, deleted] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
        const watcher = {
          pattern, created, changed, deleted,
          onDidCreate: created.event, onDidChange: changed.event, onDidDelete: deleted.event, dispose: () => {},
        };
        editor.watchers.push(watcher);
        return watcher;
      },
      applyEdit: async (edit) => {
        for (const [uri, edits] of edit.byFile) editor.texts.find((text) => text.uri.toString() === uri).edit(edits);
        return true;
      },
    },
    window: {
      createOutputChannel: () => ({
        append: (text) => editor.log.push(text), appendLine: (text) => editor.log.push(text), dispose: () => {},
      }),
      showErrorMessage: say("error"),
      showWarningMessage: say("warning"),
      showInformationMessage: say("information"),
      showTextDocument: async (uri, options) => void editor.shown.push(`text: ${uri} ${JSON.stringify(options)}`),
    },
    commands: {
      registerCommand: (name, run) => {
        if (editor.commands.has(name)) throw new Error(`command '${name}' already exists`);
        editor.commands.set(name, run);
        return { dispose: () => editor.commands.delete(name) };
      },
    },
  };
  // What is not here is missing, not undefined.
  const strict = (object, path) =>
    new Proxy(object, {
      get: (target, key) => {
        if (!(key in target) && typeof key === "string") throw new Error(`the stand-in has no ${path}.${key}`);
        return target[key];
      },
    });
  for (const part of ["languages", "workspace", "window", "commands", "env"]) vscode[part] = strict(vscode[part], part);
  return { vscode: strict(vscode, "vscode"), editor };
}

module.exports = { makeEditor };
