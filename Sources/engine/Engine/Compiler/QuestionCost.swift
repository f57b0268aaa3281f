internal import Bytes

package struct QuestionCost: BitwiseCopyable, Sendable {
  /// Evaluations of the question, and how many of them matched. A question without a matcher always matches.
  package var evaluations = 0
  package var matched = 0
  /// Number of times a text was tested against one of its patterns.
  package var patternTests = 0
  /// Nanoseconds from each evaluation to the next question, actions included.
  package var nanoseconds: Int64 = 0

  static func += (left: inout QuestionCost, right: QuestionCost) {
    left.evaluations += right.evaluations
    left.matched += right.matched
    left.patternTests += right.patternTests
    left.nanoseconds += right.nanoseconds
  }
}

/// A question of a chain, by the index of its cost.
package enum ChainQuestion: Sendable {
  /// An entry of `defaults.unwrap`.
  case unwrap(Int)
  case ignored
  /// The `when` of a breaker.
  case breaker(Int)
  case category(Int)
  case contract(Int)
  case clause(Int)

  /// Entries of `defaults.unwrap`, ignored errors, categories, breakers, contracts, clauses; each kind in file order.
  package static func all(of chain: ResponderChain) -> [ChainQuestion] {
    var questions = (0..<chain.tables.unwraps.count).map { ChainQuestion.unwrap($0) }
    if !chain.tables.ignored.isNone { questions.append(.ignored) }
    for index in 0..<chain.tables.categories.count where !chain.tables.categories[index].condition.isNone {
      questions.append(.category(index))
    }
    questions += (0..<chain.tables.breakers.count).map { .breaker($0) }
    for index in 0..<chain.tables.responders.count {
      let responder = chain.tables.responders[index]
      if !responder.reports.isNone || !responder.triggers.isNone { questions.append(.contract(index)) }
    }
    return questions + chain.clauses.indices.map { .clause($0) }
  }

  func place(in tables: borrowing ChainTables) -> Int {
    switch self {
    case .ignored: 0
    case .category(let index): 1 + index
    case .contract(let index): 1 + tables.categories.count + index
    case .unwrap(let index): Self.count(in: tables) - tables.breakers.count - tables.unwraps.count + index
    case .breaker(let index): Self.count(in: tables) - tables.breakers.count + index
    case .clause(let index): 1 + tables.categories.count + tables.responders.count + index
    }
  }

  static func count(in tables: borrowing ChainTables) -> Int {
    1 + tables.categories.count + tables.responders.count + tables.clauses.count
      + tables.unwraps.count + tables.breakers.count
  }
}
