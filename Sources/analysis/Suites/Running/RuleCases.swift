extension RuleSetRun {
  /// Runs only the tests about a rule from now on: cases that expect it or in which it decides or runs, and its examples.
  package mutating func choose(about rule: String) { chosenRule = rule }

  func isAbout(_ rule: String, _ testCase: TestCase, seed: UInt64, _ runner: inout CaseRunner) -> Bool {
    if testCase.steps.contains(where: { $0.expectation?.names(rule) ?? false }) { return true }
    var isAbout = false
    runner.run(testCase, seed: seed) { _, _, observation in
      isAbout = observation.by == rule || observation.ran.contains(rule)
      return !isAbout
    }
    return isAbout
  }
}

extension Expectation {
  /// Whether a rule decides or runs, or does not, by what is expected.
  fileprivate func names(_ rule: String) -> Bool {
    items.contains { item in
      switch item.meaning {
      case .by(let name): name == rule
      case .rules(let names): names.contains(rule)
      case .raised(let inner): inner.names(rule)
      case .never(let bound), .only(let bound):
        switch bound {
        case .by(let names), .rules(let names): names.contains(rule)
        case .evaluation, .category, .path, .actions, .answer, .events: false
        }
      case .member, .flag, .responder, .actions, .events, .answer, .error: false
      }
    }
  }
}
