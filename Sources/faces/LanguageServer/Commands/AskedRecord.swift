internal import JSONRPC

/// The record that a command is about: one that it names, or the first that a rule is about.
struct AskedRecord: Sendable {
  let rule: String?
  let name: SampleRecord.Name?

  init(_ arguments: Params) throws(ResponseError) {
    rule = arguments.has("rule") ? try arguments.text("rule") : nil
    name = try SampleRecord.Name(arguments)
    guard rule != nil || name != nil else {
      throw ResponseError(.invalidParams, "“rule” and “record” are missing. Send one of them.")
    }
  }

  /// Throws if there is no such record.
  func find(_ rules: RuleSetOfFile, _ snapshot: Snapshot, _ cancellation: Cancellation) throws(ResponseError)
    -> SampleRecord
  {
    let clauses = try rule.map { rule throws(ResponseError) in try rules.clauses(named: rule) } ?? []
    let found = try SampleRecord.find(name, clauses, rules, snapshot) { cancellation.isCancelled }
    if let found { return found }
    let stream = rules.sample?.name ?? ""
    let text =
      switch name {
      case .id(let id)?: "No record of \(stream) has the id “\(id)”."
      case .number(let number)?: "\(stream) has no record \(number)."
      case nil: "No record of \(stream) is answered by \(rule ?? ""), or matched by it."
      }
    throw ResponseError(.requestFailed, text)
  }
}
