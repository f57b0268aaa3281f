internal import JSONRPC
internal import LanguageServer
internal import Explanations
internal import RuleEngine
internal import Secrets

/// Why a record, or an error that somebody wrote, ends as it does.
enum RecordExplanation {
  static func answer(
    _ params: Params,
    _ workbench: Workbench,
    _ snapshot: Snapshot,
    _ cancellation: Cancellation
  ) throws(ResponseError) -> Node {
    let rules = try RuleSetOfFile(workbench.rules, snapshot)
    let explanation: Explanation
    if params.has("error") {
      explanation = try self.explanation(of: try params.text("error"), rules, snapshot.texts.limits)
    } else {
      let number = try params.count("record")
      let found = try SampleRecord.find(.number(number), [], rules, snapshot) { cancellation.isCancelled }
      guard let found else { throw ResponseError(.requestFailed, "There is no record \(number).") }
      explanation = found.explanation
    }
    let redactor = Redactor(isOn: true).about(json: explanation.record.json)
    let view = ExplanationView(explanation.redacted(by: Redactor(isOn: true)), redactor)
    return .made([
      ("html", .made(view.html)),
      ("id", .made(redactor.text(explanation.record.id))),
      ("number", .made(Int(explanation.record.ordinal))),
      ("clause", explanation.ending.clause.map { .made($0) } ?? .null),
      ("isHandled", .made(explanation.ending.isHandled)),
      ("json", .made(redactor.json(explanation.record.json))),
    ])
  }

  private static func explanation(
    of text: String,
    _ rules: RuleSetOfFile,
    _ limits: Limits
  ) throws(ResponseError) -> Explanation {
    guard text.utf8.count <= limits.recordBytes else {
      throw ResponseError(
        .requestFailed,
        "This error is longer than \(limits.recordBytes) bytes, the limit of a record (record-bytes)."
      )
    }
    // A record is a line.
    let line = String(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : Character($0) })
    var evaluator = RuleEvaluator(rules.chain, limits: limits)
    do throws(InvalidRecord) {
      return try evaluator.explanation(of: line)
    } catch {
      throw ResponseError(.requestFailed, Redactor(isOn: true).text("\(error.description)."))
    }
  }
}
