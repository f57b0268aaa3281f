internal import Patterns
public import Records
public import Source

/// What a matcher means: the closed algebra that every matcher plugin translates its declaration into, that
/// the compiler turns into a program, and that the checks reason about.
public indirect enum Condition: Sendable {
  /// Holds for every error.
  case always
  /// Holds where all hold; true when empty.
  case all([Condition])
  /// Holds where one holds; false when empty.
  case any([Condition])
  /// Holds where the other does not.
  case not(Condition)
  /// A comparison of one value of the error.
  case compare(Subject, Comparison, Source)
  /// Holds where the error's category, resolved, is one of these (indices of the declared categories).
  case category(Set<Int>, Source)
  /// Holds where the condition holds for one of the causes' own fields.
  case anyCause(Condition)
  /// Holds where the condition holds for the last cause, for the error itself where it has none.
  case rootCause(Condition)
  /// Holds where the payload's value at an index is a nested error for which the condition holds.
  case payloadError(Int, Condition)
  /// Holds where the condition, all of it about one attribute, holds for the same element of its array; where
  /// the attribute is no array, for the attribute.
  case oneElement(Subject, Condition)
  /// Holds where the category's own condition does: what a later category asks of an earlier one.
  case named(String, Condition)
  /// A question only code can answer.
  case predicate(any ErrorPredicate, Source)
  /// A question that a rule asks by name.
  case custom(String, CustomAnswer, Source)

  /// Where a condition is written, for explanations.
  public struct Source: Sendable {
    /// The key and the value as the rule file has them.
    public let range: SourceRange
    /// The value as text, such as `5xx` or `{ hasPrefix: "a" }`.
    public let expected: String

    /// A condition written at `range`, asking for `expected`.
    public init(_ range: SourceRange, expected: String) {
      self.range = range
      self.expected = expected
    }
  }
}

/// Where the answer to a question that a rule asks by name comes from.
public enum CustomAnswer: Sendable {
  /// A plugin answers.
  case known(any ErrorPredicate)
  /// Nobody does: a stub's answer, or false where there is none.
  case assumed(Bool?)
}

/// A question about an error that only code can answer. It is pure: the same error, the same answer.
public protocol ErrorPredicate: Sendable {
  /// Whether the question's answer is yes.
  func holds(for error: borrowing ErrorView) -> Bool
}

extension Condition {
  /// The conditions it is made of.
  package var parts: [Condition] {
    switch self {
    case .all(let parts), .any(let parts): parts
    case .not(let part), .anyCause(let part), .rootCause(let part), .payloadError(_, let part),
      .oneElement(_, let part), .named(_, let part):
      [part]
    case .always, .compare, .category, .predicate, .custom: []
    }
  }

  /// The same condition made of other parts.
  package func mapParts(_ transform: (Condition) -> Condition) -> Condition {
    switch self {
    case .all(let parts): .all(parts.map(transform))
    case .any(let parts): .any(parts.map(transform))
    case .not(let part): .not(transform(part))
    case .anyCause(let part): .anyCause(transform(part))
    case .rootCause(let part): .rootCause(transform(part))
    case .payloadError(let index, let part): .payloadError(index, transform(part))
    case .oneElement(let subject, let part): .oneElement(subject, transform(part))
    case .named(let name, let part): .named(name, transform(part))
    case .always, .compare, .category, .predicate, .custom: self
    }
  }

  /// The place where it is written; nil where it is only made of parts.
  package var source: Source? {
    switch self {
    case .compare(_, _, let source), .category(_, let source), .predicate(_, let source),
      .custom(_, _, let source):
      source
    default: nil
    }
  }

  /// Whether its part is asked of another error: a cause, or an error in a payload.
  package var isNested: Bool {
    switch self {
    case .anyCause, .rootCause, .payloadError: true
    default: false
    }
  }

  /// The conditions that all have to hold, nested `all`s opened.
  package var conjuncts: [Condition] {
    switch self {
    case .always: []
    case .all(let parts): parts.flatMap { $0.conjuncts }
    default: [self]
    }
  }

  /// Combines it and everything in it, each condition before its parts.
  package func reduce<Result>(into result: Result, _ update: (inout Result, Condition) -> Void) -> Result {
    var result = result
    update(&result, self)
    for part in parts { result = part.reduce(into: result, update) }
    return result
  }

  /// Whether the predicate is true of it or of anything in it.
  package func contains(where predicate: (Condition) -> Bool) -> Bool {
    predicate(self) || parts.contains { $0.contains(where: predicate) }
  }
}
