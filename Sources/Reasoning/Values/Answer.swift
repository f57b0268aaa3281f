package import RuleEngine

/// The answer to a question whether some error does something.
package enum Answer: Sendable {
  /// Yes: this recorded error does, and the compiled chain was run on it to make sure.
  case shown(Witness)
  /// No error does, whatever is remembered and whatever plugins answer.
  case never
  /// No error does by itself; what is remembered of earlier ones, or what a plugin answers, may make one do.
  case depends
  /// The budget was used up, or something stands in the question that is not reasoned about.
  case notDecided

  /// Whether it is proven that none does.
  package var isNever: Bool { if case .never = self { true } else { false } }
  /// The error that does, or nil.
  package var witness: Witness? { if case .shown(let witness) = self { witness } else { nil } }
}

/// A recorded error that shows what a finding says.
package struct Witness: Sendable {
  /// One JSON object, as `errctl explain --error` takes it.
  package let json: String
  /// The rule or other station that answers it in the end, or nil where nobody does.
  package let answeredBy: Int?
  /// How it ends.
  package let evaluation: Evaluation
  /// Whether anybody answers it.
  package let isHandled: Bool
}

/// Whether a rule, an `otherwise`, an event rule, a category or a button can ever answer, and if not, why.
package struct Reachability: Sendable {
  package let answer: Answer
  /// Where the answer is ``Answer/never``: why; else nil.
  package let reason: Reason?

  /// Why something never answers.
  package enum Reason: Sendable {
    /// It is disabled, or its responder is.
    case disabled
    /// No error satisfies what it asks, whatever comes before.
    case contradiction
    /// These come before it and take every error that it asks for; without one of them it would answer.
    case blocked([Blocker])
    /// What it asks for never arrives at its responder: others below take it, or nobody raises it here.
    case neverArrives
  }

  /// The blocking set, or nothing.
  package var blockers: [Blocker] {
    if case .blocked(let blockers) = reason { blockers } else { [] }
  }
}

/// Something that takes errors away from what stands after it.
package struct Blocker: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A rule, an event rule or an `otherwise`, by its place among the stations.
    case station(Int)
    /// A category, by its place.
    case category(Int)
    /// What `ignore: cancellation` covers.
    case ignored
  }

  package let kind: Kind
  /// Whether it does and says the same as what it blocks.
  package let saysTheSame: Bool
}

/// How two rules of one responder meet.
package struct Overlap: Sendable {
  /// An error that arrives at the first of them that is asked and that satisfies both.
  package let answer: Answer
  /// Whether they do and say the same.
  package let saysTheSame: Bool
  /// Whether every error that reaches the one asked later and satisfies it satisfies the earlier one too.
  package var isShadowed = false
}

/// How much work a question may cost, counted, not timed: the same question always gets the same answer.
package struct ReasoningLimits: Sendable {
  /// Steps of the search for one question.
  package var steps = 400_000
  /// States of the combined automaton of one question about texts.
  package var states = 20_000
  /// Steps of the automata of one question about texts.
  package var textSteps = 2_000_000
  /// How many errors a responder's rules may make of one: each `transform` or `unwrap` before a rule makes another.
  package var forms = 64
  /// Causes that one error is thought to have at most.
  package var causes = 8

  package init() {}
}
