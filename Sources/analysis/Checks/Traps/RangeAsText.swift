internal import RuleLanguage
internal import Source

struct RangeAsText: Check {
  let page = CheckPage(
    "range-as-text",
    .traps,
    .warning,
    summary: "A code that looks like a range is compared as text.",
    meaning: """
      A word under code is plain text if its domain has no table. 4XX in capitals, 400..500 with two dots and \
      400-499 with a dash are not ranges of this language. They are such words, and no number matches them.
      """,
    advice: "Write 4xx, 400..<500 or 400...499. To match the text itself write { equals: … }.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: client, when: { domain: acme.http, code: 4XX }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: client, when: { domain: acme.http, code: 4xx }, then: cancel }

      """,
    autoFix: .init("writes the range.", change: "Outcomes change: the rule now matches the numbers.")
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachMatcher { mapping in
      for code in mapping.members where code.key == "code" && code.value.members == nil {
        for value in rules.program.values(of: code.value) {
          guard let text = value.string, let meant = Self.range(meantBy: text) else { continue }
          findings.report(
            "“\(text)” is not a range, so it is compared as text and matches no number. Write \(meant).",
            at: value.range, fix: value.style == .plain ? Patch(value.range, meant) : nil)
        }
      }
    }
  }

  /// `4xx` for `4XX`, `400..<500` for `400..500`, `400...499` for `400-499`.
  static func range(meantBy text: String) -> String? {
    guard NumberRange(text) == nil, Int64(text) == nil else { return nil }
    let small = text.lowercased()
    if NumberRange(small) != nil { return small }
    if small.count == 3, small.hasSuffix("xx") || small.hasSuffix("**") || small.hasSuffix("nn"),
      let first = small.first, "1"..."9" ~= first
    {
      return "\(first)xx"
    }
    for separator in ["..", "…", "–", "—", "-"] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        .map { $0.filter { $0 != " " } }
      guard parts.count == 2, let lower = Int64(parts[0]), let upper = Int64(parts[1]), lower < upper else {
        continue
      }
      // A multiple of a hundred as the end is meant to be excluded.
      return upper % 100 == 0 ? "\(lower)..<\(upper)" : "\(lower)...\(upper)"
    }
    return nil
  }
}
