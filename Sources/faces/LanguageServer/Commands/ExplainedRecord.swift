internal import Engine
internal import Explanations
internal import JSONRPC
internal import Replay
internal import Source

/// `errctl.explain`: what becomes of a record, and why.
enum ExplainedRecord {
  static func answer(_ identity: String, _ arguments: Params, _ snapshot: Snapshot) throws(ResponseError)
    -> CommandWork
  {
    let asked = try AskedRecord(arguments)
    return CommandWork { cancellation throws(ResponseError) in
      try explain(identity, asked, snapshot, cancellation)
    }
  }

  private static func explain(
    _ identity: String, _ asked: AskedRecord, _ snapshot: Snapshot, _ cancellation: Cancellation
  ) throws(ResponseError) -> CommandAnswer {
    let rules = try RuleSetOfFile(identity, snapshot)
    let found = try asked.find(rules, snapshot, cancellation)
    let explanation = found.explanation
    let style = TerminalStyle(isOn: false)
    var text = ExplanationText.text(of: explanation, terminalStyle: style)
    if asked.name != nil, let clause = found.clause {
      // Asked about a rule that may have nothing to do with the record: why it has or has not.
      let account = RuleExplanation(of: clause, in: explanation, rules.chain)
      text = ExplanationText.text(of: account, in: explanation, terminalStyle: style)
    }
    return CommandAnswer(
      asked.rule.map { "explain \($0)" } ?? "explain record \(explanation.record.id)", text)
  }
}
