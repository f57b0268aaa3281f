internal import Bytes
internal import JSONRPC
internal import LanguageServer
internal import Pages
internal import Replay
internal import RuleEngine
internal import Secrets

/// What the rules in the editor would do with the recorded errors.
final class Preview: Sendable {
  private let workbench: Workbench
  /// Of the last preview.
  private let rows = Lock<RecordRows?>(nil)

  init(_ workbench: Workbench) { self.workbench = workbench }

  private var name: String { PathText.name(of: workbench.rules) }

  func preview(_ snapshot: Snapshot, _ cancellation: Cancellation) throws(ResponseError) -> Node {
    let evaluation = try Evaluation(workbench, snapshot, on: workbench.head)
    let lines = RecordLines()
    let summary = try evaluation.summary(output: lines) { _ in !cancellation.isCancelled }
    // It may be of a part of the records only.
    guard !cancellation.isCancelled else { return .null }
    rows.withLock { $0 = RecordRows(lines.text) }
    let html = ReplayPage.fragment(of: summary, rules: name, redaction: evaluation.options.redactor)
    return .made([
      ("html", .made(html ?? "")),
      ("clauses", .made(Self.clauses(of: evaluation.rules.chain, snapshot))),
      ("categories", .made(evaluation.rules.chain.categories.map { .made($0) })),
    ])
  }

  /// Where the rules stand, in the order of their indices.
  private static func clauses(of chain: ResponderChain, _ snapshot: Snapshot) -> [Node] {
    chain.clauses.indices.map { index in
      let range = chain.clauses[index].range
      return .made([
        ("name", .made(chain.name(ofClause: index))),
        ("uri", .made(snapshot.uri(of: range.file.name))),
        ("line", .made(range.start.line - 1)),
      ])
    }
  }

  /// All records, however many there are; `progress` gets the bytes read, and those there are.
  func whole(
    _ snapshot: Snapshot,
    _ cancellation: Cancellation,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(ResponseError) -> Node {
    let evaluation = try Evaluation(workbench, snapshot, on: workbench.whole)
    let total = workbench.size
    let shown = Lock<Int>(-1)
    let summary = try evaluation.summary(output: nil) { read in
      let percent = total > 0 ? min(100, read * 100 / total) : 100
      let isNew = shown.withLock { shown in
        defer { shown = percent }
        return shown != percent
      }
      if isNew { progress(read, total) }
      return !cancellation.isCancelled
    }
    let html = ReplayPage.fragment(of: summary, rules: name, redaction: evaluation.options.redactor)
    return .made([("html", .made(html ?? ""))])
  }

  /// The preview as a page to keep, as `errctl replay --format html` writes it.
  func report(_ snapshot: Snapshot, _ cancellation: Cancellation) throws(ResponseError) -> Node {
    let evaluation = try Evaluation(workbench, snapshot, on: workbench.head)
    let summary = try evaluation.summary(output: nil) { _ in !cancellation.isCancelled }
    let html = ReplayPage.html(
      of: summary,
      rules: name,
      samples: ReplaySamples(),
      redaction: evaluation.options.redactor
    )
    return .made([("html", .made(html ?? ""))])
  }

  /// A part of the records of the last preview.
  func records(_ params: Params) throws(ResponseError) -> Node {
    var filter = RecordRows.Filter()
    if params.has("text") { filter.text = try params.text("text") }
    if params.has("outcome") { filter.outcome = try params.text("outcome") }
    if params.has("rule") { filter.rule = try params.text("rule") }
    if params.has("category") { filter.category = try params.text("category") }
    let from = params.has("from") ? try params.count("from") : 0
    let count = params.has("count") ? try params.count("count") : 100
    return try rows.withLock { rows throws(ResponseError) in
      guard rows != nil else {
        throw ResponseError(.requestFailed, "No preview has been made yet, so there are no records.")
      }
      return rows?.answer(filter, from: from, count: min(count, 500)) ?? .null
    }
  }
}
