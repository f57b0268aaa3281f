internal import Replay
internal import RuleEngine

/// A recursive descent parser of `--fail-on` expressions.
struct GateParser {
  private struct Token {
    let text: String
    let column: Int
  }

  private var tokens: [Token] = []
  private var next = 0
  private var depth = 0
  private let end: Int
  private let strange: Token?
  private(set) var figures: [GateExpression.Figure] = []
  private static let deepest = 100

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    var strange: Token?
    var index = 0
    while index < scalars.count {
      let column = index + 1
      let scalar = scalars[index]
      let pair = index + 1 < scalars.count ? "\(scalar)\(scalars[index + 1])" : ""
      if scalar == " " || scalar == "\t" || scalar == "\n" {
        index += 1
      } else if ["->", ">=", "<=", "!=", "=="].contains(pair) {
        tokens.append(Token(text: pair, column: column))
        index += 2
      } else if "()<>=%".unicodeScalars.contains(scalar) {
        tokens.append(Token(text: "\(scalar)", column: column))
        index += 1
      } else if Self.isWord(scalar) {
        var word = ""
        while index < scalars.count, Self.isWord(scalars[index]) {
          word.unicodeScalars.append(scalars[index])
          index += 1
        }
        tokens.append(Token(text: word, column: column))
      } else {
        strange = Token(text: "\(scalar)", column: column)
        break
      }
    }
    self.strange = strange
    end = scalars.count + 1
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_": true
    default: false
    }
  }

  mutating func parse() throws(GateFault) -> GateExpression.Node {
    if let strange {
      throw GateFault(message: "“\(strange.text)” has no meaning here.", column: strange.column)
    }
    let root = try disjunction()
    if let token = peek {
      throw GateFault(message: "Write “and” or “or” before “\(token.text)”.", column: token.column)
    }
    return root
  }

  private var peek: Token? { next < tokens.count ? tokens[next] : nil }

  private mutating func takes(_ text: String) -> Bool {
    guard peek?.text == text else { return false }
    next += 1
    return true
  }

  private mutating func disjunction() throws(GateFault) -> GateExpression.Node {
    var left = try conjunction()
    while takes("or") { left = .or(left, try conjunction()) }
    return left
  }

  private mutating func conjunction() throws(GateFault) -> GateExpression.Node {
    var left = try negation()
    while takes("and") { left = .and(left, try negation()) }
    return left
  }

  private mutating func negation() throws(GateFault) -> GateExpression.Node {
    depth += 1
    defer { depth -= 1 }
    let column = peek?.column ?? end
    guard depth <= Self.deepest else {
      throw GateFault(message: "This expression is nested too deeply.", column: column)
    }
    if takes("not") { return .not(try negation()) }
    if takes("(") {
      let inner = try disjunction()
      guard takes(")") else {
        throw GateFault(
          message: "A “)” is missing for the “(” at column \(column).",
          column: peek?.column ?? end
        )
      }
      return inner
    }
    return try comparison()
  }

  private mutating func comparison() throws(GateFault) -> GateExpression.Node {
    let figure = try figure()
    figures.append(figure)
    guard let token = peek, let comparison = Self.comparison(token.text) else {
      return .comparison(figure, .more, 0, isShare: false)
    }
    next += 1
    guard let number = peek, let value = Self.number(number.text) else {
      throw GateFault(message: "Write a number after “\(token.text)”.", column: peek?.column ?? end)
    }
    next += 1
    let isShare = takes("%")
    return .comparison(figure, comparison, value, isShare: isShare)
  }

  private static func comparison(_ text: String) -> GateExpression.Operator? {
    text == "==" ? .same : GateExpression.Operator(rawValue: text)
  }

  /// Digits with an optional point, without sign or exponent.
  private static func number(_ text: String) -> Double? {
    guard text.first?.isNumber == true, text.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
    return Double(text)
  }

  private mutating func figure() throws(GateFault) -> GateExpression.Figure {
    guard let token = peek else {
      throw GateFault(message: "Write an outcome or a figure here, such as “retry->abort”.", column: end)
    }
    next += 1
    guard takes("->") else {
      guard GateFigures.words.contains(token.text) else { throw Self.unknown(token) }
      return .word(token.text)
    }
    let old = try ending(token)
    guard let target = peek else {
      throw GateFault(message: "Write an outcome after “->”.", column: end)
    }
    next += 1
    return .cell(old, try ending(target))
  }

  /// Nil stands for `any`.
  private func ending(_ token: Token) throws(GateFault) -> OutcomeKind? {
    if token.text == "any" { return nil }
    guard let ending = OutcomeKind.allCases.first(where: { $0.name == token.text }) else {
      let names = OutcomeKind.allCases.map { $0.name } + ["any"]
      let question = Suggestion.question(for: token.text, among: names)
      throw GateFault(message: "There is no outcome “\(token.text)”.\(question)", column: token.column)
    }
    return ending
  }

  private static func unknown(_ token: Token) -> GateFault {
    let outcomes = OutcomeKind.allCases.map { $0.name } + ["any"]
    if outcomes.contains(token.text) {
      return GateFault(
        message: "Write “->” and an outcome after “\(token.text)”, such as “\(token.text)->abort”.",
        column: token.column
      )
    }
    let question = Suggestion.question(for: token.text, among: GateFigures.words)
    let advice =
      question.isEmpty ? " The figures are \(GateFigures.words.joined(separator: ", "))." : question
    return GateFault(message: "There is no figure “\(token.text)”.\(advice)", column: token.column)
  }
}
