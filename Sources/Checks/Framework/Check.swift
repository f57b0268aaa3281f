package import Reasoning
package import RuleEngine

/// Something a rule set is looked through for: one small file each, which describes itself.
public protocol Check: Sendable {
  /// What it is called, what it means, and rule files that show it.
  var page: CheckPage { get }
  /// Whether it needs a rule set without errors; those that look at texts alone do not.
  var needsSoundRules: Bool { get }
  /// Reports what it finds.
  func run(on rules: CheckedRules, into findings: inout Findings)
}

extension Check {
  /// It does.
  public var needsSoundRules: Bool { true }
}

/// What a check looks at: the rule set, what can be proven of it, and what the configuration says.
public struct CheckedRules {
  package let program: RuleProgram
  /// What is known of every matcher; nil where there is no chain: of a fragment, or a file with errors.
  package let reasoner: Reasoner?
  /// What recorded errors show; nil where no stream was handed in.
  package let stream: StreamSight?
  /// What could not be decided so far.
  let openQuestions: OpenQuestions
  /// The options of the check that runs, by name.
  package let options: CheckOptions
  /// What plugins perform, by name.
  let performs: Set<String>

  init(
    _ program: RuleProgram,
    reasoner: Reasoner?,
    stream: StreamSight?,
    openQuestions: OpenQuestions,
    options: CheckOptions,
    performs: Set<String>
  ) {
    self.program = program
    self.reasoner = reasoner
    self.stream = stream
    self.openQuestions = openQuestions
    self.options = options
    self.performs = performs
  }
}
