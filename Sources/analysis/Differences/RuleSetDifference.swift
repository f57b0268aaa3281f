package import Replay

package struct RuleSetDifference: Sendable {
  package struct Side: Sendable {
    /// The file as the user named it, with its revision.
    package let file: String
    package let name: String?

    package init(file: String, name: String?) {
      self.file = file
      self.name = name
    }
  }

  package let old: Side
  package let new: Side
  package let changes: [RuleChange]
  /// The comparison on the same records. Nil without a stream.
  package let replayed: ReplayComparison?
  /// The commands, for each group of ``ReplayComparison/groups``, that explain its first sample. Nil if there are none.
  package let explanations: [ExplainCommands?]
  /// The comparison of the rules. Nil if it was skipped.
  package let proof: DifferenceProof?
  /// The differences beyond the baseline. Nil without a baseline.
  package let beyond: BeyondBaseline?
  package let gates: [GateResult]

  package struct ExplainCommands: Sendable {
    package let old: String?
    package let new: String?

    package init(old: String?, new: String?) {
      self.old = old
      self.new = new
    }
  }

  package var fails: Bool { gates.contains { $0.fails } }

  package init(
    old: Side, new: Side, changes: [RuleChange], replayed: ReplayComparison?,
    explanations: [ExplainCommands?], proof: DifferenceProof?, beyond: BeyondBaseline?,
    gates: [GateExpression]
  ) {
    self.old = old
    self.new = new
    self.changes = changes
    self.replayed = replayed
    self.explanations = explanations
    self.proof = proof
    self.beyond = beyond
    let values = DifferenceFigures.values(replayed, proof, beyond)
    self.gates = gates.map { $0.result(values) }
  }
}
