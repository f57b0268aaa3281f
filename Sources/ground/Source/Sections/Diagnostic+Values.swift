extension Diagnostic {
  /// A value of the wrong type: the expected type, and the type found.
  public static func wrongType(_ node: Node, expected: String) -> Diagnostic {
    let slip = MissingSpace.advice(node, expected: expected)
    return Diagnostic("wrong-type", "Expected \(expected), found \(node.kindName).\(slip)", at: node.range)
  }

  /// The same with a sentence that says what to write.
  package static func wrongType(_ node: Node, expected: String, advice: String) -> Diagnostic {
    Diagnostic("wrong-type", "Expected \(expected), found \(node.kindName). \(advice)", at: node.range)
  }

  /// A value that is neither true nor false, with the one that its word stands for elsewhere.
  package static func wrongFlag(_ node: Node) -> Diagnostic {
    let meant: String
    switch node.string?.lowercased() {
    case "true", "yes", "on", "y": meant = "true"
    case "false", "no", "off", "n": meant = "false"
    default: return .wrongType(node, expected: "true or false")
    }
    let quotes = node.style == .plain ? "" : " without quotes"
    return Diagnostic("wrong-type", "“\(node.text)” is a string. Write \(meant)\(quotes).", at: node.range)
  }

  /// A value of the right type that is invalid here.
  public static func wrongValue(_ node: Node, _ message: String) -> Diagnostic {
    Diagnostic("wrong-value", message, at: node.range)
  }

  package init(_ code: String, _ message: String, at range: SourceRange, related: [Related] = []) {
    self.init(code, .error, message, at: range, related: related)
  }
}
