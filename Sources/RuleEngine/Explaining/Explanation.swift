internal import Bytes
package import Records
package import RuleLanguage

/// What an evaluation did, step by step: who was asked, what was compared, what came of it.
public struct Explanation: Sendable {
  /// One question and its answer.
  public struct Step: Sendable {
    /// Who was asked.
    public enum Asked: Sendable, Equatable {
      /// Whether the error is ignored as a cancellation.
      case ignored
      /// A category, by name.
      case category(String)
      /// Nobody yet: the error (or the event) arrived at a responder.
      case arrival(responder: String)
      /// A rule, by its responder's id and its own.
      case rule(responder: String, rule: String)
      /// A responder's `otherwise`.
      case otherwise(responder: String)
      /// A responder's `always`, which has nothing to decide.
      case always(responder: String)
      /// Whether what arrived at a responder is what its contract names.
      case contract(responder: String)
    }

    /// Who was asked.
    public let asked: Asked
    /// The rule, `otherwise` or `always` by its place among the chain's stations, or nil.
    package let station: Int?
    /// How the responder goes through its rules; nil where none is concerned.
    package let policy: ResponderPolicy?
    /// What the matcher compared, as it is built; what no longer mattered was not compared.
    package internal(set) var tests: [Test] = []
    /// What was read of what is remembered.
    package internal(set) var readings: [Reading] = []
    /// The actions that ran, in order.
    package internal(set) var actions: [Action] = []
    /// What a transform or unwrap changed of the error.
    package internal(set) var changes: [Change] = []
    /// The climbs that began here and ended before this step did: of an emitted event, of a raised error.
    package internal(set) var climbs: [Nested] = []
    /// What came of it, in a word: `matched`, `not matched`, `own` and `default` (of a category), `disabled`,
    /// `exhausted`, `nothing inside`, `unanswered`, `continue`, `ran` (where all rules are asked), `escalate`,
    /// `transform`, `unwrap`, `emit`, `handled`, `raise` or an evaluation; `not listed` for a category.
    public internal(set) var result = ""
    /// The verdict that followed where the result says why there is one, such as after `exhausted`.
    package internal(set) var verdict: String?
    /// What the error goes on as, for people, where it has another name since a rule replaced it.
    package internal(set) var becomes: String?
    /// The rule whose evaluation stands, where all rules are asked and this one's came too late.
    package internal(set) var overruledBy: String?

    init(asked: Asked, station: Int? = nil, policy: ResponderPolicy? = nil) {
      self.asked = asked
      self.station = station
      self.policy = policy
    }

    /// The comparisons, in the order they were made.
    public var comparisons: [Comparison] { tests.flatMap { $0.comparisons } }
  }

  /// A climb within a climb.
  package struct Nested: Sendable {
    package enum Kind: Sendable, Equatable {
      /// An event that a responder emitted.
      case event(name: String, from: String)
      /// An error that an event rule raised.
      case raised(error: String)
    }

    package let kind: Kind
    package internal(set) var steps: [Step] = []
    /// How it ended.
    package internal(set) var ending: Ending?
    /// What came of it, until all is known.
    var outcome: Outcome.Resolution?

    init(kind: Kind) {
      self.kind = kind
    }
  }

  /// The steps in order.
  public internal(set) var steps: [Step]
  /// The record that the explanation is about.
  package let record: Origin
  /// How it ended.
  package let ending: Ending
  /// The resolution, one line of JSON, without its steps.
  package internal(set) var resolution = ""
}

extension Explanation {
  /// Which error it was, for people.
  package struct Origin: Sendable {
    /// Its own id, else its ordinal.
    package let id: String
    package let ordinal: UInt64
    /// Type and case, domain and code, or what else it goes by.
    package let name: String
    /// What it said, and what was recorded of where it happened; nil where nothing was.
    package let message: String?
    package let time: String?
    package let origin: String?
    package let operation: String?
    package let attempt: String?
    /// What an event carries, as JSON.
    package let with: String?
  }

  /// How a climb ended.
  package struct Ending: Sendable {
    /// Whether it was an event in place of an error: then there is no evaluation.
    package let isEvent: Bool
    package let evaluation: Evaluation
    package let isHandled: Bool
    package let isIgnored: Bool
    package let isAssumed: Bool
    /// The station that answered, or nil.
    package let station: Int?
    package let category: String?
    /// What the error was called in the end, where it got another name.
    package let becomes: String?
    /// Every responder visited.
    package let path: [String]
    /// Disabled responders that it passed through.
    package let passedThrough: [String]
    /// The responders above the last one visited, which nobody had to ask.
    package let notVisited: [String]
    /// The root that answers for what nobody handled, and how it reports it.
    package let root: String?
    package let report: String?
    package let retry: Retry?
  }

  /// What a budget granted.
  package struct Retry: Sendable {
    /// Which try failed, or nil where nobody knows.
    package let attempt: Int?
    package let maxAttempts: Int
    package let milliseconds: Int64
  }

  /// Something remembered that was read.
  package struct Reading: Sendable {
    package let state: StateReading
    /// By what it is remembered: each subject with its value as JSON, nil where it is missing.
    package internal(set) var key: [(name: String, value: String?)] = []
    /// The window, as a rule file writes one; empty where there is none.
    package let within: String
    /// The action that it decided about, by its place among the step's; nil where it decided about the step.
    package internal(set) var action: Int?
    let subjects: Run<SubjectIndex>
    let frame: FrameIndex
  }

  /// An action that ran.
  package struct Action: Sendable {
    /// Who gave an alert its answer.
    package enum Answerer: Sendable {
      /// A person: the record says so.
      case recorded
      /// Whoever asked for the explanation, ahead of the run.
      case preset
    }

    /// The action as the resolution has it: JSON, templates filled in.
    package internal(set) var json = ""
    /// Who decided, where a deciding alert was answered.
    package internal(set) var answerer: Answerer?
    /// The recorded answer that no button has, as JSON, in whose place the first button was taken.
    package internal(set) var wrongAnswer: String?
    /// The answer given ahead of the run that no button has.
    package internal(set) var wrongPreset: String?
    /// Whether a person's choice is assumed.
    package var isAssumed: Bool { ran.isAssumed }
    let ran: Outcome.RanAction
  }

  /// A field that a rule changed.
  package struct Change: Sendable, Equatable {
    package let field: String
    /// The values as JSON; nil where there is none.
    package let before: String?
    package let after: String?
  }
}
