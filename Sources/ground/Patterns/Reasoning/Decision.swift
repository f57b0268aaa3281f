/// The answer to a question about languages.
public enum Decision: Hashable, Sendable {
  case yes
  case no
  /// The budget was exhausted first.
  case notDecided
}

/// An example text of a language.
public enum Example: Hashable, Sendable {
  /// A shortest text of the language, counted in Unicode scalars; of several, a readable one.
  case text(String)
  /// The language is empty.
  case none
  /// The budget was exhausted first.
  case notDecided
}

/// The budget of a question. Work is counted, not timed, so that a question always has the same answer.
public struct ReasoningBudget: Hashable, Sendable {
  /// The most states of the combined automaton; default 50,000.
  public var states: Int
  /// The most steps (transitions followed and instructions examined); default 20,000,000: half a second.
  public var steps: Int
  /// The most memory for the automata of all patterns together, in bytes; default 64 MiB.
  public var memory: Int

  /// A budget, with default values.
  public init(states: Int = 50_000, steps: Int = 20_000_000, memory: Int = 64 << 20) {
    self.states = states
    self.steps = steps
    self.memory = memory
  }
}
