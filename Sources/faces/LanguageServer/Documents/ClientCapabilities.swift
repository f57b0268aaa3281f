internal import JSONRPC
internal import Source

/// The abilities of the client that the server uses.
package struct ClientCapabilities: Sendable {
  /// utf-8 if the client offers it, else utf-16, which every client has.
  var encoding = PositionEncoding.utf16
  /// Findings may have related places.
  var hasRelatedInformation = false
  /// Findings may be marked as unnecessary text.
  var hasUnnecessaryTag = false
  /// The client asks for the findings of a document, and is not told of them otherwise.
  var pullsFindings = false
  /// An answer may have the findings of other documents.
  var takesRelatedFindings = false
  /// The server may ask for findings to be asked for again.
  var refreshesFindings = false
  /// Edits may name the version of the text that they are for.
  var hasDocumentChanges = false
  /// The server may ask to be told of files that change on the disk.
  var watchesFiles = false
  /// Code actions are objects; older clients know only commands.
  var hasCodeActions = false
  /// The server may ask for code lenses to be asked for again.
  var refreshesLenses = false
  /// The server may ask for a document to be shown.
  var showsDocuments = false
  /// The server may ask for an edit to be applied.
  var appliesEdits = false
  /// An edit may create a file.
  var createsFiles = false
  /// Completions may have places to fill in.
  var hasSnippets = false
  /// The beginning of the URIs at which the client shows the pages of findings; their codes follow.
  var pages: String?
  /// Symbols may stand in one another.
  var hasSymbolTrees = false

  init() {}

  init(_ params: Params, options: Params) {
    pages = options["pages"]?.string
    let offered = (params.optional("general")["positionEncodings"]?.elements ?? []).compactMap { $0.string }
    if offered.contains(PositionEncoding.utf8.rawValue) { encoding = .utf8 }
    let text = params.optional("textDocument")
    let publishing = text.optional("publishDiagnostics")
    hasRelatedInformation = publishing.flag("relatedInformation") ?? false
    let tags = publishing.optional("tagSupport")["valueSet"]?.elements ?? []
    hasUnnecessaryTag = tags.contains { $0.text == "1" }
    pullsFindings = text.has("diagnostic")
    takesRelatedFindings = text.optional("diagnostic").flag("relatedDocumentSupport") ?? false
    let workspace = params.optional("workspace")
    refreshesFindings = workspace.optional("diagnostics").flag("refreshSupport") ?? false
    hasDocumentChanges = workspace.optional("workspaceEdit").flag("documentChanges") ?? false
    watchesFiles = workspace.optional("didChangeWatchedFiles").flag("dynamicRegistration") ?? false
    refreshesLenses = workspace.optional("codeLens").flag("refreshSupport") ?? false
    appliesEdits = workspace.flag("applyEdit") ?? false
    let operations = workspace.optional("workspaceEdit")["resourceOperations"]?.elements ?? []
    createsFiles = hasDocumentChanges && operations.contains { $0.text == "create" }
    showsDocuments = params.optional("window", "showDocument").flag("support") ?? false
    hasSnippets = text.optional("completion", "completionItem").flag("snippetSupport") ?? false
    hasSymbolTrees =
      text.optional("documentSymbol").flag("hierarchicalDocumentSymbolSupport") ?? false
    hasCodeActions = text.optional("codeAction").has("codeActionLiteralSupport")
  }
}
