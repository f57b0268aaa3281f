import RuleEngine
import Testing

@Suite("Named alerts")
struct NamedAlertsTests {
  private static let alerts = #"""
    "alerts": {
      "offline": {"title": "No connection to {attributes.host}", "buttons": [
        {"title": "Again", "then": "retry"}, {"title": "Stop", "do": [{"perform": "stop"}], "then": "cancel"}]},
      "sorry": {"title": "Sorry", "style": "sheet", "buttons": [{"title": "More", "do": [{"present": "more"}]}]},
      "more": {"message": "{error.message}"},
      "ended": {"title": "It was {outcome.evaluation}"}
    }
    """#

  private func rules(_ responders: String) throws -> Rules {
    try Rules(#"{"version": 1, \#(Self.alerts), "responders": [\#(responders)]}"#)
  }

  @Test("are answered and shown like inline alerts")
  func inFull() throws {
    let rules = try rules(#"{"id": "app", "rules": [{"id": "answer", "do": [{"present": "offline"}]}]}"#)
    let answer = try rules.answer(#"{"type": "E", "host": "api", "answers": ["Stop"]}"#)
    #expect(answer.evaluation == "cancel")
    #expect(
      answer.text.contains(
        #""actions":[{"present":{"title":"No connection to api","buttons":["Again","Stop"]},"#
          + #""responder":"app","rule":"answer","answer":"Stop"},{"perform":"stop","responder":"app","rule":"answer"}]"#
      ),
      "\(answer.text)"
    )
  }

  @Test("serve any number of rules, each with its own answer")
  func severalRules() throws {
    let rules = try rules(
      #"""
      {"id": "app", "rules": [
        {"id": "first", "when": {"status": 1}, "do": [{"present": "offline"}]},
        {"id": "second", "do": [{"present": "offline"}]}]}
      """#
    )
    let answers = try rules.answers([
      #"{"status": 1, "answers": [1]}"#, #"{"status": 2, "answers": [0]}"#, #"{"status": 2}"#,
    ])
    #expect(answers.map { $0.by } == ["app/first", "app/second", "app/second"])
    #expect(answers.map { $0.evaluation } == ["cancel", "retry", "retry"])
    #expect(answers.map { $0.members["assumed"] as? Bool } == [nil, nil, true])
  }

  @Test("can present one another behind their buttons")
  func nested() throws {
    let rules = try rules(#"{"id": "app", "rules": [{"do": [{"present": "sorry"}], "then": "cancel"}]}"#)
    let answer = try rules.answer(#"{"message": "It broke"}"#)
    let alerts = answer.actions.compactMap { $0["present"] as? [String: Any] }
    #expect(alerts.map { $0["title"] as? String } == ["Sorry", nil])
    #expect(alerts.map { $0["message"] as? String } == [nil, "It broke"])
    #expect(alerts.map { $0["style"] as? String } == ["sheet", nil])
  }

  @Test("can use the outcome if only “always” presents them")
  func outcome() throws {
    let rules = try rules(
      #"{"id": "app", "rules": [{"then": "abort"}], "always": [{"present": "ended"}, {"present": "sorry"}]}"#
    )
    #expect(try rules.answer(#"{"type": "E"}"#).acts == ["It was abort", "Sorry", "?"])
  }

  @Test("are not reported as unused if an unknown key may refer to them")
  func unread() {
    let text =
      #"{"version": 1, "dialogs": {"sorry": {"title": "Sorry"}}, "responders": [{"id": "app", "rules": ["#
      + #"{"do": [{"present": "sorry"}, {"present": "other"}], "then": "cancel"}]}]}"#
    #expect(Rules.faults(text) == ["unknown-key"])
  }

  @Test("nested behind one another's buttons have a depth limit, reported once")
  func depth() {
    func text(_ count: Int, backwards: Bool) -> String {
      let names = (0..<count).map { "a\($0)" }
      let alerts = names.indices.map { index in
        let next = index + 1 < count ? #", "do": [{"present": "a\#(index + 1)"}]"# : ""
        return #""a\#(index)": {"title": "A", "buttons": [{"title": "OK"\#(next)}]}"#
      }
      let written = (backwards ? alerts.reversed() : alerts).joined(separator: ", ")
      return #"{"version": 1, "alerts": {\#(written)}, "responders": [{"id": "app", "rules": ["#
        + #"{"do": [{"present": "a0"}], "then": "cancel"}]}]}"#
    }
    for backwards in [false, true] {
      #expect(Rules.faults(text(32, backwards: backwards)) == [])
      #expect(Rules.faults(text(33, backwards: backwards)) == ["alert-too-large"])
      #expect(Rules.faults(text(2_000, backwards: backwards)) == ["alert-too-large"])
    }
  }

  @Test("multiplied behind one another's buttons have a size limit, reported once")
  func size() {
    let alerts = (0..<30).map { index in
      let twice = index < 29 ? #", "do": [{"present": "a\#(index + 1)"}, {"present": "a\#(index + 1)"}]"# : ""
      return #""a\#(index)": {"title": "A", "buttons": [{"title": "OK"\#(twice)}]}"#
    }.joined(separator: ", ")
    #expect(Rules.faults(#"{"version": 1, "alerts": {\#(alerts)}}"#) == ["alert-too-large"])
  }
}
