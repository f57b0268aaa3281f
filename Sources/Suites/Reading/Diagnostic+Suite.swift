internal import RuleEngine

extension Diagnostic {
  /// An error of a suite.
  init(_ code: String, _ message: String, at range: SourceRange, related: [Related] = []) {
    self.init(code, .error, message, at: range, related: related, witness: nil, fix: nil)
  }

  /// A text that is no moment.
  static func noTime(_ range: SourceRange) -> Diagnostic {
    Diagnostic("impossible-time", "This is no time, such as 2026-11-20T08:15:02Z.", at: range)
  }

  /// A key that another one asks for.
  static func missing(_ key: String, beside other: String, in node: Node) -> Diagnostic {
    Diagnostic("missing-key", "“\(other)” asks for “\(key)” beside it.", at: node.range)
  }
}
