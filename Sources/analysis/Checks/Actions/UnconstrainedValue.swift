internal import Source
internal import RuleLanguage
internal import Records
internal import Patterns
internal import Reasoning
internal import Engine

struct UnconstrainedValue: Check {
  let page = CheckPage(
    "unconstrained-value",
    .actions,
    .warning,
    summary: "An unconstrained value from a record is opened or run.",
    meaning: """
      The source of the error chooses the value: a server, a proxy, in the end anybody. A URL from a problem \
      document may be any URL, and a path any path. A rule that checks the beginning of the value lets only such \
      values through. Checking its end or a part of it does not protect. Neither does a prefix that ends inside the \
      host: https://shop.example without a slash also admits https://shop.example.elsewhere.example.
      """,
    advice: """
      Check the value in the rule's when, such as problem: { ext: { url: { hasPrefix: "https://shop.example/" } } }, \
      or let the app check it and suppress the finding with that reason.
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
        "the keys under with whose values are opened or run; \"*\" for all"
      )
    ]
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    let keys = Set(rules.options.texts("keys").map { $0.lowercased() })
    let places = Places(rules)
    program.eachText { text in
      guard text.kind == "perform", let clause = text.action.clause, let responder = text.action.responder,
        keys.contains("*") || text.path.contains(where: { path in keys.contains { Self.ends(path, in: $0) } })
          || Self.opens(text.action.kind.value.string ?? ""),
        // A rule of an abstract responder is checked where it is evaluated.
        !places.isElsewhere(clause, of: responder)
      else { return }
      for (subject, _) in text.node.filled where Self.isFromOutside(subject) {
        let compared = self.compared(of: subject, by: clause, program)
        let index = places[responder, clause]
        guard let admitted = unconstrained(subject, clause, compared, index, rules) else { continue }
        findings.report(
          compared.isEmpty
            ? "Any “\(subject.name)” of a record is used here. Check it in “when”, for example with { hasPrefix: … }."
            : "The condition on “\(subject.name)” does not fix how the value begins. Check the beginning, for example with { hasPrefix: \"https://shop.example/\" }.",
          at: text.place.range, related: text.place.related, witness: admitted.witness)
      }
    }
  }

  private static func ends(_ path: String, in key: String) -> Bool {
    let path = path.lowercased()
    return path == key || path.hasSuffix(".\(key)") || path.hasSuffix("_\(key)") || path.hasSuffix("-\(key)")
      || (key.count > 2 && path.hasSuffix(key))
  }

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
    case .outcome, .elapsed: false
    }
  }

  private func compared(of subject: Subject, by clause: RuleProgram.Clause, _ program: RuleProgram)
    -> [Condition]
  {
    program.comparisons(of: clause.condition).compactMap { comparing in
      guard comparing.subject == subject, !comparing.isNegated, !comparing.isNested else { return nil }
      switch comparing.comparison {
      case .exists: return nil
      // A condition that matches almost everything does not constrain the value.
      case .matches(let pattern): if PatternReach.all(pattern) != nil { return nil }
      case .text(let test) where test.operator == .glob && test.operand.allSatisfy({ $0 == "*" }): return nil
      default: break
      }
      return .compare(comparing.subject, comparing.comparison, comparing.source)
    }
  }

  /// Hosts that no rule author has in mind. If one of them is possible, any host is.
  private static let anywhere = [
    "^https://([^/?#]*[.@])?elsewhere\\.example(/|$)",
    "^[a-z][a-z0-9+.-]*://([^/?#]*[.@])?elsewhere\\.example(/|$)",
  ].compactMap { try? Pattern(expression: $0) }

  /// Proof that an error with an arbitrary value reaches a clause.
  private struct Admission {
    let witness: String?
  }

  /// Nil if no error with an arbitrary value reaches the clause.
  private func unconstrained(
    _ subject: Subject, _ clause: RuleProgram.Clause, _ compared: [Condition], _ index: Int?,
    _ rules: CheckedRules
  ) -> Admission? {
    guard let reasoner = rules.reasoner else { return compared.isEmpty ? Admission(witness: nil) : nil }
    guard let index, clause.kind != .always, subject != .field(.payload) else {
      return compared.isEmpty ? Admission(witness: nil) : nil
    }
    for pattern in Self.anywhere {
      switch reasoner.reaches(index, with: subject, matching: pattern) {
      case .shown(let witness): return Admission(witness: witness.json)
      case .never: continue
      // A plugin's result, or an undecided question, does not count against the condition.
      case .depends, .notDecided: return compared.isEmpty ? Admission(witness: nil) : nil
      }
    }
    return nil
  }
}

private struct Places {
  private var indices: [String: Int] = [:]
  private var written: Set<WrittenAt> = []

  init(_ rules: CheckedRules) {
    for placed in rules.placedClauses {
      indices[Self.key(placed.responder, placed.clause)] = placed.index
      written.insert(WrittenAt(placed.clause.title))
    }
  }

  subscript(responder: RuleProgram.Responder, clause: RuleProgram.Clause) -> Int? {
    indices[Self.key(responder, clause)]
  }

  func isElsewhere(_ clause: RuleProgram.Clause, of responder: RuleProgram.Responder) -> Bool {
    self[responder, clause] == nil && written.contains(WrittenAt(clause.title))
  }

  private static func key(_ responder: RuleProgram.Responder, _ clause: RuleProgram.Clause) -> String {
    "\(responder.id.text)/\(clause.kind)/\(clause.name)"
  }
}
