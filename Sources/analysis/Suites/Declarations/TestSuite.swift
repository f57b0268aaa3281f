package import Source

/// A suite after fragments and tables are expanded, ready to run against one rule set.
package struct TestSuite: Sendable {
  package let file: SourceFile
  package var seed: UInt64 = 0
  /// The start time of cases with `at` or `after`, in microseconds since 1970.
  package var start: Int64 = 0
  package var cases: [TestCase] = []
}

package struct TestCase: Sendable {
  /// The name, unique in its suite.
  package let name: String
  package let place: SourceRange
  /// The reason why the case is not expected to pass yet, or nil.
  package let todo: String?
  /// The errors in order. Empty for a case that is still to be written.
  package let steps: [TestStep]

  package init(name: String, place: SourceRange, todo: String?, steps: [TestStep]) {
    self.name = name
    self.place = place
    self.todo = todo
    self.steps = steps
  }
}

/// One error of a case, or several equal ones.
package struct TestStep: Sendable {
  package let place: SourceRange
  /// The error as a JSON object, without the time that the case's clock adds.
  package let record: [UInt8]
  /// The error as written, for expectations about it.
  package let error: Node
  /// The time in microseconds since 1970. Nil: the record's own time, or now.
  package let time: Int64?
  /// The number of repetitions and their distance in microseconds.
  package let times: Int
  package let every: Int64
  package let expectation: Expectation?

  package init(
    place: SourceRange, record: [UInt8], error: Node, time: Int64?, times: Int, every: Int64,
    expectation: Expectation?
  ) {
    self.place = place
    self.record = record
    self.error = error
    self.time = time
    self.times = times
    self.every = every
    self.expectation = expectation
  }
}
