package import Reasoning
package import Engine

/// A check of a rule set. Each one is a small file that describes itself.
public protocol Check: Sendable {
  /// Its documentation, with rule files as examples.
  var page: CheckPage { get }
  /// Whether it needs a rule set without errors. Checks of the text alone do not.
  var needsSoundRules: Bool { get }
  func run(on rules: CheckedRules, into findings: inout Findings)
}

extension Check {
  /// The default for a check that reasons about the whole rule set: it needs one without errors.
  public var needsSoundRules: Bool { true }
}

/// The input of a check: the rule set, a reasoner, and the configuration.
public struct CheckedRules {
  package let program: RuleProgram
  /// Nil without a chain, that is for a fragment or a file with errors.
  package let reasoner: Reasoner?
  let clauses: PlacedClauses
  package let stream: StreamObservations?
  let openQuestions: OpenQuestions
  package let options: CheckOptions
  let performs: Set<String>
  let layers: [RetryLayer]

  init(
    _ program: RuleProgram, reasoner: Reasoner?, clauses: PlacedClauses, stream: StreamObservations?,
    openQuestions: OpenQuestions, options: CheckOptions, performs: Set<String>, layers: [RetryLayer]
  ) {
    self.program = program
    self.reasoner = reasoner
    self.clauses = clauses
    self.stream = stream
    self.openQuestions = openQuestions
    self.options = options
    self.performs = performs
    self.layers = layers
  }
}
