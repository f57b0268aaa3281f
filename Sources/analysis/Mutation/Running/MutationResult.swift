package struct MutationResult: Sendable {
  package let file: String
  /// The number of all changes. With a sample it exceeds the number of ``mutants``.
  package let all: Int
  package let cases: Int
  package let examples: Int
  package internal(set) var mutants: [MutantResult] = []
  package internal(set) var invalid = 0

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
  /// The number of survivors for which it is undecided whether any error exposes them.
  package var notDecided: Int {
    mutants.count { if case .survived(.notDecided) = $0.outcome { true } else { false } }
  }

  package mutating func explain(_ reason: (Mutation) -> String?) {
    for index in mutants.indices where mutants[index].isSurvivor {
      mutants[index].explanation = reason(mutants[index].mutation)
    }
  }
}

extension MutantResult {
  package var isSurvivor: Bool { if case .survived = outcome { true } else { false } }
}
