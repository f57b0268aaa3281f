internal import Engine
internal import RuleLanguage
internal import Source

struct PrivateType: Check {
  let page = CheckPage(
    "private-type",
    .traps,
    .error,
    summary: "A name contains the address of a private Swift type.",
    meaning: """
      The reflected name of a private, fileprivate or local Swift type is (unknown context at $56033f8).Name. The \
      address differs in each build and run, so a name copied from today's log matches no error of tomorrow.
      """,
    advice: "Name the type without its context, or make it internal.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: disk, when: { type: "Shop.(unknown context at $56033f8).DiskError" }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: disk, when: { type: DiskError }, then: cancel }

      """
  )

  private static let mark = "(unknown context at $"

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    var places: [(String, SourceRange)] = []
    rules.program.eachComparison { comparing in
      if let text = comparing.comparison.text { places.append((text, comparing.source.range)) }
    }
    for type in rules.program.types {
      places += ([type.name] + type.ancestors).map { ($0.text, $0.range) }
    }
    for responder in rules.program.responders {
      places += (responder.contract?.reports ?? []).map { ($0.text, $0.range) }
    }
    for (name, place) in places {
      guard let mark = name.range(of: Self.mark) else { continue }
      let rest = name[mark.upperBound...].drop { $0 != ")" }.dropFirst().drop { $0 == "." }
      findings.report(
        "This name contains an address that changes with each run. Write only “\(rest.isEmpty ? "Name" : rest)”.",
        at: place)
    }
  }
}

extension String {
  func range(of part: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      let rest = self[start...]
      if rest.hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }
}
