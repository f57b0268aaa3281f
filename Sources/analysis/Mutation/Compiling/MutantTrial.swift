internal import Suites

enum MutantTrial: Sendable {
  struct Seen: Sendable {
    let test: Int
    let step: Int
    let turn: Int
  }

  case invalid(key: String)
  /// A test failed: the index of a case, or nil for an example.
  case noticed(test: Int?, key: String)
  /// All tests passed. The value is the first unexpected difference that one of them produced.
  case unnoticed(Seen?, key: String)
}
