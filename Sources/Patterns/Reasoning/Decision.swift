/// The answer to a question about languages.
public enum Decision: Hashable, Sendable {
  case yes
  case no
  /// The budget was used up before the answer was known.
  case notDecided
}

/// A text of a language, where there is one.
public enum Example: Hashable, Sendable {
  /// A shortest text of the language, counted in Unicode scalars; of several, one that reads well.
  case text(String)
  /// The language has no text.
  case none
  /// The budget was used up before a text was found or ruled out.
  case notDecided
}

/// How much work a question about languages may cost.
///
/// The work is counted, not timed, so that the same question always gets the same answer.
public struct ReasoningBudget: Hashable, Sendable {
  /// The most states of the combined automaton; 50,000 unless set.
  public var states: Int
  /// The most steps: transitions followed and instructions looked at; 20,000,000 unless set, which takes about
  /// half a second.
  public var steps: Int
  /// The most memory for the automata of all patterns together, in bytes; 64 MiB unless set.
  public var memory: Int

  /// A budget, each part with its default.
  public init(states: Int = 50_000, steps: Int = 20_000_000, memory: Int = 64 << 20) {
    self.states = states
    self.steps = steps
    self.memory = memory
  }
}
