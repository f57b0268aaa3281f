public import Patterns
public import Records

/// A comparison of one value. A missing value satisfies `exists(false)` only.
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
  /// A duration within bounds, in microseconds.
  case duration([NumberRange])
  /// A severity among these.
  case severity(Set<Severity>)
  /// A problem document whose members have the types of RFC 9457.
  case strictProblem
}

extension Comparison {
  /// The text it compares with, as written: a name, a glob, or a text operator's operand.
  package var text: String? {
    switch self {
    case .name(let text), .typeName(let text, _), .typeGlob(let text, _), .qualifiedCaseGlob(let text): text
    case .text(let test): test.operand
    case .exists, .equal, .matches, .number, .code, .duration, .severity, .strictProblem: nil
    }
  }

  /// The whole text that it matches, as a bare name or a glob.
  package var name: String? {
    switch self {
    case .name(let name): name
    case .text(let test) where test.operator == .equals: test.operand
    default: nil
    }
  }

  package var typeName: String? {
    if case .typeName(let name, _) = self { name } else { nil }
  }

  /// The glob over qualified names of types or of their cases.
  package var typeGlob: String? {
    switch self {
    case .typeGlob(let glob, _), .qualifiedCaseGlob(let glob): glob
    default: nil
    }
  }

  package var pattern: Pattern? {
    switch self {
    case .matches(let pattern): pattern
    case .text(let test) where test.operator == .glob: try? Pattern.glob(test.operand)
    case .name(let glob) where glob.contains("*"), .typeGlob(let glob, _) where glob.contains("*"),
      .qualifiedCaseGlob(let glob):
      try? Pattern.glob(glob, questionMark: false)
    default: nil
    }
  }

  package var distinguishesTexts: Bool {
    switch self {
    case .text, .matches, .typeName, .qualifiedCaseGlob: true
    case .name(let glob), .typeGlob(let glob, _): glob.contains { $0 != "*" }
    case .exists, .equal, .number, .code, .duration, .severity, .strictProblem: false
    }
  }

  package var numbers: [NumberRange]? {
    switch self {
    case .number(let ranges): ranges
    case .equal(.number(let number)): [NumberRange(number)]
    default: nil
    }
  }
}

extension Comparison: StructurallyEquatable {
  package func isIdentical(_ other: Comparison) -> Bool {
    switch (self, other) {
    case (.exists(let one), .exists(let other)): one == other
    case (.equal(let one), .equal(let other)): one.isIdentical(other)
    case (.text(let one), .text(let other)):
      one.operator == other.operator && one.ignoresCase == other.ignoresCase
        && one.operand.isIdentical(other.operand)
    case (.matches(let one), .matches(let other)): one.node == other.node
    case (.name(let one), .name(let other)), (.qualifiedCaseGlob(let one), .qualifiedCaseGlob(let other)):
      one.isIdentical(other)
    case (.typeName(let one, let exactly), .typeName(let other, let otherExactly)),
      (.typeGlob(let one, let exactly), .typeGlob(let other, let otherExactly)):
      exactly == otherExactly && one.isIdentical(other)
    case (.number(let one), .number(let other)), (.code(let one), .code(let other)),
      (.duration(let one), .duration(let other)):
      one == other
    case (.severity(let one), .severity(let other)): one == other
    case (.strictProblem, .strictProblem): true
    default: false
    }
  }
}

/// A JSON scalar.
public enum Scalar: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
}

/// One text operator with its operand.
public struct TextTest: Sendable, Hashable {
  /// The operators, by their keys in a rule file.
  public enum Operator: String, Sendable, CaseIterable {
    case equals, contains, hasPrefix, hasSuffix, glob
  }

  /// The operator.
  public let `operator`: Operator
  /// The text to compare with.
  public let operand: String
  /// Whether both sides are case-folded first (simple folding).
  public let ignoresCase: Bool

  /// A text operator with its operand.
  public init(_ operator: Operator, _ operand: String, ignoresCase: Bool = false) {
    self.operator = `operator`
    self.operand = operand
    self.ignoresCase = ignoresCase
  }
}
