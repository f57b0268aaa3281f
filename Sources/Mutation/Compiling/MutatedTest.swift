internal import RuleEngine
internal import Suites

/// One case of a suite, with what it came by where nothing was changed.
struct MutatedTest: Sendable {
  let suite: String
  let testCase: TestCase
  let seed: UInt64
  /// Which of the assumptions of suites it is run with, by their place.
  let variant: Int
  /// What the case holds; not its name.
  let key: String
  /// What each of its errors comes to, as hashes of resolutions.
  var resolutions: [UInt64] = []
  /// The stations that were asked, and those that matched, in ascending order.
  var asked: [Int32] = []
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
