package import Source

/// An entry of `defaults.unwrap`: errors that are replaced by one that they wrap, before any rule is evaluated.
package struct Unwrap: Sendable {
  package let range: SourceRange
  /// The matcher in source form and compiled; it holds for every error if it is left out.
  package let when: Node?
  package let condition: Condition
  /// The path as written, and the verdict that it means.
  package let path: String
  package let verdict: Verdict

  /// The number of times that one error is replaced at most.
  package static let limit = 8

  /// The path leads to an error for which a condition holds; for `underlying`, it holds for one of the causes.
  package func leads(to inner: Condition) -> Condition {
    if case .unwrapPayload(let index) = verdict { .payloadError(index, inner) } else { .anyCause(inner) }
  }
}
