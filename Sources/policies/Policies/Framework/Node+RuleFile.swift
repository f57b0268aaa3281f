internal import Source

extension Node {
  /// A rule file that says what a policy does. Other systems let no error pass unasked, cancelled work included.
  static func ruleFile(
    named name: String, defaults: [(key: String, value: Node)] = [],
    others: [(key: String, value: Node)] = [], responders: [Node], at place: SourceRange
  ) -> Node {
    let defaults = [("ignore", .text("none", at: place))] + defaults
    let beginning: [(String, Node)] = [
      ("version", .integer(1, at: place)), ("name", .text(name, at: place)),
      ("defaults", .mapping(defaults, at: place)),
    ]
    return .mapping(beginning + others + [("responders", .list(responders, at: place))], at: place)
  }

  /// The origins of a responder for what has this name; none, and reported, if no origin can be called so.
  static func origins(_ name: Node, in diagnostics: inout Diagnostics) -> [Node] {
    guard name.text.contains("*") else { return [name] }
    diagnostics.report(
      .policyLoss("An origin can't have a star in its name: no error begins at these rules.", at: name.range))
    return []
  }
}
