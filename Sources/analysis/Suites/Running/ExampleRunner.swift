internal import Source

/// Raises examples at the responders of their rules.
package enum ExampleRunner {
  package static func holds(_ example: RuleExample, _ runner: inout CaseRunner) -> Bool {
    let record = Array(JSONWriter.line(example.error).utf8)
    var holdsAt: [Bool] = []
    for place in example.places {
      guard let answer = runner.evaluate(record, at: place.responder) else { continue }
      holdsAt.append(place.decides ? answer.clause == place.clause : answer.fired.contains(place.clause))
    }
    return !holdsAt.isEmpty && holdsAt.contains(true) == example.isMatch
  }
}
