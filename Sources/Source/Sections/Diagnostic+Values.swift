extension Diagnostic {
  /// A value of the wrong type: the expected type, and the type found.
  public static func wrongType(_ node: Node, expected: String) -> Diagnostic {
    let slip = MissingSpace.advice(node, expected: expected)
    return Diagnostic("wrong-type", "Expected \(expected), found \(node.kindName).\(slip)", at: node.range)
  }

  /// A value of the right type that is invalid here.
  public static func wrongValue(_ node: Node, _ message: String) -> Diagnostic {
    Diagnostic("wrong-value", message, at: node.range)
  }

  package init(_ code: String, _ message: String, at range: SourceRange, related: [Related] = []) {
    self.init(code, .error, message, at: range, related: related)
  }
}
