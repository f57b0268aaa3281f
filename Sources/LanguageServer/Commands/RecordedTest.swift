internal import Edits
internal import RuleEngine
internal import Secrets
internal import Suites

/// `errctl.writeTest`: a case with a record of the sample stream, added to a suite of the rules.
enum RecordedTest {
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
        return .success(try write(identity, rule, name, snapshot) { cancellation.isCancelled })
      } catch {
        return .failure(error)
      }
    }
  }

  private static func write(
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
      throw ResponseError(
        .requestFailed,
        "\(rules.sample?.name ?? ""): There is no such record\(rule.map { " for \($0)" } ?? "")."
      )
    }
    let own = found.explanation.record
    let redactor = Redactor(isOn: true).about(json: own.json)
    let id = own.id == "\(own.ordinal)" ? "record \(own.ordinal)" : redactor.text(own.id)
    guard
      let recorded = RecordedCase(
        redactor.json(own.json),
        from: "\(id) of \(found.stream)",
        about: rule,
        rules.chain,
        limits: snapshot.texts.limits
      )
    else { throw ResponseError(.requestFailed, "The record can't be evaluated by itself.") }
    let suite = SuiteOfRules(identity, snapshot)
    let edit = try suite.adding(recorded, snapshot)
    var answer = CommandAnswer("new test", edit.text)
    answer.edit = edit.edit
    answer.place = edit.place
    if let rule, recorded.by != rule, !recorded.isAbout {
      answer.message =
        "By itself the record is answered by \(recorded.by), not by \(rule): in the stream, earlier records count."
    }
    return answer
  }
}
