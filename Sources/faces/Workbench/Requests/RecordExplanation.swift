internal import JSONRPC
internal import LanguageServer
internal import PageAnswers
internal import Engine
internal import Source

/// The explanation of a record, or of an error that somebody wrote.
enum RecordExplanation {
  static func answer(
    _ params: Params, _ workbench: Workbench, _ snapshot: Snapshot, _ cancellation: Cancellation
  ) throws(ResponseError) -> Node {
    let rules = try RuleSetOfFile(workbench.rules, snapshot)
    let explanation: Explanation
    if params.has("error") {
      var evaluator = RuleEvaluator(rules.chain, limits: snapshot.texts.limits)
      explanation = try evaluator.explanation(ofTyped: try params.text("error"))
    } else {
      let number = try params.count("record")
      let found = try SampleRecord.find(.number(number), [], rules, snapshot) { cancellation.isCancelled }
      guard let found else { throw ResponseError(.requestFailed, "There is no record \(number).") }
      explanation = found.explanation
    }
    return explanation.answer(in: workbench.zone)
  }
}
