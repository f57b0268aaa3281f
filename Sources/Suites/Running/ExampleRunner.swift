internal import RuleEngine

/// Raises examples where their rules stand.
package enum ExampleRunner {
  /// Whether an example is what it says: answered by its rule, or not.
  package static func holds(_ example: Example, _ runner: inout CaseRunner) -> Bool {
    let record = Array(JSONWriter.line(example.error).utf8)
    var holdsAt: [Bool] = []
    for place in example.places {
      guard let answer = runner.answer(record, at: place.responder) else { continue }
      holdsAt.append(
        place.decides ? answer.station == place.station : answer.fired.contains(place.station)
      )
    }
    return !holdsAt.isEmpty && holdsAt.contains(true) == example.isMatch
  }
}
