internal import Counting

/// An expression of `--fail-on`, the condition for a failing run.
///
///     expression = conjunction { ( "or" | "||" ) conjunction }
///     conjunction = negation { ( "and" | "&&" ) negation }
///     negation   = ( "not" | "!" ) negation | "(" expression ")" | comparison
///     comparison = figure [ ( ">" | ">=" | "<" | "<=" | "=" | "!=" ) number [ "%" ] ]
///     figure     = word [ "(" name ")" ] | outcome "->" outcome | word "per" field [ "per" span ]
///                | word "after" "granted"
///
/// A figure alone means more than 0. The command says which figures there are, and what a percentage of each
/// is of.
package struct GateExpression: Sendable {
  indirect enum Node: Sendable {
    case comparison(Comparison)
    case not(Node)
    case and(Node, Node)
    case or(Node, Node)
  }

  struct Comparison: Sendable {
    let figure: GateFigure
    let comparison: Operator
    let bound: Double
    let isShare: Bool
  }

  enum Operator: String, Sendable, CaseIterable {
    case atLeast = ">=", atMost = "<=", different = "!=", more = ">", less = "<", same = "="
  }

  package let text: String
  /// `file:line:column` of the configuration that has it; nil for an option.
  package var place: String?
  package let figures: [GateFigure]
  let root: Node

  /// - Throws: ``GateFault`` at the first error.
  package init(_ text: String, _ vocabulary: GateVocabulary) throws(GateFault) {
    var parser = GateParser(text, vocabulary)
    root = try parser.parse()
    figures = parser.figures
    self.text = text
  }

  /// Whether figures of it are counted only on request.
  package var isCountedApart: Bool { followsOperations || figures.contains { $0.field != nil } }

  /// Whether operations are followed for it.
  package var followsOperations: Bool { figures.contains { $0.followsOperations } }

  /// The fields whose values are counted for gates, in the order of their figures.
  fileprivate static func fields(of gates: [GateExpression]) -> [GroupField] {
    var known: Set<String> = []
    return gates.flatMap { $0.figures }.compactMap { $0.field }.filter {
      known.insert("\($0.name) \($0.span?.rawValue ?? "")").inserted
    }
  }

  /// A figure without a value is 0.
  package func result(_ values: [GateFigure: GateValue]) -> GateResult {
    let holds = Self.holds(root, values)
    var parts: [GateResult.Part] = []
    Self.collect(root, holds, values, &parts)
    return GateResult(expression: text, place: place, fails: holds, parts: parts)
  }

  private static func value(_ figure: GateFigure, _ values: [GateFigure: GateValue]) -> GateValue {
    values[figure] ?? GateValue(0, of: 0, "")
  }

  private static func holds(_ node: Node, _ values: [GateFigure: GateValue]) -> Bool {
    switch node {
    case .not(let inner): return !holds(inner, values)
    case .and(let left, let right): return holds(left, values) && holds(right, values)
    case .or(let left, let right): return holds(left, values) || holds(right, values)
    case .comparison(let leaf):
      let value = value(leaf.figure, values)
      let number = leaf.isShare ? value.percent : Double(value.count)
      switch leaf.comparison {
      case .atLeast: return number >= leaf.bound
      case .atMost: return number <= leaf.bound
      case .different: return number != leaf.bound
      case .more: return number > leaf.bound
      case .less: return number < leaf.bound
      case .same: return number == leaf.bound
      }
    }
  }

  /// The comparisons that make a node true or false.
  private static func collect(
    _ node: Node, _ isTrue: Bool, _ values: [GateFigure: GateValue], _ parts: inout [GateResult.Part]
  ) {
    switch node {
    case .not(let inner): collect(inner, !isTrue, values, &parts)
    case .and(let left, let right), .or(let left, let right):
      for side in [left, right] where holds(side, values) == isTrue { collect(side, isTrue, values, &parts) }
    case .comparison(let leaf):
      let part = GateResult.Part(
        figure: leaf.figure.text, value: value(leaf.figure, values), isShare: leaf.isShare)
      if !parts.contains(part) { parts.append(part) }
    }
  }
}

extension ReplayOptions {
  /// Counts what these gates need beside what every summary has.
  package mutating func count(for gates: [GateExpression]) {
    counting.gateFields = GateExpression.fields(of: gates)
    guard load == nil, gates.contains(where: { $0.followsOperations }) else { return }
    load = LoadOptions()
    load?.isReported = false
  }
}

package struct GateFault: Error, Sendable {
  package let message: String
  /// The column from 1, in Unicode scalars.
  package let column: Int
}
