internal import Source
internal import Suites

struct MutatedTest: Sendable {
  let suite: String
  let testCase: TestCase
  let seed: UInt64
  let variant: Int
  /// The key of its content, without the name.
  let key: String
  var resolutions: [UInt64] = []
  /// The clauses that were evaluated, and those that matched, in ascending order.
  var evaluated: [Int32] = []
  var matched: [Int32] = []

  init(_ testCase: TestCase, of suite: TestSuite, variant: Int, stubs: [String: Bool]) {
    self.suite = suite.file.name
    self.testCase = testCase
    self.variant = variant
    seed = suite.seed
    var hash = ContentHash()
    hash.add("\(suite.seed) \(stubs.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })")
    for step in testCase.steps {
      hash.add(step.record)
      hash.add("\(step.time ?? -1) \(step.times) \(step.every)")
      for item in step.expectation?.items ?? [] { hash.add("\(item.key): \(item.text)") }
    }
    key = hash.text
  }
}
