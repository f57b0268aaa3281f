public import Patterns
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

/// How one value is compared. A missing value satisfies `exists(false)` only.
public enum Comparison: Sendable {
  case exists(Bool)
  /// JSON equality: 500 equals 500.0 and is not "500".
  case equal(Scalar)
  /// The text operators of the language; false for anything but a string.
  case text(TextTest)
  /// A pattern found anywhere in the text; false for anything but a string.
  case matches(Pattern)
  /// A bare name: a glob in which `*` alone stands for any characters, over the whole name.
  case name(String)
  /// A type's or case's name, by whole dotted components from the right; `exactly` leaves `is` out.
  case typeName(String, exactly: Bool)
  /// A glob over the whole qualified type name, or one in `is`.
  case typeGlob(String, exactly: Bool)
  /// A glob over the qualified name of the case: the type's name, a dot, the case.
  case qualifiedCaseGlob(String)
  /// A number within one of the ranges.
  case number([NumberRange])
  /// A code within one of the ranges: an integer, or a string that is its canonical decimal text.
  case code([NumberRange])
  /// A length of time within bounds, in microseconds.
  case duration([NumberRange])
  /// A severity among these.
  case severity(Set<Severity>)
  /// A problem document whose members have the types of RFC 9457.
  case strictProblem
}

/// A scalar of JSON, to compare with.
public enum Scalar: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
}

/// One text operator with its operand.
public struct TextTest: Sendable, Hashable {
  /// The operators, as a rule file names them.
  public enum Operator: String, Sendable, CaseIterable {
    case equals, contains, hasPrefix, hasSuffix, glob
  }

  /// How the text is compared.
  public let `operator`: Operator
  /// The text it is compared with.
  public let operand: String
  /// Whether simple case folding comes first, on both sides.
  public let ignoresCase: Bool

  /// A test of text.
  public init(_ operator: Operator, _ operand: String, ignoresCase: Bool = false) {
    self.operator = `operator`
    self.operand = operand
    self.ignoresCase = ignoresCase
  }
}

/// A question about an error that only code can answer. It is pure: the same error, the same answer.
public protocol ErrorPredicate: Sendable {
  /// Whether the question's answer is yes.
  func holds(for error: borrowing ErrorView) -> Bool
}
