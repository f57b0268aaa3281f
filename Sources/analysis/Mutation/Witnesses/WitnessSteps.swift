internal import Source
internal import Suites

enum WitnessSteps {
  private static let nowhere = SourceRange(file: SourceFile(name: "", bytes: []), bytes: 0..<0)

  /// One error, or repetitions at a distance in microseconds. Nil if the text is not a JSON object.
  static func step(_ json: String, times: Int = 1, every: Int64 = 0, at time: Int64? = nil) -> TestStep? {
    guard let error = Node.made(json: json), error.members != nil else { return nil }
    return TestStep(
      place: nowhere, record: Array(json.utf8), error: error, time: time, times: times, every: every,
      expectation: nil)
  }

  /// The steps of a case up to one of its errors, without expectations.
  static func steps(of testCase: TestCase, upTo step: Int, turn: Int) -> [TestStep] {
    testCase.steps.prefix(step + 1).enumerated().map { index, own in
      TestStep(
        place: own.place, record: own.record, error: own.error, time: own.time,
        times: index == step ? turn : own.times, every: own.every, expectation: nil)
    }
  }
}
