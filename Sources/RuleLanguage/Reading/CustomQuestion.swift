public import Source

/// A question that rules ask by name, `custom: isOnTrial`, and that only code can answer.
public struct CustomQuestion: Sendable {
  /// The name as a rule file writes it.
  public let name: String
  /// One line for help and reference pages.
  public let summary: String
  /// What the value of `with` (nil where there is none) asks of an error; or nil once the reason why it asks nothing
  /// is reported to the context.
  public let predicate: @Sendable (_ with: Node?, _ context: MatcherContext) -> (any ErrorPredicate)?

  /// A question by its name.
  public init(
    _ name: String,
    summary: String,
    predicate: @escaping @Sendable (_ with: Node?, _ context: MatcherContext) -> (any ErrorPredicate)?
  ) {
    self.name = name
    self.summary = summary
    self.predicate = predicate
  }
}
