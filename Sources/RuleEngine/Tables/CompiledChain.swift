package import Bytes
package import Records
internal import RuleLanguage

package typealias StationIndex = Index<CompiledStation>
package typealias ResponderIndex = Index<CompiledResponder>
package typealias CategoryIndex = Index<CompiledCategory>
package typealias SubjectIndex = Index<SubjectReference>

/// A responder as evaluation reads it.
package struct CompiledResponder: BitwiseCopyable {
  /// The next one up, none for a root.
  var parent: ResponderIndex
  let isEnabled: Bool
  let rules: Run<CompiledStation>
  let events: Run<CompiledStation>
  let policy: ResponderPolicy
  let otherwise: StationIndex
  let always: StationIndex
  /// Its id as JSON text, quotes included.
  let id: Place
  /// The first instruction of what its contract says of errors, and of events.
  let reports: Index<Instruction>
  let triggers: Index<Instruction>
  /// What happens to an error that nobody answered, if this is a root.
  let unhandled: Evaluation
}

/// A place in a chain where actions stand: a rule, an `otherwise` or an `always`.
package struct CompiledStation: BitwiseCopyable {
  let kind: StationKind
  let isEnabled: Bool
  let responder: ResponderIndex
  let condition: Index<Instruction>
  let actions: Run<CompiledAction>
  let verdict: CompiledVerdict
  /// `"responder":"app","rule":"again"`, the JSON members that name it.
  let origin: Place
  /// `responder/rule` as random draws name it.
  let name: Place
  var rate = Index<CompiledRate>.nowhere
}

/// A verdict as evaluation reads it.
struct CompiledVerdict: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case evaluation, retry, retryByPerson, `continue`, escalate
    case transform, unwrapPayload, unwrapCause, emit
    /// An event rule's: the event is handled; an error is raised in its place.
    case handled, raise
    /// An alert's answer decides, or (in `always`) nothing does.
    case absent
  }

  let kind: Kind
  var evaluation = Evaluation.proceed
  /// The budget or the replacement by its place in the chain's tables; of `unwrapPayload` the payload's index.
  var operand: Int32 = -1

  var budget: Index<CompiledBudget> { Index(operand) }
  var replacement: Index<CompiledReplacement> { Index(operand) }
}

/// A retry's budget and backoff as evaluation reads them.
struct CompiledBudget: BitwiseCopyable {
  let maxAttempts: Int32
  /// What its key is made of.
  let per: Run<SubjectIndex>
  /// Whether the key is the operation alone, whose tries a record may count itself.
  let isPerOperation: Bool
  /// Microseconds.
  let within: Int64
  let initial: Int64
  let max: Int64
  let multiplier: Double
  let jitter: RetryPolicy.Jitter
  /// `continue`, `escalate` or an evaluation.
  let exhausted: CompiledVerdict
}

/// How many errors of a key within a window make a rule's matcher hold, as evaluation reads it.
struct CompiledRate: BitwiseCopyable {
  let atLeast: Int32
  let per: Run<SubjectIndex>
  /// Microseconds.
  let within: Int64
}

/// How often an action runs at most, as evaluation reads it.
struct CompiledThrottle: BitwiseCopyable {
  let per: Run<SubjectIndex>
  /// Microseconds.
  let every: Int64
}

/// An action as evaluation and output read it.
package struct CompiledAction: BitwiseCopyable {
  /// Its JSON without the closing brace.
  let pieces: Run<Piece>
  let alert: Index<CompiledAlert>
  let throttle: Index<CompiledThrottle>
}

/// An alert as evaluation reads it.
struct CompiledAlert: BitwiseCopyable {
  let buttons: Run<CompiledButton>
  let decides: Bool
  /// Whether its buttons are the error's options; then ``buttons`` are what one of them stands for: the first, one
  /// that does not recover; the second, one that does.
  let isRecovery: Bool
  /// Whether it may take the answer of the alert before it, and what both must agree in, among the key subjects.
  let coalesces: Bool
  let coalesce: Run<SubjectIndex>
}

/// A button as evaluation reads it.
package struct CompiledButton: BitwiseCopyable {
  /// What it says, as it is and as JSON text with its quotes.
  let title: Place
  let titleJSON: Place
  let verdict: CompiledVerdict
  let actions: Run<CompiledAction>
}

/// A run of an action's JSON: as it is, or to be filled from the error.
struct Piece: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case text
    /// A value inside a JSON string: its text, escaped.
    case inString
    /// A value in place of a whole template: with its type.
    case whole
    /// The titles of the error's options, as a JSON array.
    case optionTitles
  }

  let kind: Kind
  /// The text, or the default.
  let text: Place
  let hasDefault: Bool
  let subject: SubjectIndex
}

/// A category as evaluation reads it.
package struct CompiledCategory: BitwiseCopyable {
  let name: Place
  /// Its name as JSON text, quotes included.
  let json: Place
  /// The first instruction of its matcher, none for a name only.
  let condition: Index<Instruction>
}

extension CategoryIndex {
  /// Nobody asked yet.
  static var unresolved: CategoryIndex { CategoryIndex(ErrorFrame.unresolved) }
}
