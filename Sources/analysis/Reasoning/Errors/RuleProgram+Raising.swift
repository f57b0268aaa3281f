internal import RuleLanguage
package import Engine

extension RuleProgram {
  /// Whether an event rule raises errors, which breakers count too.
  package var raisesErrors: Bool {
    clauses.contains { if case .raise = $0.verdict { true } else { false } }
  }
}
