internal import Engine
internal import Bytes
internal import JSONRPC
internal import LanguageServer
internal import Pages
internal import PageAnswers
internal import Replay
internal import Records
internal import Source
internal import Secrets

/// The preview of the recorded errors under the rules in the editor.
final class Preview: Sendable {
  private let workbench: Workbench
  /// The rows of the last preview.
  private let rows = Lock<RecordRows?>(nil)

  init(_ workbench: Workbench) { self.workbench = workbench }

  private var name: String { PathText.name(of: workbench.rules) }

  func preview(_ snapshot: Snapshot, _ cancellation: Cancellation) throws(ResponseError) -> Node {
    let evaluation = try PreviewRun(workbench, snapshot, on: workbench.head)
    let lines = RecordLines()
    let summary = try evaluation.summary(output: lines) { _ in !cancellation.isCancelled }
    // It may be of a part of the records only.
    guard !cancellation.isCancelled else { return .null }
    rows.withLock { $0 = RecordRows(lines.text, in: workbench.zone) }
    let parts = ReplayPage.elements(of: summary, rules: name, redaction: evaluation.options.redactor)
    return evaluation.rules.chain.preview(parts) { snapshot.uri(of: $0) }
  }

  /// All records, however many there are; `progress` gets the bytes read, and those there are.
  func whole(
    _ snapshot: Snapshot, _ cancellation: Cancellation, progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(ResponseError) -> Node {
    let evaluation = try PreviewRun(workbench, snapshot, on: workbench.whole)
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
    let parts = ReplayPage.elements(of: summary, rules: name, redaction: evaluation.options.redactor)
    return .made([("parts", .made(parts.map { .made($0) }))])
  }

  /// The preview as a page to keep, as `errctl replay --format html` writes it.
  func report(_ snapshot: Snapshot, _ cancellation: Cancellation) throws(ResponseError) -> Node {
    let evaluation = try PreviewRun(workbench, snapshot, on: workbench.head)
    let summary = try evaluation.summary(output: nil) { _ in !cancellation.isCancelled }
    let html = ReplayPage.html(
      of: summary, rules: name, samples: ReplaySamples(), redaction: evaluation.options.redactor)
    return .made([("html", .made(html ?? ""))])
  }

  /// A part of the records of the last preview.
  func records(_ params: Params) throws(ResponseError) -> Node {
    try rows.withLock { rows throws(ResponseError) in try rows.page(params) }
  }
}
