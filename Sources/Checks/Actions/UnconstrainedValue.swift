internal import Reasoning
internal import RuleEngine

/// `unconstrained-value`: a value from a record opens, runs or asks for something, whatever it is.
struct UnconstrainedValue: Check {
  let page = CheckPage(
    "unconstrained-value",
    .actions,
    .warning,
    summary: "A value from a record reaches what opens or runs it, unconstrained.",
    meaning: """
      Whoever writes the error decides what is opened: a server, a proxy, in the end anybody. A URL from a problem \
      document may be any URL, a path any path. Where the rule asks what the value is like before it hands it on, \
      only such values get there.
      """,
    advice: """
      Ask for the value in the rule's when, such as problem: { ext: { url: { hasPrefix: "https://shop.example/" } } }, \
      or let the app check it and say so in a suppression.
      """,
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: terms
              when: { problem: { ext: { url: { exists: true } } } }
              do: [ { perform: open, with: { url: "{problem.ext.url}" } } ]
              then: cancel

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: terms
              when: { problem: { ext: { url: { hasPrefix: "https://shop.example/" } } } }
              do: [ { perform: open, with: { url: "{problem.ext.url}" } } ]
              then: cancel

      """,
    options: [
      CheckPage.Option(
        "keys",
        .texts([
          "url", "uri", "link", "href", "path", "file", "folder", "command", "shell", "script", "sql",
          "query", "html",
          "redirect",
        ]),
        "the keys below with whose values are opened or run; \"*\" for all"
      )
    ]
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    let keys = Set(rules.options.texts("keys").map { $0.lowercased() })
    program.eachText { text in
      guard text.kind == "perform", let station = text.action.station,
        keys.contains("*") || text.path.contains(where: { path in keys.contains { Self.ends(path, in: $0) } })
          || Self.opens(text.action.kind.value.string ?? "")
      else { return }
      for (subject, _) in text.node.filled where Self.isFromOutside(subject) {
        let admitted = unconstrained(subject, station, rules)
        guard admitted.isAdmitted else { continue }
        findings.report(
          "Whatever a record has as “\(subject.name)” gets here. Ask for it in “when”, such as { hasPrefix: … }.",
          at: text.place.range,
          related: text.place.related,
          witness: admitted.witness
        )
      }
    }
  }

  private static func ends(_ path: String, in key: String) -> Bool {
    let path = path.lowercased()
    return path == key || path.hasSuffix(".\(key)") || path.hasSuffix("_\(key)") || path.hasSuffix("-\(key)")
      || (key.count > 2 && path.hasSuffix(key))
  }

  /// Whether something of this name opens or runs what it is given.
  private static func opens(_ name: String) -> Bool {
    let words = CamelWords.of(name[...])
    return words == ["open"] || words == ["run"]
      || words.contains {
        [
          "url", "link", "shell", "exec", "execute", "eval", "evaluate", "script", "command", "redirect",
          "browse",
          "browser", "sql",
        ].contains($0)
      }
  }

  private static func isFromOutside(_ subject: Subject) -> Bool {
    switch subject {
    case .problem, .problemExtension, .attribute, .payload, .with: true
    case .field(let field): [.message, .reason, .suggestion, .payload].contains(field)
    case .outcome: false
    }
  }

  /// Whether an error gets to a station with a value there that none of its conditions about the value holds for.
  private func unconstrained(_ subject: Subject, _ station: RuleProgram.Station, _ rules: CheckedRules) -> (
    isAdmitted: Bool, witness: String?
  ) {
    let asked = rules.program.comparisons(of: station.condition).compactMap { comparing -> Condition? in
      guard comparing.subject == subject, !comparing.isNegated, !comparing.isNested else { return nil }
      switch comparing.comparison {
      case .exists: return nil
      // What matches as good as everything holds nothing back.
      case .matches(let pattern): if PatternReach.all(pattern) != nil { return nil }
      case .text(let test) where test.operator == .glob && test.operand.allSatisfy({ $0 == "*" }): return nil
      case .text, .equal, .name, .typeName, .typeGlob, .qualifiedCaseGlob, .number, .code, .duration,
        .severity,
        .strictProblem:
        break
      }
      return .compare(comparing.subject, comparing.comparison, comparing.source)
    }
    guard let reasoner = rules.reasoner, station.kind == .rule else { return (asked.isEmpty, nil) }
    let nowhere = Condition.Source(station.range, expected: "")
    let answer = reasoner.satisfiable(
      .all([station.condition, .compare(subject, .exists(true), nowhere), .not(.any(asked))])
    )
    return (asked.isEmpty || answer.witness != nil, answer.witness?.json)
  }
}
