internal import Engine
internal import Records
internal import RuleLanguage
internal import Source

struct PartialClass: Check {
  let page = CheckPage(
    "partial-class",
    .traps,
    .warning,
    summary: "A range of statuses ends just before the end of its class.",
    meaning: """
      400..<451 leaves out 451 (Unavailable For Legal Reasons), and 400..<499 leaves out 499, which some proxies \
      send. 500..<512 leaves out all private statuses from 512 on. That a half-open range excludes its end is easy \
      to overlook. Errors with the missing statuses go to later rules.
      """,
    advice:
      "Write the class, 4xx, or 400..<500. If the range should end there, write it as a closed range: 400...450.",
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

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    var shared: [WrittenRange] = []
    for matcher in program.matchers { program.walk(matcher.value) { shared += Self.ranges(of: $0, program) } }
    for category in program.declaredCategories {
      category.when.map { program.walk($0) { shared += Self.ranges(of: $0, program) } }
    }
    check(shared, into: &findings)
    for responder in program.responders + program.abstract {
      var own: [WrittenRange] = []
      for rule in responder.rules {
        rule.when.map { program.walk($0) { own += Self.ranges(of: $0, program) } }
      }
      check(own, into: &findings)
    }
  }

  private struct WrittenRange {
    let range: NumberRange
    let place: SourceRange
  }

  /// Compared with a status or a code, as a range or as two bounds, which may be in different mappings that
  /// all apply.
  private static func ranges(of mapping: MatcherMapping, _ program: RuleProgram) -> [WrittenRange] {
    ["status", "code"].flatMap { key -> [WrittenRange] in
      let around = mapping.around.flatMap { values(of: key, in: $0) }
      return values(of: key, in: mapping.members).flatMap { value -> [WrittenRange] in
        if let range = range(of: value, or: around) { return [range] }
        return program.values(of: value).compactMap { node in
          let range = node.string.flatMap { NumberRange($0) } ?? node.number.map { NumberRange($0) }
          return range.map { WrittenRange(range: $0, place: node.range) }
        }
      }
    }
  }

  private static func values(of key: String, in members: [Node.Member]) -> [Node] {
    var values = members.filter { $0.key == key }.map { $0.value }
    guard key == "status" else { return values }
    values += members.filter { $0.key == "problem" }.compactMap { $0.value["status"] }
    return values
      + members.filter { $0.key == "attributes" }.compactMap { $0.value["http.response.status_code"] }
  }

  /// Half-open; both bounds in one value or in two that both apply.
  private static func range(of value: Node, or around: [Node]) -> WrittenRange? {
    let (lower, upper) = (lower(of: value), value["lessThan"]?.number)
    guard let members = value.members, members.count == (lower == nil ? 0 : 1) + (upper == nil ? 0 : 1) else {
      return nil
    }
    if let lower, let upper { return written(lower, upper, at: value) }
    for other in around where other.members?.count == 1 {
      if let lower, let upper = other["lessThan"]?.number { return written(lower, upper, at: other) }
      if let upper, let lower = Self.lower(of: other) { return written(lower, upper, at: value) }
    }
    return nil
  }

  private static func lower(of value: Node) -> Number? {
    if let number = value["atLeast"]?.number { return number }
    guard case .integer(let number)? = value["greaterThan"]?.number, number < Int64.max else { return nil }
    return .integer(number + 1)
  }

  private static func written(_ lower: Number, _ upper: Number, at place: Node) -> WrittenRange {
    var range = NumberRange(from: lower, to: upper)
    range.excludesUpper = true
    return WrittenRange(range: range, place: place.range)
  }

  /// Ranges that end too soon, within the rules of a responder or within the categories and named matchers.
  private func check(_ all: [WrittenRange], into findings: inout Findings) {
    for written in all {
      let range = written.range
      guard range.excludesUpper, case .integer(let first)? = range.lower,
        case .integer(let end)? = range.upper,
        let status = Shapes.statusClass(first), let last = Shapes.statusClass(end), end % 100 != 0,
        (4...5).contains(status), let lower = Self.start(of: first, all)
      else { continue }
      let classEnd = last * 100 + 99
      // If another range begins with the missing status, or is just that status, this is intended.
      guard end - lower >= 10, !all.contains(where: { Self.begins($0.range, at: end) }) else { continue }
      // Another range may continue after a gap.
      let next = all.compactMap { $0.range.lower }.compactMap { number -> Int64? in
        if case .integer(let value) = number, value > end, value <= classEnd { value } else { nil }
      }.min()
      let left = (next ?? classEnd + 1) - 1 == end ? "\(end)" : "\(end) to \((next ?? classEnd + 1) - 1)"
      if let next {
        findings.report(
          "This range ends before \(end)\(Self.assigned[end].map { " (\($0))" } ?? ""), and another one begins with \(next), so \(left) is left out. "
            + "Write \(first)..<\(next) to include it, or \(first)...\(end - 1) if the gap is intended.",
          at: written.place)
        continue
      }
      let meant = status == last ? "\(status)xx" : "\(lower)..<\(classEnd + 1)"
      let isSmall = Self.assigned[end] == nil && end != classEnd
      findings.report(
        "This range ends before \(end)\(Self.assigned[end].map { " (\($0))" } ?? ""), so \(left) is left out. "
          + "Write \(meant) to include it, or \(lower)...\(end - 1) if the end is intended.",
        at: written.place, level: isSmall ? .note : nil)
    }
  }

  private static func begins(_ range: NumberRange, at end: Int64) -> Bool {
    !range.excludesLower && range.lower.map { !($0 < .integer(end)) && !(.integer(end) < $0) } ?? false
  }

  /// Nil unless ranges cover everything from the class's start to `number`.
  private static func start(of number: Int64, _ all: [WrittenRange]) -> Int64? {
    var start = number
    for _ in 0..<100 {
      if start % 100 == 0 { return start }
      let before = all.first { written in
        guard case .integer(let lower)? = written.range.lower,
          case .integer(let upper)? = written.range.upper,
          lower < start
        else { return false }
        return written.range.excludesUpper ? upper == start : upper == start - 1
      }
      guard let before, case .integer(let lower)? = before.range.lower else { return nil }
      start = lower
    }
    return nil
  }

  /// Registered statuses (IANA) at the end of a run.
  private static let assigned: [Int64: String] = [
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    511: "Network Authentication Required",
  ]
}
