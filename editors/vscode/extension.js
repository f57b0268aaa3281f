// Starts `errctl lsp` and keeps it told of the open texts.
"use strict";

const { execFile } = require("node:child_process");
const vscode = require("vscode");
const { Connection } = require("./connection");
const convert = require("./conversions");
const { register } = require("./features");

const LANGUAGES = ["yaml", "json", "jsonc"];
const SELECTOR = LANGUAGES.flatMap((language) => [
  { language, scheme: "file" },
  { language, scheme: "untitled" },
]);
/** More ends than this within three minutes, and the server is not started again. */
const MOST_ENDS = 3;

const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  workspace: {
    applyEdit: true,
    workspaceEdit: { documentChanges: true },
    workspaceFolders: true,
    configuration: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
    codeLens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    semanticTokens: { refreshSupport: true },
  },
  window: { showDocument: { support: true }, workDoneProgress: false },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: {
      relatedInformation: true,
      versionSupport: true,
      codeDescriptionSupport: true,
      tagSupport: { valueSet: [1, 2] },
    },
    completion: {
      completionItem: { snippetSupport: true, documentationFormat: ["markdown", "plaintext"], preselectSupport: true },
    },
    hover: { contentFormat: ["markdown", "plaintext"] },
    rename: { prepareSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: {
      isPreferredSupport: true,
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor.rewrite", "source", "source.fixAll"] } },
    },
    codeLens: {},
    inlayHint: {},
    semanticTokens: {
      requests: { full: true, range: true },
      tokenTypes: [
        "namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable", "property",
        "enumMember", "event", "function", "method", "macro", "keyword", "modifier", "comment", "string", "number", "regexp",
        "operator", "decorator",
      ],
      tokenModifiers: [
        "declaration", "definition", "readonly", "static", "deprecated", "abstract", "async", "modification",
        "documentation", "defaultLibrary",
      ],
      formats: ["relative"],
    },
  },
};

/** The scheme of the pages of findings: what `errctl codes CODE` prints. */
const PAGES = "errctl";
const pages = {
  provideTextDocumentContent: ({ path }) =>
    new Promise((resolve, reject) => {
      const code = path.slice(1);
      if (!/^[a-z][a-z-]*$/.test(code)) return reject(new Error(`“${code}” is not a code of a finding.`));
      const program = vscode.workspace.getConfiguration("errctl").get("path", "errctl");
      execFile(program, ["codes", code], (error, text) => (text ? resolve(text) : reject(error)));
    }),
};

class Client {
  constructor(log) {
    this.log = log;
    this.diagnostics = vscode.languages.createDiagnosticCollection("errctl");
    this.registrations = [];
    this.ends = [];
    this.changed = {
      codeLens: new vscode.EventEmitter(),
      inlayHint: new vscode.EventEmitter(),
      semanticTokens: new vscode.EventEmitter(),
    };
    const { workspace } = vscode;
    this.listeners = [
      workspace.onDidOpenTextDocument((text) => this.open(text)),
      workspace.onDidChangeTextDocument((event) => this.change(event)),
      workspace.onDidCloseTextDocument((text) => this.close(text)),
      workspace.onDidSaveTextDocument((text) => this.tell("didSave", text)),
      workspace.onDidChangeWorkspaceFolders((event) => this.changeFolders(event)),
      workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("errctl") && this.restart()),
      this.diagnostics,
      ...Object.values(this.changed),
    ];
  }

  /** Resolves once the server is ready, or has failed. */
  async start() {
    const settings = vscode.workspace.getConfiguration("errctl");
    const program = settings.get("path", "errctl");
    const folders = (vscode.workspace.workspaceFolders || []).filter((folder) => folder.uri.scheme === "file");
    const connection = new Connection(
      program,
      ["lsp", ...settings.get("arguments", [])],
      folders.length > 0 ? folders[0].uri.fsPath : undefined,
      {
        onMessage: (method, params) => this.receive(method, params),
        onRequest: (method, params) => this.answer(method, params),
        onEnd: (reason) => this.connection === connection && this.ended(program, reason),
        onComplaint: (text) => this.log.append(text),
      }
    );
    this.connection = connection;
    this.opened = new Set();
    let result = null;
    try {
      result = await connection.ask("initialize", {
        processId: process.pid,
        clientInfo: { name: vscode.env.appName, version: vscode.version },
        rootUri: folders.length > 0 ? folders[0].uri.toString() : null,
        workspaceFolders: folders.map((folder) => ({ uri: folder.uri.toString(), name: folder.name })),
        capabilities: CAPABILITIES,
        initializationOptions: { pages: `${PAGES}:/` },
      });
    } catch (error) {
      this.log.appendLine(error.message);
    }
    if (!result || this.connection !== connection) return;
    connection.notify("initialized", {});
    this.isReady = true;
    this.registrations.push(
      ...register(
        result.capabilities,
        SELECTOR,
        (method, params, token) => this.ask(method, params, token),
        this.changed
      )
    );
    for (const text of vscode.workspace.textDocuments) this.open(text);
  }

  async ask(method, params, token) {
    return this.isReady ? this.connection.ask(method, params, token) : null;
  }

  // What the server is told

  isOurs(text) {
    return this.isReady && LANGUAGES.includes(text.languageId) && ["file", "untitled"].includes(text.uri.scheme);
  }

  open(text) {
    if (!this.isOurs(text) || this.opened.has(text.uri.toString())) return;
    this.opened.add(text.uri.toString());
    const { languageId, version } = text;
    const item = { uri: text.uri.toString(), languageId, version, text: text.getText() };
    this.connection.notify("textDocument/didOpen", { textDocument: item });
  }

  change({ document, contentChanges }) {
    if (!this.isOurs(document) || contentChanges.length === 0) return;
    this.connection.notify("textDocument/didChange", {
      textDocument: { uri: document.uri.toString(), version: document.version },
      contentChanges: contentChanges.map(({ range, text }) => ({ range: convert.range(range), text })),
    });
  }

  close(text) {
    this.tell("didClose", text);
    this.opened && this.opened.delete(text.uri.toString());
  }

  tell(method, text) {
    if (this.isOurs(text) && this.opened.has(text.uri.toString())) {
      this.connection.notify(`textDocument/${method}`, convert.document(text));
    }
  }

  changeFolders({ added, removed }) {
    if (!this.isReady) return;
    const folder = ({ uri, name }) => ({ uri: uri.toString(), name });
    this.connection.notify("workspace/didChangeWorkspaceFolders", {
      event: { added: added.map(folder), removed: removed.map(folder) },
    });
  }

  // What the server says and asks

  receive(method, params) {
    switch (method) {
      case "textDocument/publishDiagnostics": {
        const uri = vscode.Uri.parse(params.uri);
        const text = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
        // Findings of an older text would stand in wrong places; newer ones follow.
        if (text && params.version !== undefined && params.version !== null && params.version < text.version) return;
        this.diagnostics.set(uri, params.diagnostics.map(convert.toDiagnostic));
        break;
      }
      case "window/logMessage":
        this.log.appendLine(params.message);
        break;
      case "window/showMessage":
        show(params);
        break;
    }
  }

  async answer(method, params) {
    switch (method) {
      case "client/registerCapability":
        for (const registration of params.registrations) this.watch(registration);
        return null;
      case "client/unregisterCapability":
        return null;
      case "workspace/applyEdit":
        return { applied: await vscode.workspace.applyEdit(convert.toWorkspaceEdit(params.edit)) };
      case "workspace/configuration":
        return params.items.map(() => null);
      case "window/showDocument": {
        const selection = params.selection && convert.toRange(params.selection);
        await vscode.window.showTextDocument(vscode.Uri.parse(params.uri), { selection, preserveFocus: !params.takeFocus });
        return { success: true };
      }
      case "window/showMessageRequest": {
        const chosen = await show(params);
        return (params.actions || []).find((action) => action.title === chosen) || null;
      }
      case "workspace/codeLens/refresh":
      case "workspace/inlayHint/refresh":
      case "workspace/semanticTokens/refresh":
        this.changed[method.split("/")[1]].fire();
        return null;
      default:
        throw Object.assign(new Error(`There is no method “${method}”.`), { code: -32601 });
    }
  }

  watch({ method, registerOptions }) {
    if (method !== "workspace/didChangeWatchedFiles") return;
    for (const { globPattern } of registerOptions.watchers) {
      const watcher = vscode.workspace.createFileSystemWatcher(globPattern);
      const tell = (type) => (uri) => {
        this.connection.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
      };
      watcher.onDidCreate(tell(1));
      watcher.onDidChange(tell(2));
      watcher.onDidDelete(tell(3));
      this.registrations.push(watcher);
    }
  }

  // Ends

  forget() {
    this.isReady = false;
    for (const registration of this.registrations) registration.dispose();
    this.registrations = [];
    this.diagnostics.clear();
  }

  async ended(program, reason) {
    this.forget();
    this.log.appendLine(`${program} lsp: ${reason}.`);
    const now = Date.now();
    this.ends = [...this.ends.filter((end) => now - end < 180_000), now];
    if (reason !== "it was not found" && this.ends.length <= MOST_ENDS) return this.start();
    const advice = reason === "it was not found" ? " Install it, or set “errctl.path”." : "";
    vscode.window.showErrorMessage(`${program} lsp can't run: ${reason}.${advice}`);
  }

  async stop() {
    const { connection } = this;
    this.connection = undefined;
    this.forget();
    if (connection) await connection.stop();
  }

  async restart() {
    await this.stop();
    this.ends = [];
    await this.start();
  }
}

function show({ type, message, actions }) {
  const titles = (actions || []).map((action) => action.title);
  const { window } = vscode;
  const say = type === 1 ? window.showErrorMessage : type === 2 ? window.showWarningMessage : window.showInformationMessage;
  return say.call(window, message, ...titles);
}

let client;

async function activate(context) {
  const log = vscode.window.createOutputChannel("errctl");
  client = new Client(log);
  context.subscriptions.push(
    log,
    ...client.listeners,
    vscode.workspace.registerTextDocumentContentProvider(PAGES, pages),
    vscode.commands.registerCommand("errctl.restart", () => client.restart())
  );
  await client.start();
}

async function deactivate() {
  if (client) await client.stop();
}

module.exports = { activate, deactivate };
