internal import Replay

/// An expression of `--fail-on`, the condition for a failing run of `diff`.
///
///     expression = conjunction { "or" conjunction }
///     conjunction = negation { "and" negation }
///     negation   = "not" negation | "(" expression ")" | comparison
///     comparison = figure [ ( ">" | ">=" | "<" | "<=" | "=" | "!=" ) number [ "%" ] ]
///     figure     = outcome "->" outcome | word
///     outcome    = "any" | "proceed" | "retry" | "cancel" | "abort" | "unhandled" | "event" |
///     "unhandledEvent"
///
/// A figure alone means more than 0. A percentage is of all records. `any` stands for every outcome, but
/// `any->abort` and `abort->any` do not count unchanged outcomes.
package struct GateExpression: Sendable {
  indirect enum Node: Sendable {
    case comparison(Figure, Operator, Double, isShare: Bool)
    case not(Node)
    case and(Node, Node)
    case or(Node, Node)
  }

  enum Figure: Sendable {
    /// Nil stands for any outcome.
    case cell(OutcomeKind?, OutcomeKind?)
    case word(String)
  }

  enum Operator: String, Sendable, CaseIterable {
    case atLeast = ">=", atMost = "<=", different = "!=", more = ">", less = "<", same = "="
  }

  package let text: String
  let root: Node
  package let needsStream: Bool
  /// Whether it uses a figure of the comparison of the rules.
  package let needsProof: Bool

  /// Parses an expression.
  ///
  /// - Throws: ``GateFault`` with the position of the first error.
  package init(_ text: String) throws(GateFault) {
    var parser = GateParser(text)
    root = try parser.parse()
    self.text = text
    needsStream = parser.figures.contains { figure in
      if case .word(let word) = figure { !GateFigures.withoutStream.contains(word) } else { true }
    }
    needsProof = parser.figures.contains { figure in
      if case .word(let word) = figure { GateFigures.withoutStream.contains(word) } else { false }
    }
  }

  /// Whether it holds, so that the run fails.
  package func holds(for figures: GateFigures) -> Bool { Self.holds(root, figures) }

  private static func holds(_ node: Node, _ figures: GateFigures) -> Bool {
    switch node {
    case .not(let inner): return !holds(inner, figures)
    case .and(let left, let right): return holds(left, figures) && holds(right, figures)
    case .or(let left, let right): return holds(left, figures) || holds(right, figures)
    case .comparison(let figure, let comparison, let bound, let isShare):
      var value = Double(self.value(figure, figures))
      if isShare {
        let total = figures.named["total"] ?? 0
        value = total == 0 ? 0 : value * 100 / Double(total)
      }
      switch comparison {
      case .atLeast: return value >= bound
      case .atMost: return value <= bound
      case .different: return value != bound
      case .more: return value > bound
      case .less: return value < bound
      case .same: return value == bound
      }
    }
  }

  private static func value(_ figure: Figure, _ figures: GateFigures) -> Int {
    switch figure {
    case .word(let word): return figures.named[word] ?? 0
    case .cell(let old?, let new?): return figures.matrix[old, new]
    case .cell(let old, let new):
      var sum = 0
      for before in OutcomeKind.allCases where old == nil || old == before {
        for after in OutcomeKind.allCases where (new == nil || new == after) && before != after {
          sum += figures.matrix[before, after]
        }
      }
      return sum
    }
  }
}

package struct GateFault: Error, Sendable {
  package let message: String
  /// The column from 1, in Unicode scalars.
  package let column: Int
}
