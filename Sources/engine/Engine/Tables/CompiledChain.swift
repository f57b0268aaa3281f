package import Bytes
package import Records
internal import RuleLanguage

package typealias ClauseIndex = Index<CompiledClause>
package typealias ResponderIndex = Index<CompiledResponder>
package typealias CategoryIndex = Index<CompiledCategory>
typealias BreakerIndex = Index<CompiledBreaker>
typealias UnwrapIndex = Index<CompiledUnwrap>
package typealias SubjectIndex = Index<SubjectReference>

package struct CompiledResponder: BitwiseCopyable {
  /// The parent; none for a root.
  var parent: ResponderIndex
  let isEnabled: Bool
  let rules: IndexRange<CompiledClause>
  let events: IndexRange<CompiledClause>
  let policy: ResponderPolicy
  let otherwise: ClauseIndex
  let always: ClauseIndex
  /// The id as JSON text, quotes included.
  let id: TextSpan
  /// The first instruction of the contract's condition for errors, and for events.
  let reports: Index<ConditionInstruction>
  let triggers: Index<ConditionInstruction>
  /// The evaluation of an unhandled error, for a root.
  let unhandled: Evaluation
}

package struct CompiledClause: BitwiseCopyable {
  let kind: ClauseKind
  let isEnabled: Bool
  let responder: ResponderIndex
  let condition: Index<ConditionInstruction>
  let actions: IndexRange<CompiledAction>
  let verdict: CompiledVerdict
  /// `"responder":"app","rule":"again"`: the JSON members that identify it.
  let origin: TextSpan
  /// `responder/rule`, as used in random draws.
  let name: TextSpan
  var rate = Index<CompiledRate>.nowhere
  /// The quota of tokens of its retry; none for any other.
  var tokens = Index<CompiledRetryLimits>.nowhere
}

struct CompiledVerdict: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case evaluation, retry, retryByPerson, `continue`, escalate
    case transform, unwrapPayload, unwrapCause, emit
    /// The verdicts of event rules: the event is handled, or an error is raised in its place.
    case handled, raise
    /// No verdict of its own: an alert's answer decides, or (in `always`) nothing does.
    case absent
  }

  let kind: Kind
  var evaluation = Evaluation.proceed
  /// A budget or replacement; for `unwrapPayload`, the index in the payload.
  var operand: Int32 = -1

  var budget: Index<CompiledBudget> { Index(operand) }
  var replacement: Index<CompiledReplacement> { Index(operand) }
}

/// An entry of `defaults.unwrap`.
struct CompiledUnwrap: BitwiseCopyable {
  let condition: Index<ConditionInstruction>
  let verdict: CompiledVerdict
}

struct CompiledBreaker: BitwiseCopyable {
  let condition: Index<ConditionInstruction>
  let atLeast: Int32
  let per: IndexRange<SubjectIndex>
  /// Microseconds.
  let within: Int64
  let stays: Int64
}

struct CompiledBudget: BitwiseCopyable {
  let maxAttempts: Int32
  let per: IndexRange<SubjectIndex>
  /// Whether the key is the operation alone, whose tries a record may contain.
  let isPerOperation: Bool
  /// Microseconds.
  let within: Int64
  let initial: Int64
  let max: Int64
  let multiplier: Double
  let jitter: RetryPolicy.Jitter
  /// The delays in place of the formula; empty for none.
  let delays: IndexRange<Int64>
  let maxIncludesJitter: Bool
  let retryAfter: CompiledRetryAfter
  /// `continue`, `escalate` or an evaluation.
  let exhausted: CompiledVerdict
  var limits = Index<CompiledRetryLimits>.nowhere
}

/// The use of the delay that an error asks for, in microseconds; `Int64.max` for no bound.
struct CompiledRetryAfter: BitwiseCopyable {
  let use: RetryPolicy.RetryAfter.Use
  let max: Int64
  let maxOver: Int64
  let above: RetryPolicy.RetryAfter.Above

  /// Whether it is read as ever: the longer delay counts.
  var isPlain: Bool { use == .atLeast && max == .max && maxOver == .max }
}

struct CompiledRate: BitwiseCopyable {
  let atLeast: Int32
  let per: IndexRange<SubjectIndex>
  /// Microseconds.
  let within: Int64
}

struct CompiledThrottle: BitwiseCopyable {
  let per: IndexRange<SubjectIndex>
  /// Microseconds.
  let every: Int64
}

package struct CompiledAction: BitwiseCopyable {
  /// Its JSON without the closing brace.
  let pieces: IndexRange<TemplatePiece>
  let alert: Index<CompiledAlert>
  let throttle: Index<CompiledThrottle>
  /// The verdict of its failure; absent if a failure changes nothing.
  let failed: CompiledVerdict
  /// Nil for the program's.
  let limit: ActionLimit?

  var decidesIfItFails: Bool { failed.kind != .absent }
}

struct CompiledAlert: BitwiseCopyable {
  let buttons: IndexRange<CompiledButton>
  let decides: Bool
  /// Whether the answer selects other actions.
  let selectsActions: Bool
  /// Whether its buttons are the error's options. Then ``buttons`` has two entries: for options that do not
  /// recover, and for those that do.
  let isRecovery: Bool
  /// Whether it may reuse the answer of an open alert, and the key subjects in which both must agree.
  let coalesces: Bool
  let coalesce: IndexRange<SubjectIndex>
}

package struct CompiledButton: BitwiseCopyable {
  /// The title, plain and as JSON text with its quotes.
  let title: TextSpan
  let titleJSON: TextSpan
  let verdict: CompiledVerdict
  let actions: IndexRange<CompiledAction>
}

/// A piece of an action's JSON: literal text, or a value of the error.
struct TemplatePiece: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case text
    /// A value inside a JSON string, escaped.
    case inString
    /// A value that is a whole template and keeps its type.
    case whole
    case optionTitles
  }

  let kind: Kind
  /// The text, or the default.
  let text: TextSpan
  let hasDefault: Bool
  let subject: SubjectIndex
}

package struct CompiledCategory: BitwiseCopyable {
  let name: TextSpan
  /// Its name as JSON text, quotes included.
  let json: TextSpan
  /// The first instruction of its matcher; none for a name only.
  let condition: Index<ConditionInstruction>
}

extension CategoryIndex {
  static var unresolved: CategoryIndex { CategoryIndex(ErrorNode.unresolved) }
}
