// What a server offers, registered with the editor. Each feature needs the capability of its name.
"use strict";

const vscode = require("vscode");
const convert = require("./conversions");

/**
 * Registers what the server's capabilities name; returns the registrations. `ask(method, params, token)`; `changed` holds an
 * emitter for what the editor has to ask for again.
 */
function register(capabilities, selector, ask, changed) {
  const { languages } = vscode;
  const registrations = [];
  const offer = (capability, add) => {
    if (capabilities[capability]) registrations.push(...[add(capabilities[capability])].flat());
  };
  const about = (method, text, token, more = {}) => ask(`textDocument/${method}`, { ...convert.document(text), ...more }, token);
  const place = (method, text, position, token, more = {}) =>
    ask(`textDocument/${method}`, { ...convert.at(text, position), ...more }, token);

  offer("hoverProvider", () =>
    languages.registerHoverProvider(selector, {
      async provideHover(text, position, token) {
        const hover = await place("hover", text, position, token);
        return hover && new vscode.Hover(convert.toMarkdown(hover.contents), hover.range && convert.toRange(hover.range));
      },
    })
  );

  offer("completionProvider", (options) =>
    languages.registerCompletionItemProvider(
      selector,
      {
        async provideCompletionItems(text, position, token) {
          const found = await place("completion", text, position, token);
          const items = found && (found.items || found);
          return items && new vscode.CompletionList(items.map(convert.toCompletion), Boolean(found.isIncomplete));
        },
      },
      ...(options.triggerCharacters || [])
    )
  );

  offer("definitionProvider", () =>
    languages.registerDefinitionProvider(selector, {
      async provideDefinition(text, position, token) {
        const places = await place("definition", text, position, token);
        return places && [places].flat().map(convert.toLocation);
      },
    })
  );

  offer("referencesProvider", () =>
    languages.registerReferenceProvider(selector, {
      async provideReferences(text, position, context, token) {
        return convert.list(await place("references", text, position, token, { context }), convert.toLocation);
      },
    })
  );

  offer("documentHighlightProvider", () =>
    languages.registerDocumentHighlightProvider(selector, {
      async provideDocumentHighlights(text, position, token) {
        const found = await place("documentHighlight", text, position, token);
        return convert.list(
          found,
          ({ range, kind }) => new vscode.DocumentHighlight(convert.toRange(range), kind && kind - 1)
        );
      },
    })
  );

  offer("renameProvider", () =>
    languages.registerRenameProvider(selector, {
      async provideRenameEdits(text, position, newName, token) {
        const edit = await place("rename", text, position, token, { newName });
        return edit && convert.toWorkspaceEdit(edit);
      },
      async prepareRename(text, position, token) {
        const found = await place("prepareRename", text, position, token);
        if (!found) throw new Error("This can't be renamed.");
        return found.range
          ? { range: convert.toRange(found.range), placeholder: found.placeholder }
          : convert.toRange(found);
      },
    })
  );

  offer("documentSymbolProvider", () =>
    languages.registerDocumentSymbolProvider(selector, {
      async provideDocumentSymbols(text, token) {
        return convert.list(await about("documentSymbol", text, token), convert.toSymbol);
      },
    })
  );

  offer("foldingRangeProvider", () =>
    languages.registerFoldingRangeProvider(selector, {
      async provideFoldingRanges(text, context, token) {
        return convert.list(await about("foldingRange", text, token), convert.toFolding);
      },
    })
  );

  offer("selectionRangeProvider", () =>
    languages.registerSelectionRangeProvider(selector, {
      async provideSelectionRanges(text, positions, token) {
        const found = await about("selectionRange", text, token, { positions: positions.map(convert.position) });
        return convert.list(found, convert.toSelection);
      },
    })
  );

  offer("documentFormattingProvider", () =>
    languages.registerDocumentFormattingEditProvider(selector, {
      async provideDocumentFormattingEdits(text, options, token) {
        return convert.list(await about("formatting", text, token, { options }), convert.toEdit);
      },
    })
  );

  offer("codeActionProvider", (options) =>
    languages.registerCodeActionsProvider(
      selector,
      {
        async provideCodeActions(text, range, context, token) {
          const sent = {
            diagnostics: context.diagnostics.map((finding) => finding.sent).filter(Boolean),
            ...(context.only && { only: [context.only.value] }),
            triggerKind: context.triggerKind,
          };
          const actions = await about("codeAction", text, token, { range: convert.range(range), context: sent });
          return convert.list(actions, convert.toAction);
        },
      },
      { providedCodeActionKinds: convert.list(options.codeActionKinds, (kind) => vscode.CodeActionKind.Empty.append(kind)) }
    )
  );

  offer("codeLensProvider", (options) =>
    languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: changed.codeLens.event,
      async provideCodeLenses(text, token) {
        return convert.list(await about("codeLens", text, token), convert.toLens);
      },
      resolveCodeLens: options.resolveProvider
        ? async (lens, token) => convert.toLens((await ask("codeLens/resolve", lens.sent, token)) || lens.sent)
        : undefined,
    })
  );

  offer("inlayHintProvider", () =>
    languages.registerInlayHintsProvider(selector, {
      onDidChangeInlayHints: changed.inlayHint.event,
      async provideInlayHints(text, range, token) {
        return convert.list(await about("inlayHint", text, token, { range: convert.range(range) }), convert.toHint);
      },
    })
  );

  offer("semanticTokensProvider", ({ legend, full, range }) => {
    const legendOf = new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers);
    const tokens = (found) => found && new vscode.SemanticTokens(new Uint32Array(found.data));
    const whole = {
      onDidChangeSemanticTokens: changed.semanticTokens.event,
      async provideDocumentSemanticTokens(text, token) {
        return tokens(await about("semanticTokens/full", text, token));
      },
    };
    const part = {
      async provideDocumentRangeSemanticTokens(text, area, token) {
        return tokens(await about("semanticTokens/range", text, token, { range: convert.range(area) }));
      },
    };
    return [
      ...(full ? [languages.registerDocumentSemanticTokensProvider(selector, whole, legendOf)] : []),
      ...(range ? [languages.registerDocumentRangeSemanticTokensProvider(selector, part, legendOf)] : []),
    ];
  });

  offer("executeCommandProvider", (options) =>
    convert.list(options.commands, (command) =>
      vscode.commands.registerCommand(command, (...words) =>
        ask("workspace/executeCommand", { command, arguments: words })
      )
    )
  );

  return registrations;
}

module.exports = { register };
