package import Bytes
package import Engine
internal import Source

/// A case with a recorded error, which expects the error's outcome alone.
package struct RecordedCase: Sendable {
  /// The deciding rule: `responder/rule`, `ignore` or `nobody`.
  package let by: String
  /// Whether the rule that it is for decides or runs.
  package let isAbout: Bool
  private let title: String
  private let error: String
  private let expected: String

  /// - Parameters:
  ///   - record: a recorded error as JSON, without secrets.
  ///   - origin: what it is, for the case's name.
  ///   - rule: the rule that it is for, as `responder/rule`; nil for none.
  /// - Returns: nil if the record can't be evaluated.
  package init?(
    _ record: String, from origin: String, about rule: String?, _ chain: ResponderChain, limits: Limits
  ) {
    var diagnostics = Diagnostics()
    let reader = SourceReader(limits: limits)
    let root = reader.read(name: "record.json", bytes: Array(record.utf8), into: &diagnostics).node
    guard let root, let members = root.members else { return nil }
    // The moment and the number of one record are no part of the rule.
    let kept = members.filter { $0.key != "id" && $0.key != "time" }
    let error = Node.made(kept.map { (key: $0.key, value: $0.value) })
    let step = TestStep(
      place: root.range, record: Array(JSONWriter.line(error).utf8), error: error, time: nil, times: 1,
      every: 0, expectation: nil)
    var runner = CaseRunner(chain, limits: limits)
    var observed: ObservedOutcome?
    let testCase = TestCase(name: "", place: root.range, todo: nil, steps: [step])
    runner.run(testCase, seed: 0) { _, _, observation in
      observed = observation
      return true
    }
    guard let observed else { return nil }
    by = observed.by
    isAbout = rule.map { observed.by == $0 || observed.ran.contains($0) } ?? true
    title = "\(observed.by): \(origin)"
    self.error = JSONWriter.line(error)
    var expected: [String] = []
    if let evaluation = observed.resolution["evaluation"]?.string {
      expected.append("\"evaluation\": \(evaluation.json)")
    }
    expected.append("\"by\": \(observed.by.json)")
    if let rule, observed.by != rule, observed.ran.contains(rule) {
      expected.append("\"rules\": \(rule.json)")
    }
    self.expected = "{\(expected.joined(separator: ", "))}"
  }

  /// The case as JSON, with a name of its own.
  package func json(unlike names: Set<String>) -> String {
    var (name, number) = (title, 2)
    while names.contains(name) {
      name = "\(title) (\(number))"
      number += 1
    }
    return "{\"name\": \(name.json), \"error\": \(error), \"expect\": \(expected)}"
  }
}
