package import Bytes
internal import Explanations
package import JSONRPC
internal import PageAnswers
internal import Reports
internal import Engine
internal import Source

/// The engine's end of a page without a server: rule files and recorded errors as texts, answered in the messages of
/// `errctl serve`.
package struct PlaygroundSession {
  private struct File {
    let name: String
    var text: [UInt8]
    let isStream: Bool
  }

  /// The first is the entry file, the last the stream.
  private var files: [File] = []
  private var compilation: RuleSet.Compilation?
  /// The evaluation with the last rules that could be used.
  private var evaluation: StreamRun?
  private var rows: RecordRows?
  /// Distinguishes files of the same name that a browser keeps.
  private var set = ""
  private let limits: Limits
  /// Where the files are, as imports see it.
  private static let folder = "/playground/"

  package init(limits: Limits = Limits()) { self.limits = limits }

  /// The answer to a message, and what else the page is told, in the order in which it is sent.
  package mutating func receive(_ message: [UInt8]) -> [Outgoing] {
    switch Message(message) {
    case .request(let id, let method, let params):
      do throws(ResponseError) {
        let result: Outgoing = .result(id, try answer(method, params))
        guard method == "workbench/preview" else { return [result] }
        return [result, .notification(method: "workspace/codeLens/refresh", .null)]
      } catch {
        return [.error(id, error)]
      }
    case .notification(let method, let params):
      guard ["textDocument/didOpen", "textDocument/didChange"].contains(method) else { return [] }
      return (try? change(params)) ?? []
    case .response: return []
    case .faulty(let id, let error): return [.error(id, error)]
    }
  }

  private mutating func answer(_ method: String, _ params: Params) throws(ResponseError) -> Node {
    switch method {
    case "playground/load": try load(params)
    case "playground/resolutions": try resolutions()
    case "initialize": .made([("capabilities", .made([(key: String, value: Node)]()))])
    case "errctl/synchronize": .null
    case "workbench/look": .made([Node]())
    case "workbench/open": opened()
    case "workbench/save": saved(try file(uri: try params.text("uri")))
    case "workbench/preview": try preview()
    case "workbench/records": try rows.page(params)
    case "workbench/explain": try explain(params)
    case "textDocument/codeLens": .made(counts(try file(params)))
    default:
      throw ResponseError(.methodNotFound, "This page can't do that; errctl serve can.")
    }
  }

  // MARK: - Files

  private func uri(_ name: String) -> String { "playground:\(set)/\(name)" }

  private func file(_ params: Params) throws(ResponseError) -> Int {
    try file(uri: try params.params("textDocument").text("uri"))
  }

  private func file(uri: String) throws(ResponseError) -> Int {
    guard let index = files.firstIndex(where: { self.uri($0.name) == uri }) else {
      throw ResponseError(.invalidParams, "\(uri) is not a file of this page.")
    }
    return index
  }

  /// Other files in place of all.
  private mutating func load(_ params: Params) throws(ResponseError) -> Node {
    var loaded: [File] = []
    for file in try params.list("files") {
      loaded.append(
        File(name: try file.text("name"), text: Array(try file.text("text").utf8), isStream: false))
    }
    let stream = try params.params("stream")
    let text = Array(try stream.text("text").utf8)
    guard !loaded.isEmpty else { throw ResponseError(.invalidParams, "There is no rule file. Load one.") }
    set = params.has("set") ? try params.text("set") : ""
    files = loaded + [File(name: try stream.text("name"), text: text, isStream: true)]
    (compilation, evaluation, rows) = (nil, nil, nil)
    return .null
  }

  /// - Throws: for a file that there is not, or a change that is none.
  private mutating func change(_ params: Params) throws(ResponseError) -> [Outgoing] {
    let index = try file(params)
    let document = try params.params("textDocument")
    if document.has("text") {
      files[index].text = Array(try document.text("text").utf8)
    } else {
      for change in try params.list("contentChanges") { try apply(change, to: index) }
    }
    guard !files[index].isStream else { return [] }
    compilation = nil
    return findings()
  }

  private mutating func apply(_ change: Params, to index: Int) throws(ResponseError) {
    let text = Array(try change.text("text").utf8)
    guard change.has("range") else {
      files[index].text = text
      return
    }
    let file = SourceFile(name: files[index].name, bytes: files[index].text)
    let range = try change.params("range")
    let start = PositionEncoding.utf16.offset(of: try Position(range.params("start")), in: file)
    let end = PositionEncoding.utf16.offset(of: try Position(range.params("end")), in: file)
    files[index].text.replaceSubrange(start..<max(start, end), with: text)
  }

  /// A page saves a file by itself.
  private mutating func saved(_ index: Int) -> Node {
    .made([
      ("text", .made(String(decoding: files[index].text, as: UTF8.self))),
      ("isFormatted", .made(files[index].isStream || !compile().hasErrors)),
    ])
  }

  private mutating func findings() -> [Outgoing] {
    let found = compile().diagnostics
    return files.filter { !$0.isStream }.map { file in
      let own = found.filter { $0.range.file.name == file.name }
      return .notification(
        method: "textDocument/publishDiagnostics",
        .made([
          ("uri", .made(uri(file.name))),
          ("diagnostics", .made(own.map { node($0) })),
        ])
      )
    }
  }

  /// A finding, with the action that fixes it as its data.
  private func node(_ finding: Diagnostic) -> Node {
    let encoding = PositionEncoding.utf16
    var members = encoding.members(of: finding)
    if let fix = finding.fix ?? NameSuggestion.patch(of: finding) {
      let edit: Node = .made([
        ("range", encoding.range(of: fix.range)), ("newText", .made(fix.replacement)),
      ])
      let changes: Node = .made([(uri(fix.range.file.name), .made([edit]))])
      members.append(("data", .made([("title", .made(fix.title)), ("edit", .made([("changes", changes)]))])))
    }
    return .made(members)
  }

  private func opened() -> Node {
    let lines = files.last.map { stream in stream.text.count { $0 == UInt8(ascii: "\n") } } ?? 0
    return .made([
      (
        "files",
        .made(
          files.map { file in
            .made([
              ("uri", .made(uri(file.name))), ("name", .made(file.name)),
              ("kind", .made(file.isStream ? "stream" : "rules")), ("exists", .made(true)),
              ("text", .made(String(decoding: file.text, as: UTF8.self))),
            ])
          }
        )
      ),
      ("root", .made(uri(""))),
      ("streams", .made(files.filter { $0.isStream }.map { .made($0.name) })),
      ("records", .made(min(lines, RecordedLines.most))),
      ("isWhole", .made(true)),
    ])
  }

  // MARK: - Rules

  private mutating func compile() -> RuleSet.Compilation {
    if let compilation { return compilation }
    let rules = files.filter { !$0.isStream }
    let texts = rules.map { (PathText.plain(Self.folder + $0.name), $0.text) }
    let compiled = RuleSet.compile(
      name: rules.first?.name ?? "", bytes: rules.first?.text ?? [],
      imports: ImportedTexts(
        entry: texts.first?.0 ?? Self.folder,
        texts: Dictionary(texts, uniquingKeysWith: { first, _ in first })), limits: limits)
    compilation = compiled
    return compiled
  }

  private mutating func chain() throws(ResponseError) -> ResponderChain {
    let compiled = compile()
    guard let chain = compiled.chain else {
      throw ResponseError(.requestFailed, "The rules can't be used. \(compiled.fault)")
    }
    return chain
  }

  // MARK: - Records

  private var stream: File { files.last ?? File(name: "", text: [], isStream: true) }

  /// The resolutions as `errctl replay --resolutions` writes them.
  private mutating func resolutions() throws(ResponseError) -> Node {
    let evaluation = StreamRun(try chain(), stream.text, limits, writesErrors: false)
    return .made([("text", .made(evaluation.resolutions))])
  }

  private mutating func preview() throws(ResponseError) -> Node {
    let chain = try chain()
    let made = StreamRun(chain, stream.text, limits, writesErrors: true)
    evaluation = made
    rows = RecordRows(Array(made.resolutions.utf8))
    return chain.preview(TallyView(evaluation: made, stream: stream.name).elements) { uri($0) }
  }

  private mutating func explain(_ params: Params) throws(ResponseError) -> Node {
    let chain = try chain()
    if params.has("error") {
      var evaluator = RuleEvaluator(chain, limits: limits)
      return try evaluator.explanation(ofTyped: try params.text("error")).answer()
    }
    let number = try params.count("record")
    guard let found = StreamRun.explanation(ofRecord: number, chain, stream.text, limits) else {
      throw ResponseError(.requestFailed, "There is no record \(number).")
    }
    return found.answer()
  }

  /// For the beginning of each clause of a file, the number of errors of the last preview that it handled.
  private func counts(_ index: Int) -> [Node] {
    guard let evaluation else { return [] }
    var answered: [SourcePlace: (range: SourceRange, count: Int)] = [:]
    for (place, outcomes) in evaluation.handled {
      let clause = evaluation.chain.clauses[place]
      guard clause.range.file.name == files[index].name, clause.isEnabled else { continue }
      // A clause that responders inherit stands at one place.
      answered[SourcePlace(clause.range), default: (clause.range, 0)].count += outcomes.reduce(0, +)
    }
    let errors = Figures.number(evaluation.errors)
    return answered.values.map { range, count in
      let start = range.bytes.lowerBound
      return .made([
        ("range", PositionEncoding.utf16.range(of: start..<start, in: range.file)),
        ("command", .made([("title", .made("answered \(Figures.number(count)) of \(errors)"))])),
      ])
    }
  }
}
