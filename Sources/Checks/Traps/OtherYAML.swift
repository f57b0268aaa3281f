internal import RuleEngine

/// `other-yaml`: a bare scalar that YAML 1.1 readers take for something else.
struct OtherYAML: Check {
  let page = CheckPage(
    "other-yaml",
    .traps,
    .note,
    summary: "A bare value that readers of YAML 1.1 take for something else.",
    meaning: """
      Rule files are YAML 1.2: No, on and off are texts, and 010 is ten. Readers of YAML 1.1 (PyYAML, Ruby, many \
      editors and formatters) read booleans, eight, and from 1:30 ninety; what they write back is another rule file. \
      Button titles and codes are where it happens.
      """,
    advice: "Write texts in quotes, and numbers without zeros in front.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: ask
              do: [ { present: { title: Again?, buttons: [ { title: No, then: cancel }, { title: Sure, then: retry } ] } } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: ask
              do: [ { present: { title: Again?, buttons: [ { title: "No", then: cancel }, { title: Sure, then: retry } ] } } ]

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for root in rules.program.roots where !root.range.file.name.hasSuffix(".json") { look(root, &findings) }
  }

  private func look(_ node: Node, _ findings: inout Findings) {
    switch node.content {
    case .sequence(let elements): for element in elements { look(element, &findings) }
    case .mapping(let members):
      for member in members {
        if let meaning = Self.meaning(of: member.keyRange.text, isText: true) {
          report(member.key, member.keyRange, meaning, &findings)
        }
        // The day a suppression ends is nobody else's to read.
        if member.key != "suppress" { look(member.value, &findings) }
      }
    case .string(let text):
      guard node.style == .plain, let meaning = Self.meaning(of: text, isText: true) else { return }
      report(text, node.range, meaning, &findings)
    case .integer(let number):
      guard let meaning = Self.meaning(of: node.text, isText: false) else { return }
      findings.report(
        "\(node.text) is \(number) here, and \(meaning) to a reader of YAML 1.1. Write \(number).",
        at: node.range,
        fix: Patch(node.range, "\(number)")
      )
    case .decimal:
      guard Self.isTextElsewhere(node.text) else { return }
      findings.report(
        "\(node.text) is a number here, and a text to a reader of YAML 1.1. Write it without an exponent.",
        at: node.range
      )
    case .null, .bool: return
    }
  }

  /// Whether a decimal of YAML 1.2 is none of 1.1, which wants a point, and a sign in the exponent.
  private static func isTextElsewhere(_ text: String) -> Bool {
    let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    return !parts[0].contains(".") || !(parts[1].hasPrefix("+") || parts[1].hasPrefix("-"))
  }

  private func report(_ text: String, _ range: SourceRange, _ meaning: String, _ findings: inout Findings) {
    // An alias repeats what is looked at where it stands.
    guard range.text == text else { return }
    findings.report(
      "“\(text)” is a text here, and \(meaning) to a reader of YAML 1.1. Write it in quotes.",
      at: range,
      fix: Patch(range, text.json)
    )
  }

  private static let booleans: Set<String> = ["y", "n", "yes", "no", "on", "off"]

  /// What YAML 1.1 reads (its types bool, int, float and timestamp), where that is something else.
  static func meaning(of text: String, isText: Bool) -> String? {
    if isText, booleans.contains(text.lowercased()),
      [text.lowercased(), text.uppercased(), capital(text)].contains(text)
    {
      return "a boolean"
    }
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard let first = digits.utf8.first, (0x30...0x39).contains(first) else { return nil }
    let bytes = Array(digits.utf8)
    if !isText {
      if digits.hasPrefix("0o") { return "a text" }
      let isOctal = bytes.count > 1 && first == 0x30 && bytes.allSatisfy { (0x30...0x37).contains($0) }
      return isOctal ? Int64(String(digits), radix: 8).map { "\($0)" } : nil
    }
    let fields = digits.split(separator: ":", omittingEmptySubsequences: false)
    let isSexagesimal =
      fields.count > 1
      && fields.dropFirst().allSatisfy { $0.count <= 2 && (Int($0).map { $0 < 60 } ?? false) }
      && fields[0].allSatisfy { ("0"..."9").contains($0) }
    if isSexagesimal { return "the number \(fields.reduce(0) { $0 * 60 + (Int($1) ?? 0) })" }
    if bytes.contains(UInt8(ascii: "_")),
      bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") })
    {
      return "a number"
    }
    if digits.hasPrefix("0b"), digits.count > 2, digits.dropFirst(2).allSatisfy({ "01_".contains($0) }) {
      return "a number"
    }
    guard digits.count == text.count, CalendarDay(digits.prefix(10)) != nil else { return nil }
    let rest = digits.dropFirst(10)
    if rest.isEmpty { return "a date" }
    // A time behind it, as in 2026-11-20T08:15:02Z.
    let isTime = rest.first.map { "Tt ".contains($0) } ?? false
    return isTime && rest.drop { "Tt ".contains($0) }.prefix(8).filter { $0 == ":" }.count == 2
      ? "a time" : nil
  }

  private static func capital(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst().lowercased()
  }
}
