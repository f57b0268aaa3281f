internal import Bytes
package import Records
package import RuleLanguage
package import Secrets

/// The steps of an evaluation: the clauses it evaluated, the values it compared, and the results.
public struct Explanation: Sendable {
  /// A question and its result.
  public struct Step: Sendable {
    /// The subject of a step.
    public enum Kind: Sendable, Equatable {
      /// The check for ignored cancellations.
      case ignored
      /// An entry of `defaults.unwrap`, by its index and its path.
      case unwrap(entry: Int, path: String)
      case category(String)
      /// The `when` of a breaker, by its name.
      case breaker(String)
      /// The arrival of the error or event at a responder.
      case arrival(responder: String)
      /// A rule, by its responder's id and its own.
      case rule(responder: String, rule: String)
      /// A responder's `otherwise`.
      case otherwise(responder: String)
      /// A responder's `always`, which never decides.
      case always(responder: String)
      /// The check of a responder's contract.
      case contract(responder: String)
    }

    /// The subject.
    public let kind: Kind
    package let clause: Int?
    /// The policy of the responder; nil if the step has none.
    package let policy: ResponderPolicy?
    /// Structured like the matcher. Those that could no longer change the result were not made.
    package internal(set) var tests: [Test] = []
    package internal(set) var readings: [Reading] = []
    package internal(set) var actions: [Action] = []
    /// The fields that a transform or unwrap changed.
    package internal(set) var changes: [Change] = []
    /// Nested evaluations that began and ended in this step: of an emitted event, or of a raised error.
    package internal(set) var nestedEvaluations: [Nested] = []
    /// The result in a word: `matched`, `not matched`, `disabled`, `exhausted`, `nothing inside`,
    /// `unanswered`, `continue`, `ran` (a rule without an evaluation, where all rules run), `escalate`,
    /// `transform`, `unwrap`, `emit`, `handled`, `raise` or an evaluation. For a category also `own`,
    /// `default` and `not listed`.
    public internal(set) var result = ""
    /// The verdict, if the result is only the reason for it, such as `exhausted`.
    package internal(set) var verdict: String?
    /// The new display name of the error, if a rule replaced it.
    package internal(set) var becomes: String?
    /// The path of an inner error that the matcher would have matched, such as `payload.0`.
    public internal(set) var inside: String?
    /// If all rules run: the earlier rule whose evaluation took precedence.
    package internal(set) var overruledBy: String?

    init(kind: Kind, clause: Int? = nil, policy: ResponderPolicy? = nil) {
      self.kind = kind
      self.clause = clause
      self.policy = policy
    }

    /// A `failed` that retries has no try left; `result` is `failed`.
    public internal(set) var isExhaustedAfterFailure = false

    /// The comparisons in the order in which they were made.
    public var comparisons: [ComparedValue] { tests.flatMap { $0.comparisons } }
  }

  package struct Nested: Sendable {
    package enum Kind: Sendable, Equatable {
      case event(name: String, from: String)
      case raised(error: String)
    }

    package let kind: Kind
    package internal(set) var steps: [Step] = []
    package internal(set) var ending: Ending?
    /// The resolution, until the ending is computed.
    var outcome: Outcome.Resolution?

    init(kind: Kind) {
      self.kind = kind
    }
  }

  /// The steps in order.
  public internal(set) var steps: [Step]
  package let record: Origin
  package let ending: Ending
  /// The redactor that hid the record's secrets in all texts here. Texts about the record go through it, too.
  package let redactor: Redactor
  /// The resolution without its steps: one line of JSON.
  package let resolution: String
}

extension Explanation {
  package struct Origin: Sendable {
    /// Its own id, or else its ordinal.
    package let id: String
    package let ordinal: UInt64
    /// Type and case, or else domain and code, or another identifying field.
    package let name: String
    package let message: String?
    package let time: String?
    package let origin: String?
    package let operation: String?
    package let attempt: String?
    package let with: String?
    /// The record.
    package let json: String
  }

  package struct Ending: Sendable {
    package let isEvent: Bool
    package let evaluation: Evaluation
    package let isHandled: Bool
    package let isIgnored: Bool
    package let isAssumed: Bool
    package let clause: Int?
    package let category: String?
    /// The final display name, if it changed.
    package let becomes: String?
    package let path: [String]
    /// The disabled responders on the path.
    package let passedThrough: [String]
    package let notVisited: [String]
    /// The root whose `unhandled` applies, and its `report` setting.
    package let root: String?
    package let report: String?
    package let retry: Retry?
  }

  package struct Retry: Sendable {
    /// The number of the failed try; nil if unknown.
    package let attempt: Int?
    package let maxAttempts: Int
    package let milliseconds: Int64
  }

  package struct Reading: Sendable {
    /// The name of the breaker or of the shared quota, for a reading of one.
    package let breaker: String?
    package let state: StateReading
    /// The key: each subject with its value as JSON, nil if missing.
    package internal(set) var key: [(name: String, value: String?)] = []
    /// The window as written in a rule file; empty for none.
    package let within: String
    /// The index of the action that it decided about; nil if it decided about the step.
    package internal(set) var action: Int?
    let subjects: IndexRange<SubjectIndex>
    let errorNode: ErrorNodeIndex
  }

  package struct Action: Sendable {
    package enum Answerer: Sendable {
      case recorded
      case preset
    }

    /// The action as in the resolution: JSON with its templates filled.
    package internal(set) var json = ""
    package internal(set) var answerer: Answerer?
    /// The recorded answer, as JSON, if it names no button; the first button was taken.
    package internal(set) var wrongAnswer: String?
    /// The preset answer, if it names no button.
    package internal(set) var wrongPreset: String?
    package var isAssumed: Bool { ran.isAssumed }
    package var end: ActionEnd { ran.end }
    let ran: Outcome.RanAction
  }

  package struct Change: Sendable, Equatable {
    package let field: String
    /// The values as JSON; nil if missing.
    package let before: String?
    package let after: String?
  }
}
