internal import Records
internal import RuleLanguage
internal import Source

struct RedundantValue: Check {
  let page = CheckPage(
    "redundant-value",
    .traps,
    .note,
    summary: "A value in a list is covered by another one.",
    meaning:
      "A list matches any of its values. A duplicate, or a value inside a range of the list, has no effect. Often the author meant another value.",
    advice: "Delete it, or correct it.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: busy, when: { status: [ 429, 5xx, 503 ] }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: busy, when: { status: [ 429, 5xx ] }, then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    program.eachMatcher { mapping in
      for member in mapping.members {
        guard let elements = member.value.elements, !["all", "any"].contains(member.key) else { continue }
        let isNumeric = ["status", "attempt", "code"].contains(member.key)
        let ranges = isNumeric ? elements.filter { $0.string.map { NumberRange($0) != nil } ?? false } : []
        // By their bytes, as values are compared: é has two spellings.
        var seen: [[UInt8]: Node] = [:]
        for element in elements where element.scalar != nil && element.string?.hasPrefix("$") != true {
          let key = Array("\(element.kindName) \(element.text)".utf8)
          if let first = seen[key] {
            findings.report(
              "“\(element.text)” is already in this list. Delete it, or correct it.", at: element.range,
              related: [.init("the first one", at: first.range)])
            continue
          }
          seen[key] = element
          guard let range = ranges.first(where: { covers($0, element) }) else { continue }
          findings.report(
            "\(element.text) is inside \(range.text). Delete it, or correct it.", at: element.range,
            related: [.init("the range", at: range.range)])
        }
      }
    }
  }

  private func covers(_ range: Node, _ value: Node) -> Bool {
    guard let text = range.string, let range = NumberRange(text) else { return false }
    if let number = value.number { return range.holds(number) }
    guard let text = value.string, let inner = NumberRange(text), let lower = inner.lower,
      let upper = inner.upper
    else { return false }
    let endsInside = range.upper.map { inner.excludesUpper ? !($0 < upper) : range.holds(upper) } ?? true
    return range.holds(lower) && endsInside && inner != range
  }
}

extension NumberRange {
  func holds(_ number: Number) -> Bool {
    if let lower, excludesLower ? !(lower < number) : number < lower { return false }
    if let upper, excludesUpper ? !(number < upper) : upper < number { return false }
    return true
  }
}
