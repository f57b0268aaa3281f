public import Source

/// A question that rules use by name, as in `custom: isOnTrial`, and that only code can answer.
public struct CustomQuestion: Sendable {
  /// Its name in a rule file.
  public let name: String
  /// One line for help and reference pages.
  public let summary: String
  /// The predicate for a value of `with` (nil if there is none), or nil after reporting a fault to the context.
  public let predicate: @Sendable (_ with: Node?, _ context: MatcherContext) -> AnyErrorPredicate?

  /// A question with its name, summary and predicate.
  public init(
    _ name: String, summary: String,
    predicate: @escaping @Sendable (_ with: Node?, _ context: MatcherContext) -> AnyErrorPredicate?
  ) {
    self.name = name
    self.summary = summary
    self.predicate = predicate
  }
}
