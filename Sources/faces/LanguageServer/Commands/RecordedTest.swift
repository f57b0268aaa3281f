internal import Engine
internal import JSONRPC
internal import Edits
internal import Suites

/// `errctl.writeTest`: a case with a record of the sample stream, added to a suite of the rules.
enum RecordedTest {
  static func answer(_ identity: String, _ arguments: Params, _ snapshot: Snapshot) throws(ResponseError)
    -> CommandWork
  {
    let asked = try AskedRecord(arguments)
    return CommandWork { cancellation throws(ResponseError) in
      try write(identity, asked, snapshot, cancellation)
    }
  }

  private static func write(
    _ identity: String, _ asked: AskedRecord, _ snapshot: Snapshot, _ cancellation: Cancellation
  ) throws(ResponseError) -> CommandAnswer {
    let rules = try RuleSetOfFile(identity, snapshot)
    let found = try asked.find(rules, snapshot, cancellation)
    let own = found.explanation.record
    let id = own.id == "\(own.ordinal)" ? "record \(own.ordinal)" : own.id
    guard
      let recorded = RecordedCase(
        own.json, from: "\(id) of \(found.stream)", about: asked.rule, rules.chain,
        limits: snapshot.texts.limits)
    else { throw ResponseError(.requestFailed, "The record can't be evaluated by itself.") }
    let suite = SuiteOfRules(identity, snapshot)
    let edit = try suite.adding(recorded, snapshot)
    var answer = CommandAnswer("new test", edit.text)
    answer.edit = edit.edit
    answer.place = edit.place
    if let rule = asked.rule, recorded.by != rule, !recorded.isAbout {
      answer.message =
        "By itself the record is answered by \(recorded.by), not by \(rule): in the stream, earlier records count."
    }
    return answer
  }
}
