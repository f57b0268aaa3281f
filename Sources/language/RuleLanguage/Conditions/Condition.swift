internal import Patterns
public import Records
public import Source

/// The meaning of a matcher: a closed algebra that plugins produce, the compiler compiles and checks analyze.
public indirect enum Condition: Sendable {
  /// Holds for every error.
  case always
  /// Holds where all hold; true when empty.
  case all([Condition])
  /// Holds where one holds; false when empty.
  case any([Condition])
  /// Holds if the other condition does not.
  case not(Condition)
  /// A comparison of one value of the error.
  case compare(Subject, Comparison, Source)
  /// Holds if the resolved category is one of these (indices of the declared categories).
  case category(Set<Int>, Source)
  /// Holds if the condition holds for one of the causes, by its own fields.
  case anyCause(Condition)
  /// Holds if the condition holds for the last cause, or for the error itself if it has none.
  case rootCause(Condition)
  /// Holds if the payload's value at the index is a nested error that satisfies the condition.
  case payloadError(Int, Condition)
  /// Holds if the condition holds for one of the errors inside this one, at any depth, by its own fields: those in payloads,
  /// and causes.
  case anyInside(Condition)
  /// Holds if one element of the attribute's array, or the attribute itself, satisfies the whole condition.
  case oneElement(Subject, Condition)
  /// A named category's own condition, used by a later category.
  case named(String, Condition)
  /// Holds if one of the breakers of these names is open for the error.
  case open([String], Source)
  /// A question that only code can answer.
  case predicate(AnyErrorPredicate, Source)
  /// A plugin's question, by name.
  case custom(String, CustomAnswer, Source)

  /// The source of a condition, for explanations.
  public struct Source: Sendable {
    /// The key and the value in the rule file.
    public let range: SourceRange
    /// The value as text, such as `5xx` or `{ hasPrefix: "a" }`.
    public let expected: String

    /// A condition written at `range` that expects `expected`.
    public init(_ range: SourceRange, expected: String) {
      self.range = range
      self.expected = expected
    }
  }
}

/// The source of the answer to a custom question.
public enum CustomAnswer: Sendable {
  /// A plugin.
  case known(AnyErrorPredicate)
  /// A stub's answer, or false if there is no stub.
  case assumed(Bool?)
}

/// A question that only code can answer. It must be pure: the same error gives the same answer.
public protocol ErrorPredicate: Sendable {
  /// The answer.
  func holds(for error: borrowing ErrorView) -> Bool
}

extension Condition {
  package var parts: [Condition] {
    switch self {
    case .all(let parts), .any(let parts): parts
    case .not(let part), .anyCause(let part), .rootCause(let part), .payloadError(_, let part),
      .anyInside(let part), .oneElement(_, let part), .named(_, let part):
      [part]
    case .always, .compare, .category, .open, .predicate, .custom: []
    }
  }

  package func mapParts(_ transform: (Condition) -> Condition) -> Condition {
    switch self {
    case .all(let parts): .all(parts.map(transform))
    case .any(let parts): .any(parts.map(transform))
    case .not(let part): .not(transform(part))
    case .anyCause(let part): .anyCause(transform(part))
    case .rootCause(let part): .rootCause(transform(part))
    case .payloadError(let index, let part): .payloadError(index, transform(part))
    case .anyInside(let part): .anyInside(transform(part))
    case .oneElement(let subject, let part): .oneElement(subject, transform(part))
    case .named(let name, let part): .named(name, transform(part))
    case .always, .compare, .category, .open, .predicate, .custom: self
    }
  }

  package var source: Source? {
    switch self {
    case .compare(_, _, let source), .category(_, let source), .open(_, let source),
      .predicate(_, let source),
      .custom(_, _, let source):
      source
    default: nil
    }
  }

  package var isNested: Bool {
    switch self {
    case .anyCause, .rootCause, .payloadError, .anyInside: true
    default: false
    }
  }

  /// The conditions that must all hold, with nested `all`s flattened.
  package var conjuncts: [Condition] {
    switch self {
    case .always: []
    case .all(let parts): parts.flatMap { $0.conjuncts }
    default: [self]
    }
  }

  /// Combines it with everything inside it, each condition before its parts.
  package func reduce<Result>(into result: Result, _ update: (inout Result, Condition) -> Void) -> Result {
    var result = result
    update(&result, self)
    for part in parts { result = part.reduce(into: result, update) }
    return result
  }

  package func contains(where predicate: (Condition) -> Bool) -> Bool {
    predicate(self) || parts.contains { $0.contains(where: predicate) }
  }
}

#if hasFeature(Embedded)
  /// Embedded Swift has no existentials; nobody adds a predicate there.
  public enum AnyErrorPredicate: ErrorPredicate {
    /// Never called.
    public func holds(for error: borrowing ErrorView) -> Bool { switch self {} }
  }
#else
  /// A predicate of any type.
  public typealias AnyErrorPredicate = any ErrorPredicate
#endif
