package import Replay

/// How two rule sets differ: what every report about it is made of.
package struct RuleSetDifference: Sendable {
  /// One of the two.
  package struct Side: Sendable {
    /// The file as the user named it, with its revision where there is one.
    package let file: String
    /// The rule set's own name, or nil.
    package let name: String?

    package init(file: String, name: String?) {
      self.file = file
      self.name = name
    }
  }

  package let old: Side
  package let new: Side
  /// What both did with the same records; nil where there is no stream.
  package let replayed: ReplayComparison?
  /// By group of ``ReplayComparison/groups``: the commands that explain its first sample; nil where none can.
  package let explanations: [Explanation?]
  /// Whether the files mean the same; nil where that was not asked.
  package let proof: DifferenceProof?
  /// What is left of the groups once the baseline is taken off; nil where there is none.
  package let beyond: BeyondBaseline?
  /// What makes a run fail, and whether it did.
  package let gates: [Gate]

  /// The commands that explain a record under each of the two.
  package struct Explanation: Sendable {
    package let old: String?
    package let new: String?

    package init(old: String?, new: String?) {
      self.old = old
      self.new = new
    }
  }

  /// An expression of `--fail-on`.
  package struct Gate: Sendable {
    package let expression: String
    /// Whether it holds, and so the run fails.
    package let fails: Bool
  }

  /// Whether any expression of `--fail-on` holds.
  package var fails: Bool { gates.contains { $0.fails } }

  package init(
    old: Side,
    new: Side,
    replayed: ReplayComparison?,
    explanations: [Explanation?],
    proof: DifferenceProof?,
    beyond: BeyondBaseline?,
    gates: [GateExpression]
  ) {
    self.old = old
    self.new = new
    self.replayed = replayed
    self.explanations = explanations
    self.proof = proof
    self.beyond = beyond
    let figures = GateFigures(replayed, proof, beyond)
    self.gates = gates.map { Gate(expression: $0.text, fails: $0.holds(for: figures)) }
  }
}
