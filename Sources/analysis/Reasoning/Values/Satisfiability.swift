internal import Bytes
package import Records

/// Whether some error has a property.
package enum Satisfiability: Sendable {
  /// This recorded error has it, confirmed by a run of the compiled chain.
  case shown(Witness)
  /// No error satisfies it, for any state and any results of plugins.
  case never
  /// No single error has it by itself, but state, an error that it raises on its way, or a plugin may give it to one.
  case depends
  case notDecided(Doubt)

  /// The reason why a question is left open.
  package enum Doubt: Sendable {
    /// The budget was exhausted.
    case limit
    /// An error was found, and a run of the chain did not confirm it.
    case unconfirmed
  }

  package var isNever: Bool { if case .never = self { true } else { false } }
  package var witness: Witness? { if case .shown(let witness) = self { witness } else { nil } }
}

/// A recorded error that demonstrates a finding.
package struct Witness: Sendable {
  /// A JSON object, as `errctl explain --error` takes it.
  package let json: String
  package let answeredBy: Int?
  package let evaluation: Evaluation
  package let isHandled: Bool
}

/// The reachability of a clause, a category or a button.
package struct Reachability: Sendable {
  package let answer: Satisfiability
  package let reason: Reason?

  package enum Reason: Sendable {
    case disabled
    case contradiction
    /// Earlier clauses match every error that it does; without any one of them it would take effect.
    case blocked([Blocker])
    /// No error that it matches reaches its responder: responders below handle it, or it is not raised here.
    case neverArrives
  }

  package var blockers: [Blocker] {
    if case .blocked(let blockers) = reason { blockers } else { [] }
  }
}

package struct Blocker: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case clause(Int)
    case category(Int)
    /// The effect of `ignore: cancellation`.
    case ignored
  }

  package let kind: Kind
  /// The same effect and verdict as the blocked clause.
  package let saysTheSame: Bool
}

/// The overlap of two rules of a responder.
package struct Overlap: Sendable {
  /// Reaches the earlier rule and satisfies both.
  package let answer: Satisfiability
  /// Every error that reaches and satisfies the later rule also satisfies the earlier one.
  package var isShadowed = false
}

/// Limits of the work per question. They are counts, not times, so that results are reproducible.
package struct ReasoningLimits: Sendable {
  package var steps = 400_000
  /// States of the combined automaton of a question about texts.
  package var states = 20_000
  /// Steps of the automata of a question about texts.
  package var textSteps = 2_000_000
  /// Forms of one error that a responder's rules may produce: each `transform` or `unwrap` adds one.
  package var forms = 64
  package var causes = 8

  package init() {}
}
