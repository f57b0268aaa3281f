package import Engine
package import Source

/// Reasons for accepted survivors of mutation: `# errctl: ignore OPERATOR -- reason`, or `suppress`.
package struct SurvivorExplanations {
  private let all: [Suppression]
  private var used: Set<Int> = []
  private let today: CalendarDay?

  /// The explanations without those that expired before `today`.
  ///
  /// - Parameter operators: the names of the changes that may be explained.
  package init(_ program: RuleProgram, of operators: Set<String>, today: CalendarDay?) {
    self.today = today
    all = program.roots.flatMap { SuppressKeys.suppressions(in: $0) + SuppressComments(in: $0).found }
      .filter { operators.contains($0.code) }
      .sorted { $0.scope.bytes.count < $1.scope.bytes.count }
  }

  /// Nil if there is no reason at the place.
  package mutating func reason(_ operatorName: String, at place: SourceRange) -> String? {
    let index = all.indices.first { index in
      let one = all[index]
      return one.code == operatorName && one.covers(place) && holds(one)
    }
    guard let index else { return nil }
    used.insert(index)
    return all[index].reason
  }

  private func holds(_ explanation: Suppression) -> Bool {
    guard explanation.reason != nil else { return false }
    guard explanation.until != nil else { return true }
    guard let end = explanation.end else { return false }
    return today.map { $0 <= end } ?? true
  }

  /// Once every mutant of `operators` was tried.
  package func unused(among operators: Set<String>) -> [Diagnostic] {
    all.indices.filter { !used.contains($0) && operators.contains(all[$0].code) && holds(all[$0]) }.map {
      index in
      Diagnostic(
        SuppressionCheck.unused.page.code, .warning,
        "Tests notice every change of “\(all[index].code)” here. Delete this.", at: all[index].place)
    }
  }
}
