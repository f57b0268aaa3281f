internal import Bytes

/// One step of a compiled matcher, in preorder: a connective is followed by what it connects.
struct Instruction: BitwiseCopyable {
  enum Operation: UInt8, BitwiseCopyable {
    case always
    case all, any, not
    /// The condition below holds for one of the causes; for the last one.
    case anyCause, rootCause
    /// The condition below holds for the error nested in the payload at index `operand`.
    case payloadError
    /// The condition below holds for one element of the subject's array, or for the subject if it is none.
    case oneElement
    case exists, isMissing
    /// `operand`: the first of `count` category flags.
    case category
    case equalText, contains, hasPrefix, hasSuffix, glob, nameGlob
    case equalNumber, equalTrue, equalFalse, equalNull
    case typeName, typeGlob, qualifiedCaseGlob
    case number, code, duration
    /// `operand`: a bit for each severity.
    case severity
    case strictProblem
    /// The chain's pattern at `operand` is found in the text.
    case matches
    case predicate
    /// What nobody answers is assumed: `operand` is 1 for yes.
    case assumed
  }

  let operation: Operation
  /// Fold the text's case first.
  var ignoresCase = false
  /// Ask the type itself, not what it `is`.
  var exactly = false
  var subject = SubjectIndex.nowhere
  /// The index just after this step and everything below it.
  var end = Index<Instruction>.nowhere
  /// What the operation needs: an index, a bit set.
  var operand: UInt32 = 0
  var count: UInt32 = 0
  /// The operand's text.
  var text = Place(offset: 0, length: 0)
  /// Where it is written, by its place in the chain's sources; what explanations show.
  var source: UInt32 = 0
  /// Whether it compares a value of the error itself: not of a cause, a payload or an element.
  var isOwn = false
  /// The same comparison's place among all that are made of its subject; none is remembered of others.
  var atom = Index<Atom>.nowhere
}

extension Instruction.Operation {
  /// Whether its answer has to be found out from the error: it is no connective, nor what the climb knows.
  var isQuestion: Bool {
    switch self {
    case .always, .all, .any, .not, .category, .assumed: false
    default: true
    }
  }

  /// Whether it compares a value of its subject, and is no connective.
  var isComparison: Bool {
    switch self {
    case .anyCause, .rootCause, .payloadError, .oneElement, .predicate: false
    default: isQuestion
    }
  }
}
