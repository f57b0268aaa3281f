internal import Source

extension Diagnostic {
  init(_ code: String, _ message: String, at range: SourceRange, related: [Related] = []) {
    self.init(code, .error, message, at: range, related: related, witness: nil, fix: nil)
  }

  static func noTime(_ range: SourceRange) -> Diagnostic {
    Diagnostic("impossible-time", "This is not a time such as 2026-11-20T08:15:02Z.", at: range)
  }

  static func missing(_ key: String, beside other: String, in node: Node) -> Diagnostic {
    Diagnostic("missing-key", "“\(other)” requires “\(key)” beside it.", at: node.range)
  }
}
