internal import Source

extension Node {
  /// A rule file that says what a policy does. Other systems let no error pass unasked, cancelled work included.
  static func ruleFile(
    named name: String,
    defaults: [(key: String, value: Node)] = [],
    responders: [Node],
    at place: SourceRange
  ) -> Node {
    let defaults = [("ignore", .text("none", at: place))] + defaults
    return .mapping(
      [
        ("version", .integer(1, at: place)), ("name", .text(name, at: place)),
        ("defaults", .mapping(defaults, at: place)), ("responders", .list(responders, at: place)),
      ],
      at: place
    )
  }
}
