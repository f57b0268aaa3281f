internal import Source
internal import Edits

struct SlashedPattern: Check {
  let page = CheckPage(
    "slashed-pattern",
    .traps,
    .warning,
    summary: "A pattern is written between slashes.",
    meaning: """
      In JavaScript, Perl and Ruby, slashes enclose a pattern. Here they are ordinary characters: /timeout/i matches \
      only texts that contain /timeout/i. In texts that may be paths, only a pattern with a flag after its last \
      slash is reported.
      """,
    advice: "Write { matches: timeout }. Instead of the flag i, write ignoreCase: true beside it.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: sync, when: { operation: { matches: "/sync/i" } }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: sync, when: { operation: { matches: sync, ignoreCase: true } }, then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachMatcher { mapping in
      for member in mapping.members {
        let isProse = ["message", "reason", "suggestion"].contains(member.key)
        let values =
          ["attributes", "problem"].contains(member.key)
          ? (member.value.members ?? []).map { $0.value } : [member.value]
        for value in values {
          guard let pattern = value["matches"] ?? (isProse && value.members == nil ? value : nil) else {
            continue
          }
          for node in rules.program.values(of: pattern) {
            guard let (inner, flags) = Self.parts(node.string, isProse: isProse) else { continue }
            let text = ScalarText(isInFlow: true).text(of: inner)
            let fold = flags.contains("i") ? ", ignoreCase: true" : ""
            findings.report(
              "The slashes of “\(node.text)” are compared like other characters. Write { matches: \(text)\(fold) }.",
              at: node.range)
          }
        }
      }
    }
  }

  /// The text between slashes and the flags after them; nil for any other text, or a probable path.
  static func parts(_ text: String?, isProse: Bool) -> (inner: String, flags: Substring)? {
    guard let text, text.hasPrefix("/"), let end = text.lastIndex(of: "/") else { return nil }
    let inner = text[..<end].dropFirst()
    let flags = text[text.index(after: end)...]
    guard !inner.isEmpty, !inner.contains("/"), flags.allSatisfy({ "gimsu".contains($0) }), flags.count <= 3,
      isProse || (flags.contains("i") && flags.count <= 2)
    else { return nil }
    return (String(inner), flags)
  }
}
