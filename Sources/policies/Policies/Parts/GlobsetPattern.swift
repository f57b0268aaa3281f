/// A glob as the crate globset reads it, with which Sentry compares (`globset/src/glob.rs`).
struct GlobsetPattern {
  private indirect enum Token {
    case literal(Character)
    case any
    case zeroOrMore
    /// `**/` at the start.
    case recursivePrefix
    /// `/**` at the end.
    case recursiveSuffix
    /// `/**/`.
    case recursive
    /// A class as an expression has it, and whether a slash is in it.
    case set(String, hasSlash: Bool)
    case alternates([[Token]])
  }

  private let tokens: [Token]
  private let separates: Bool
  private let isPath: Bool

  /// Nil if it is not a glob: it then equals no text.
  ///
  /// - Parameters:
  ///   - separates: whether `*` and `?` are no `/`.
  ///   - isPath: whether a backslash is a `/`, and not the escape of what follows.
  init?(_ text: String, separates: Bool, isPath: Bool) {
    var parser = Parser(isPath ? text.replacing("\\", with: "/") : text)
    guard let tokens = parser.parse() else { return nil }
    self.tokens = tokens
    self.separates = separates
    self.isPath = isPath
  }

  /// The text that it equals, if it is without wildcards.
  var literal: String? {
    var text = ""
    for token in tokens {
      guard case .literal(let character) = token else { return nil }
      text.append(character)
    }
    return text
  }

  /// An expression in RE2's syntax, which covers the whole text that it is for.
  var expression: String {
    if tokens.count == 1, case .recursivePrefix = tokens[0] { return ".*" }
    return expression(of: tokens)
  }

  /// Expressions for the rest of a matching text behind a slash, any of which may hold. Only for globs that separate.
  var expressionsBehindSlash: [String] { behindSlash(tokens[...]) }

  private func behindSlash(_ tokens: ArraySlice<Token>) -> [String] {
    guard let first = tokens.first else { return [] }
    let rest = tokens.dropFirst()
    let others = expression(of: Array(rest))
    switch first {
    case .literal("/"), .set(_, hasSlash: true): return [others]
    case .literal, .set, .any: return []
    // What follows the slash of a prefix, it matches without one, too.
    case .zeroOrMore, .recursivePrefix: return behindSlash(rest)
    case .recursiveSuffix: return [".*"]
    case .recursive: return ["(?:.*\(separator))?\(others)"]
    case .alternates(let alternates):
      return alternates.filter { !$0.isEmpty }.flatMap { behindSlash(($0 + rest)[...]) }
    }
  }

  private func expression(of tokens: [Token]) -> String { tokens.map { expression(of: $0) }.joined() }

  /// The expression for a separator. A path may have `\` for `/`.
  private var separator: String { isPath ? #"[/\\]"# : "/" }
  private var notSeparator: String { isPath ? #"[^/\\]"# : "[^/]" }

  private func expression(of token: Token) -> String {
    switch token {
    case .literal("/"): separator
    case .literal(let character): character.asPattern
    case .any: separates ? notSeparator : "."
    case .zeroOrMore: separates ? "\(notSeparator)*" : ".*"
    case .recursivePrefix: "(?:\(separator)?|.*\(separator))"
    case .recursiveSuffix: "\(separator).*"
    case .recursive: "(?:\(separator)|\(separator).*\(separator))"
    case .set(let set, _): set
    case .alternates(let alternates):
      // An empty one is none.
      "(?:\(alternates.map { expression(of: $0) }.filter { !$0.isEmpty }.joined(separator: "|")))"
    }
  }

  private struct Parser {
    private let characters: [Character]
    private var next = 0
    private var previous: Character?
    private var current: Character?
    /// The tokens of each open alternate, the innermost last; the first list is the whole glob.
    private var open: [[[Token]]] = [[[]]]

    init(_ text: String) { characters = Array(text) }

    private mutating func bump() -> Character? {
      previous = current
      current = next < characters.count ? characters[next] : nil
      next += 1
      return current
    }

    private var peek: Character? { next < characters.count ? characters[next] : nil }

    private mutating func push(_ token: Token) {
      open[open.count - 1][open[open.count - 1].count - 1].append(token)
    }

    private mutating func pop() -> Token? {
      open[open.count - 1][open[open.count - 1].count - 1].popLast()
    }

    private var hasTokens: Bool { !(open.last?.last?.isEmpty ?? true) }

    mutating func parse() -> [Token]? {
      while let character = bump() {
        switch character {
        case "?": push(.any)
        case "*": parseStar()
        case "[":
          guard parseClass() else { return nil }
        case "{": open.append([[]])
        case "}":
          guard open.count > 1, let alternates = open.popLast() else { return nil }
          push(.alternates(alternates))
        case "," where open.count > 1: open[open.count - 1].append([])
        case "\\":
          guard let escaped = bump() else { return nil }
          push(.literal(escaped))
        default: push(.literal(character))
        }
      }
      return open.count == 1 ? open[0][0] : nil
    }

    private mutating func parseStar() {
      let before = previous
      guard peek == "*" else { return push(.zeroOrMore) }
      _ = bump()
      let isWhole = peek == nil || peek == "/"
      guard hasTokens else {
        guard isWhole else { return pushTwo() }
        push(.recursivePrefix)
        _ = bump()
        return
      }
      if before != "/", open.count <= 1 || before != "," && before != "{" { return pushTwo() }
      let isSuffix: Bool
      switch peek {
      case nil, ",", "}":
        guard peek == nil || open.count >= 2 else { return pushTwo() }
        isSuffix = true
        if peek == nil { _ = bump() }
      case "/":
        isSuffix = false
        _ = bump()
      default: return pushTwo()
      }
      switch pop() {
      case .recursivePrefix: push(.recursivePrefix)
      case .recursiveSuffix: push(.recursiveSuffix)
      default: push(isSuffix ? .recursiveSuffix : .recursive)
      }
    }

    private mutating func pushTwo() {
      push(.zeroOrMore)
      push(.zeroOrMore)
    }

    /// False if the class does not end, or a range in it goes backwards.
    private mutating func parseClass() -> Bool {
      var ranges: [(first: Character, last: Character)] = []
      var isNegated = false
      if peek == "!" || peek == "^" {
        _ = bump()
        isNegated = true
      }
      var isFirst = true
      var inRange = false
      while true {
        guard let character = bump() else { return false }
        if character == "]", !isFirst { break }
        if character == "-" {
          if isFirst {
            ranges.append(("-", "-"))
          } else if inRange {
            guard extend(&ranges, to: "-") else { return false }
            inRange = false
          } else {
            inRange = true
          }
        } else if inRange {
          guard extend(&ranges, to: character) else { return false }
          inRange = false
        } else {
          ranges.append((character, character))
        }
        isFirst = false
      }
      if inRange { ranges.append(("-", "-")) }
      let members = ranges.map { $0 == $1 ? $0.asPattern : "\($0.asPattern)-\($1.asPattern)" }
      let hasSlash = ranges.contains { $0 <= "/" && "/" <= $1 } != isNegated
      push(.set("[\(isNegated ? "^" : "")\(members.joined())]", hasSlash: hasSlash))
      return true
    }

    private func extend(_ ranges: inout [(first: Character, last: Character)], to last: Character) -> Bool {
      guard let range = ranges.popLast(), range.first <= last else { return false }
      ranges.append((range.first, last))
      return true
    }
  }
}

extension Character {
  /// An expression that matches this character only, in a class, too.
  fileprivate var asPattern: String { "\\.+*?()|[]{}^$-&~".contains(self) ? "\\\(self)" : "\(self)" }
}
