internal import Counting
internal import Source

/// Recursive descent.
struct GateParser {
  private typealias Token = GateTokens.Token

  private let tokens: [Token]
  private let strange: Token?
  private let end: Int
  private let vocabulary: GateVocabulary
  private var next = 0
  private var depth = 0
  private(set) var figures: [GateFigure] = []
  private static let deepest = 100

  init(_ text: String, _ vocabulary: GateVocabulary) {
    let read = GateTokens(text) { vocabulary.named[$0] != nil }
    (tokens, strange, end) = (read.tokens, read.strange, read.end)
    self.vocabulary = vocabulary
  }

  mutating func parse() throws(GateFault) -> GateExpression.Node {
    if let strange {
      throw GateFault(message: "“\(strange.text)” has no meaning here.", column: strange.column)
    }
    let root = try disjunction()
    if let token = peek {
      let words = ["and", "or", "per", "after"].filter { $0 != token.text }
      let question = Suggestion.question(for: token.text, among: words)
      throw GateFault(message: "Write “and” or “or” before “\(token.text)”.\(question)", column: token.column)
    }
    return root
  }

  private var peek: Token? { next < tokens.count ? tokens[next] : nil }

  private mutating func takes(_ texts: String...) -> Bool {
    guard let token = peek, !token.isName, texts.contains(token.text) else { return false }
    next += 1
    return true
  }

  private mutating func disjunction() throws(GateFault) -> GateExpression.Node {
    var left = try conjunction()
    while takes("or", "||") { left = .or(left, try conjunction()) }
    return left
  }

  private mutating func conjunction() throws(GateFault) -> GateExpression.Node {
    var left = try negation()
    while takes("and", "&&") { left = .and(left, try negation()) }
    return left
  }

  private mutating func negation() throws(GateFault) -> GateExpression.Node {
    depth += 1
    defer { depth -= 1 }
    let column = peek?.column ?? end
    guard depth <= Self.deepest else {
      throw GateFault(message: "This expression is nested too deeply.", column: column)
    }
    if takes("not", "!") { return .not(try negation()) }
    if takes("(") {
      let inner = try disjunction()
      try close(openedAt: column)
      return inner
    }
    return try comparison()
  }

  private mutating func close(openedAt column: Int) throws(GateFault) {
    guard takes(")") else {
      throw GateFault(
        message: "A “)” is missing for the “(” at column \(column).", column: peek?.column ?? end)
    }
  }

  private mutating func comparison() throws(GateFault) -> GateExpression.Node {
    let figure = try figure()
    figures.append(figure)
    guard let token = peek, let comparison = Self.comparison(token.text) else {
      return .comparison(.init(figure: figure, comparison: .more, bound: 0, isShare: false))
    }
    next += 1
    guard let number = peek, let value = Self.number(number.text) else {
      throw GateFault(message: "Write a number after “\(token.text)”.", column: peek?.column ?? end)
    }
    next += 1
    let isShare = takes("%")
    return .comparison(.init(figure: figure, comparison: comparison, bound: value, isShare: isShare))
  }

  private static func comparison(_ text: String) -> GateExpression.Operator? {
    text == "==" ? .same : GateExpression.Operator(rawValue: text)
  }

  /// Digits with an optional point, without sign or exponent.
  private static func number(_ text: String) -> Double? {
    guard text.first?.isNumber == true, text.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
    return Double(text)
  }

  private mutating func figure() throws(GateFault) -> GateFigure {
    guard let token = peek else {
      throw GateFault(
        message: "Write an outcome or a figure here, such as “\(vocabulary.example)”.", column: end)
    }
    next += 1
    if let arrow = peek, takes("->") {
      guard !vocabulary.outcomes.isEmpty else {
        throw GateFault(
          message: "Only errctl diff of two rule files compares outcomes with “->”.", column: arrow.column)
      }
      let old = try outcome(token)
      guard let target = peek else {
        throw GateFault(message: "Write an outcome after “->”.", column: end)
      }
      next += 1
      return .change(old, try outcome(target))
    }
    if let per = peek, takes("per") { return try most(token, per) }
    if let after = peek, takes("after") { return try ending(token, after) }
    if let names = vocabulary.named[token.text], let open = peek, takes("(") {
      return .named(token.text, try name(names, openedAt: open.column))
    }
    guard vocabulary.words.contains(token.text) else { throw unknown(token) }
    return .word(token.text)
  }

  private mutating func name(_ names: GateVocabulary.Names, openedAt column: Int) throws(GateFault) -> String
  {
    guard let token = peek, token.isName, !token.text.isEmpty else {
      throw GateFault(message: "Write the name of a \(names.noun) after “(”.", column: peek?.column ?? end)
    }
    next += 1
    try close(openedAt: column)
    guard names.names.contains(token.text) else {
      let question = Suggestion.question(for: token.text, among: names.names)
      throw GateFault(message: "There is no \(names.noun) “\(token.text)”.\(question)", column: token.column)
    }
    return token.text
  }

  private mutating func most(_ word: Token, _ per: Token) throws(GateFault) -> GateFigure {
    try word.isOne(of: vocabulary.counted, before: per)
    let field = try counted()
    guard GroupField(field.text) != nil else {
      throw GateFault(
        message: "There is no field “\(field.text)”.\(GroupField.advice(field.text))", column: field.column)
    }
    guard takes("per") else { return .most(word.text, per: field.text, span: nil) }
    let span = try counted()
    guard let known = GroupField.Span(rawValue: span.text) else {
      let names = GroupField.Span.allCases.map { $0.rawValue }
      let question = Suggestion.question(for: span.text, among: names)
      let advice = question.isEmpty ? " Write one of \(names.joined(separator: ", "))." : question
      throw GateFault(message: "“\(span.text)” is not a span of time.\(advice)", column: span.column)
    }
    return .most(word.text, per: field.text, span: known)
  }

  /// The name behind “per”.
  private mutating func counted() throws(GateFault) -> Token {
    guard let token = peek, token.isName, !token.text.isEmpty else {
      throw GateFault(
        message: "Write a field after “per”, such as attributes.host, or a span of time after a field.",
        column: peek?.column ?? end)
    }
    next += 1
    return token
  }

  private mutating func ending(_ word: Token, _ after: Token) throws(GateFault) -> GateFigure {
    try word.isOne(of: vocabulary.endings, before: after)
    guard takes("granted") else {
      throw GateFault(message: "Write “granted” after “after”.", column: peek?.column ?? end)
    }
    return .after(word.text)
  }

  private func outcome(_ token: Token) throws(GateFault) -> String {
    guard vocabulary.outcomes.contains(token.text) else {
      let question = Suggestion.question(for: token.text, among: vocabulary.outcomes)
      throw GateFault(message: "There is no outcome “\(token.text)”.\(question)", column: token.column)
    }
    return token.text
  }

  private func unknown(_ token: Token) -> GateFault {
    if vocabulary.outcomes.contains(token.text) {
      return GateFault(
        message: "Write “->” and an outcome after “\(token.text)”, such as “\(token.text)->abort”.",
        column: token.column)
    }
    if let names = vocabulary.named[token.text] {
      return GateFault(
        message: "Write the name of a \(names.noun) after “\(token.text)”, such as “\(token.text)(NAME)”.",
        column: token.column)
    }
    let all = vocabulary.words + vocabulary.named.keys.sorted().filter { !vocabulary.words.contains($0) }
    let question = Suggestion.question(for: token.text, among: all)
    var relations: [String] = []
    if let outcome = vocabulary.outcomes.first {
      relations.append("of two outcomes, such as “\(outcome)->\(vocabulary.outcomes.last ?? outcome)”")
    }
    if let word = vocabulary.counted.first {
      relations.append("of a field's values, such as “\(word) per status”")
    }
    if let word = vocabulary.endings.first {
      relations.append("of operations, such as “\(word) after granted”")
    }
    let further = relations.isEmpty ? "" : " There are figures \(relations.joined(separator: ", and "))."
    let advice = question.isEmpty ? " The figures are \(all.joined(separator: ", ")).\(further)" : question
    return GateFault(message: "There is no figure “\(token.text)”.\(advice)", column: token.column)
  }
}

extension GateTokens.Token {
  fileprivate func isOne(of words: [String], before relation: Self) throws(GateFault) {
    guard !words.isEmpty else {
      throw GateFault(
        message: "Only a replay, and errctl diff of two rule files, count with “\(relation.text)”.",
        column: relation.column)
    }
    guard words.contains(text) else {
      let question = Suggestion.question(for: text, among: words)
      throw GateFault(
        message:
          "“\(relation.text)” follows one of \(words.joined(separator: ", ")), not “\(text)”.\(question)",
        column: column)
    }
  }
}
