internal import RuleEngine
internal import Suites

/// What tests say of a mutant, with the key it is known by.
enum FirstLook: Sendable {
  struct Seen: Sendable {
    let test: Int
    let step: Int
    let turn: Int
  }

  /// It is no rule file any more.
  case invalid(key: String)
  /// A case failed; nil: an example.
  case noticed(test: Int?, key: String)
  /// None did; the first that came by a difference and did not expect it.
  case unnoticed(Seen?, key: String)
}
