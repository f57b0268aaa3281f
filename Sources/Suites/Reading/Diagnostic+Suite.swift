internal import RuleEngine

extension Diagnostic {
  /// An error of a suite.
  init(_ code: String, _ message: String, at range: SourceRange, related: [Related] = []) {
    self.init(code, .error, message, at: range, related: related, witness: nil, fix: nil)
  }

  /// A key that another one asks for.
  static func missing(_ key: String, beside other: String, in node: Node) -> Diagnostic {
    Diagnostic("missing-key", "“\(other)” asks for “\(key)” beside it.", at: node.range)
  }
}
