internal import Bytes

/// What it cost to ask one question of a chain again and again.
package struct QuestionCost: BitwiseCopyable, Sendable {
  /// How often it was asked; how often its matcher held, which one that has none always does.
  package var asked = 0
  package var matched = 0
  /// How often a text was held against one of its patterns.
  package var patternTests = 0
  /// From each asking to the next one, its actions included, in nanoseconds.
  package var nanoseconds: Int64 = 0

  static func += (left: inout QuestionCost, right: QuestionCost) {
    left.asked += right.asked
    left.matched += right.matched
    left.patternTests += right.patternTests
    left.nanoseconds += right.nanoseconds
  }
}

/// The questions of a chain, each with its place among their costs.
package enum ChainQuestion: Sendable {
  case ignored
  case category(Int)
  /// What a responder's contract names.
  case contract(Int)
  /// A rule, an event rule, an `otherwise` or an `always`.
  case station(Int)

  /// All that are asked of errors and events, in the order of a file.
  package static func all(of chain: ResponderChain) -> [ChainQuestion] {
    var questions: [ChainQuestion] = []
    if !chain.tables.ignored.isNone { questions.append(.ignored) }
    for index in 0..<chain.tables.categories.count where !chain.tables.categories[index].condition.isNone {
      questions.append(.category(index))
    }
    for index in 0..<chain.tables.responders.count {
      let responder = chain.tables.responders[index]
      if !responder.reports.isNone || !responder.triggers.isNone { questions.append(.contract(index)) }
    }
    return questions + chain.stations.indices.map { .station($0) }
  }

  func place(in tables: borrowing ChainTables) -> Int {
    switch self {
    case .ignored: 0
    case .category(let index): 1 + index
    case .contract(let index): 1 + tables.categories.count + index
    case .station(let index): 1 + tables.categories.count + tables.responders.count + index
    }
  }

  static func count(in tables: borrowing ChainTables) -> Int {
    1 + tables.categories.count + tables.responders.count + tables.stations.count
  }
}
