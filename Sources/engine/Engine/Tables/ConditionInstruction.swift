internal import Bytes

/// An instruction of a compiled matcher, in preorder: a connective is followed by its operands.
struct ConditionInstruction: BitwiseCopyable {
  enum Operation: UInt8, BitwiseCopyable {
    case always
    case all, any, not
    case anyCause, rootCause
    /// The condition below matches the error nested in the payload at index `operand`.
    case payloadError
    /// The condition below matches an error nested in the payload.
    case anyInside
    /// One element of the subject's array matches, or the subject itself if it is not an array.
    case oneElement
    case exists, isMissing
    /// `operand`: the first of `count` category flags.
    case category
    /// `operand`: the first of `count` breakers, one of which is open.
    case open
    case equalText, contains, hasPrefix, hasSuffix, glob, nameGlob
    case equalNumber, equalTrue, equalFalse, equalNull
    case typeName, typeGlob, qualifiedCaseGlob
    case number, code, duration
    /// `operand`: a bit for each severity.
    case severity
    case strictProblem
    /// The pattern at index `operand` is found in the text.
    case matches
    case predicate
    /// The result is assumed because no plugin provides the matcher; `operand` is 1 for true.
    case assumed
  }

  let operation: Operation
  var ignoresCase = false
  /// Whether the type's ancestors and protocols in `is` are left out.
  var exactly = false
  var subject = SubjectIndex.nowhere
  /// The index after this instruction and everything below it.
  var end = Index<ConditionInstruction>.nowhere
  var operand: UInt32 = 0
  var count: UInt32 = 0
  var text = TextSpan(offset: 0, length: 0)
  /// The index among the chain's comparison sources, for explanations.
  var source: UInt32 = 0
  /// Compares a value of the error itself, not of a cause, a payload or an element.
  var isOwn = false
  /// The index of the predicate that equal comparisons share; none if results are not cached.
  var fieldPredicate = Index<FieldPredicate>.nowhere
}

extension ConditionInstruction.Operation {
  /// A string is compared as it is, not as a number, a type or a pattern.
  @inline(__always)
  var comparesText: Bool { rawValue >= Self.equalText.rawValue && rawValue <= Self.nameGlob.rawValue }

  /// The result depends on the error: not for connectives, nor for what the evaluator knows.
  var isQuestion: Bool {
    switch self {
    case .always, .all, .any, .not, .category, .open, .assumed: false
    default: true
    }
  }

  var isComparison: Bool {
    switch self {
    case .anyCause, .rootCause, .payloadError, .anyInside, .oneElement, .predicate: false
    default: isQuestion
    }
  }
}
