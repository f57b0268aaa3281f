internal import Replay
internal import RuleEngine
internal import Secrets

/// `errctl.explain`: what becomes of a record, and why.
enum ExplainedRecord {
  static func answer(
    _ identity: String,
    _ arguments: Params,
    _ snapshot: Snapshot
  ) throws(ResponseError) -> CommandWork {
    let rule = arguments.has("rule") ? try arguments.text("rule") : nil
    let name = try SampleRecord.Name(arguments)
    guard rule != nil || name != nil else {
      throw ResponseError(.invalidParams, "“rule” and “record” are missing. Send one of them.")
    }
    return CommandWork { cancellation in
      do throws(ResponseError) {
        return .success(try explain(identity, rule, name, snapshot) { cancellation.isCancelled })
      } catch {
        return .failure(error)
      }
    }
  }

  private static func explain(
    _ identity: String,
    _ rule: String?,
    _ name: SampleRecord.Name?,
    _ snapshot: Snapshot,
    isCancelled: () -> Bool
  ) throws(ResponseError) -> CommandAnswer {
    let rules = try RuleSetOfFile(identity, snapshot)
    let clauses = try rule.map { rule throws(ResponseError) in try rules.clauses(named: rule) } ?? []
    let found = try SampleRecord.find(name, clauses, rules, snapshot, isCancelled: isCancelled)
    guard let found else {
      let stream = rules.sample?.name ?? ""
      let text =
        switch name {
        case .id(let id)?: "No record of \(stream) has the id “\(id)”."
        case .number(let number)?: "\(stream) has no record \(number)."
        case nil: "No record of \(stream) is answered by \(rule ?? ""), or matched by it."
        }
      throw ResponseError(.requestFailed, text)
    }
    let explanation = found.explanation.redacted(by: Redactor(isOn: true))
    let style = TerminalStyle(isOn: false)
    var text = ExplanationText.text(of: explanation, terminalStyle: style)
    if name != nil, let clause = found.clause {
      // Asked about a rule that may have nothing to do with the record: why it has or has not.
      let account = RuleExplanation(of: clause, in: explanation, rules.chain)
      text = ExplanationText.text(of: account, in: explanation, terminalStyle: style)
    }
    return CommandAnswer(rule.map { "explain \($0)" } ?? "explain record \(explanation.record.id)", text)
  }
}
