package import RuleEngine

/// A suite as written, its fragments filled in and its tables unfolded: what is run against one rule set.
package struct TestSuite: Sendable {
  /// The suite's file, as the user named it.
  package let file: SourceFile
  /// The seed of random delays.
  package var seed: UInt64 = 0
  /// When its sequences begin, where a case says `at` or `after`: microseconds since 1970.
  package var start: Int64 = 0
  /// The cases, those of tables too, in the order of the file.
  package var cases: [TestCase] = []
}

/// One case: an error or several, each with what is expected of it.
package struct TestCase: Sendable {
  /// Its name, unique in its suite.
  package let name: String
  /// What a report points at: the name, or the row of a table.
  package let place: SourceRange
  /// Why it is not expected to hold yet; nil where it is.
  package let todo: String?
  /// The errors in order; empty in a case that is only to be written.
  package let steps: [TestStep]

  package init(name: String, place: SourceRange, todo: String?, steps: [TestStep]) {
    self.name = name
    self.place = place
    self.todo = todo
    self.steps = steps
  }
}

/// One error of a case, or several alike.
package struct TestStep: Sendable {
  /// Where it is written.
  package let place: SourceRange
  /// The error as a JSON object, without the time that the case's clock gives it.
  package let record: [UInt8]
  /// The error as it was written, for expectations about it.
  package let error: Node
  /// When it happens, in microseconds since 1970; nil: when its record says, or now.
  package let time: Int64?
  /// How often it happens, and how far apart in microseconds.
  package let times: Int
  package let every: Int64
  /// What is expected of each; nil where nothing is.
  package let expectation: Expectation?

  package init(
    place: SourceRange,
    record: [UInt8],
    error: Node,
    time: Int64?,
    times: Int,
    every: Int64,
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
