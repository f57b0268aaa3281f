package import Checks

/// The names of a rule set as Swift source: an enumeration a kind of name, so that a typo does not compile.
package struct SwiftConstants: Sendable {
  /// Who may use them.
  package enum Access: String, Sendable, CaseIterable {
    case `public`, package, `internal`
  }

  /// Two names that would be one identifier.
  package struct Collision: Error {
    package let kind: String
    package let names: [String]
    package let identifier: String
  }

  /// The rule file's name, as the source states it.
  private let file: String
  private let enumeration: String
  private let access: Access

  /// - Parameters:
  ///   - file: the rule file's name.
  ///   - enumeration: what encloses the constants; nil for the rule set's name, or else the file's, with `Rules` behind it.
  ///   - access: who may use them.
  package init(file: String, enumeration: String, access: Access = .internal) {
    self.file = file
    self.enumeration = enumeration
    self.access = access
  }

  /// The enumeration's name where none is given: `ShopRules` of the rule set `shop`, `PaymentRules` of `payment.rules.yaml`.
  package static func enumeration(ruleSet: String?, file: String) -> String {
    let last = file.split(separator: "/").last.map { String($0) } ?? file
    let name = ruleSet ?? String(last.prefix { $0 != "." })
    let words = SwiftName.upperCamel(name) ?? ""
    return words.hasSuffix("Rules") ? words : words + "Rules"
  }

  /// Whether `text` can name the enumeration.
  package static func isIdentifier(_ text: String) -> Bool {
    SwiftName.upperCamel(text) == text && SwiftName.declared(text) == text
  }

  /// The source.
  ///
  /// - Throws: ``Collision``.
  package func source(_ names: NamesInUse) throws(Collision) -> String {
    var lines = [
      "// Made by `errctl constants` of \(oneLine(file)). Changes are lost.",
      "",
      "\(modifier)enum \(enumeration) {",
    ]
    try add("Responder", "The responders, by id.", names.responders.map { ($0, $0) }, to: &lines)
    try add(
      "Rule",
      "The rules that have an id, as resolutions name them: responder/rule.",
      names.rules.map { ("\($0.responder) \($0.rule)", "\($0.responder)/\($0.rule)") },
      to: &lines
    )
    try add("Category", "The categories.", names.categories.map { ($0, $0) }, to: &lines)
    try add("Action", "What `perform` asks the app for.", names.performances.map { ($0, $0) }, to: &lines)
    try add("Event", "The events that rules emit or handle.", names.events.map { ($0, $0) }, to: &lines)
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The names that Swift has no identifier for, each with its kind: they have no letter and no digit, and are left out.
  package static func unnameable(_ names: NamesInUse) -> [(kind: String, name: String)] {
    [
      ("responder", names.responders), ("category", names.categories), ("action", names.performances),
      ("event", names.events),
    ].flatMap { kind, names in
      names.filter { SwiftName.lowerCamel($0) == nil }.map { (kind: kind, name: $0) }
    }
  }

  private var modifier: String { access == .internal ? "" : "\(access.rawValue) " }

  private func add(
    _ kind: String,
    _ summary: String,
    _ names: [(words: String, value: String)],
    to lines: inout [String]
  ) throws(Collision) {
    var taken: [String: String] = [:]
    var cases: [String] = []
    for (words, value) in names {
      guard let identifier = SwiftName.lowerCamel(words) else { continue }
      if let other = taken.updateValue(value, forKey: identifier) {
        throw Collision(kind: kind.lowercased(), names: [other, value], identifier: identifier)
      }
      let declared = SwiftName.declared(identifier)
      cases.append("    case \(declared)\(identifier == value ? "" : " = \(Self.literal(value))")")
    }
    guard !cases.isEmpty else { return }
    if lines.last != "\(modifier)enum \(enumeration) {" { lines.append("") }
    lines.append("  /// \(summary)")
    lines.append("  \(modifier)enum \(kind): String, CaseIterable, Sendable {")
    lines += cases
    lines.append("  }")
  }

  /// A text as Swift writes it.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case _
      where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.properties.isBidiControl
        || scalar.value == 0x2028 || scalar.value == 0x2029:
        literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  private func oneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}
