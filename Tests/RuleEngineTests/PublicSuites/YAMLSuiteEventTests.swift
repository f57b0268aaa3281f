import RuleEngine
import Testing

@Suite("YAML events on yaml-test-suite", YAMLSuite.isHere, .enabled(if: YAMLEvents.isSupported))
struct YAMLSuiteEventTests {
  @Test("equal libyaml's own for all 402 cases")
  func events() throws {
    var same = 0
    for testCase in try YAMLSuite.cases() {
      let events = YAMLEventText(testCase.input)
      let outcome =
        switch (testCase.isError, events.fault == nil) {
        case (true, true): "ERR-MISSED"
        case (true, false): "ERR-ok"
        case (false, false): "VALID-REJECTED"
        case (false, true): events.text == testCase.events ? "VALID-ok" : "VALID-WRONG-EVENTS"
        }
      #expect(outcome == testCase.outcome, "\(testCase.id)")
      if outcome == testCase.outcome { same += 1 }
    }
    print("yaml-test-suite, events: \(same) of \(YAMLSuite.caseCount) as libyaml 0.2.5")
    #expect(same == YAMLSuite.caseCount)
  }
}
