internal import RuleEngine

/// `partial-class`: a range that begins a class of statuses and ends just before the class does.
struct PartialClass: Check {
  let page = CheckPage(
    "partial-class",
    .traps,
    .warning,
    summary: "A range of statuses that ends just before its class does.",
    meaning: """
      400..<451 leaves out 451 (Unavailable For Legal Reasons), and 400..<499 leaves out 499, which some proxies send; \
      500..<512 leaves out all that private servers have from 512 on. A half-open range without its last value is \
      easily written and hard to see: the errors that are left out reach the rules after it.
      """,
    advice: "Write the class, 4xx, or 400..<500. Where the end is meant, write it closed: 400...450.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: client, when: { status: 400..<451 }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: client, when: { status: 4xx }, then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachMatcher { mapping in
      for member in mapping.members where member.key == "status" || member.key == "code" {
        check(rules.program.values(of: member.value), into: &findings)
      }
    }
  }

  private func check(_ values: [Node], into findings: inout Findings) {
    let ranges = values.compactMap { value in
      value.string.flatMap { NumberRange($0) } ?? value.number.map { NumberRange($0) }
    }
    for value in values {
      guard let text = value.string, let range = NumberRange(text), range.excludesUpper,
        case .integer(let lower)? = range.lower, case .integer(let end)? = range.upper, lower % 100 == 0,
        let status = Shapes.statusClass(lower), let last = Shapes.statusClass(end), end % 100 != 0,
        (4...5).contains(status)
      else { continue }
      let classEnd = last * 100 + 99
      // What another value of the list takes is not left out.
      guard end - lower >= 10, !ranges.contains(where: { $0.holds(.integer(end)) }) else { continue }
      let left = end == classEnd ? "\(end)" : "\(end) to \(classEnd)"
      let meant = status == last ? "\(status)xx" : "\(lower)..<\(classEnd + 1)"
      let isSmall = Self.assigned[end] == nil && end != classEnd
      findings.report(
        "This range ends before \(end)\(Self.assigned[end].map { " (\($0))" } ?? ""), so \(left) is left out. "
          + "Write \(meant) for all of it, or \(lower)...\(end - 1) where the end is meant.",
        at: value.range,
        level: isSmall ? .note : nil
      )
    }
  }

  /// The statuses of the IANA registry that end a run of others.
  private static let assigned: [Int64: String] = [
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    511: "Network Authentication Required",
  ]
}
