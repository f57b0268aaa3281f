/// What mutating a rule set came to.
package struct MutationResult: Sendable {
  /// The rule file.
  package let file: String
  /// How many changes there are; where only a sample was tried, more than ``mutants``.
  package let all: Int
  /// How many cases and examples looked at each mutant.
  package let cases: Int
  package let examples: Int
  /// The mutants that were tried, in the order of the files.
  package internal(set) var mutants: [MutantResult] = []
  /// How many changes make no rule file, and are no mutants.
  package internal(set) var invalid = 0

  /// A survivor that nobody explains.
  package var survivors: [MutantResult] { mutants.filter { $0.isSurvivor && $0.explanation == nil } }
  package var explained: [MutantResult] { mutants.filter { $0.isSurvivor && $0.explanation != nil } }
  package var noticed: Int {
    mutants.count { if case .noticed = $0.outcome { true } else { false } }
  }
  package var equivalent: Int {
    mutants.count { if case .equivalent = $0.outcome { true } else { false } }
  }
  package var notTried: Int {
    mutants.count { if case .notTried = $0.outcome { true } else { false } }
  }
  /// Survivors of which it is not decided whether any error tells them.
  package var notDecided: Int {
    mutants.count { if case .survived(.notDecided) = $0.outcome { true } else { false } }
  }

  /// Gives each survivor the reason that `reason` knows of it.
  package mutating func explain(_ reason: (Mutation) -> String?) {
    for index in mutants.indices where mutants[index].isSurvivor {
      mutants[index].explanation = reason(mutants[index].mutation)
    }
  }
}

extension MutantResult {
  package var isSurvivor: Bool { if case .survived = outcome { true } else { false } }
}
