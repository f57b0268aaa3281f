internal import Engine
internal import Reasoning
internal import Records
internal import RuleLanguage
internal import Source

struct RetriedBeforeRefused: Check {
  let page = CheckPage(
    "retried-before-refused",
    .retries,
    .warning,
    summary: "A rule refuses errors that an earlier, broader one has retried.",
    meaning: """
      The first rule that matches decides. If it retries, a later rule gets the error only once the tries are used up: with \
      `any429 → retry` above `429 and insufficient_quota → abort`, a request that nobody pays for is sent three times \
      before it is refused. The finding needs a proof that the earlier rule matches every error of the later one, or of \
      one of its alternatives, and that the later one tells them apart by what the error is: its type, case, domain, \
      code, message, problem, payload, a status that cannot succeed, or an attribute such as error.code. A rule that \
      asks where an error came from, or how often it was tried, says what follows the tries, and is not reported; \
      nor is one with the same conditions, or one that follows a retry of every error.
      """,
    advice: "Move the later rule before the one that retries.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: busy, when: { status: 429 }, then: { retry: { maxAttempts: 3 } } }
            - { id: unpaid, when: { status: 429, attributes: { error.code: insufficient_quota } }, then: abort }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: unpaid, when: { status: 429, attributes: { error.code: insufficient_quota } }, then: abort }
            - { id: busy, when: { status: 429 }, then: { retry: { maxAttempts: 3 } } }

      """,
    options: [
      CheckPage.Option(
        "attributes", .texts(["type", "code", "subcode", "reason", "kind", "class", "name"]),
        "an attribute says what the error is if the last part of its name has one of these words")
    ]
  )

  private static let mostAlternatives = 16

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let program = rules.program
    let words = Set(rules.options.texts("attributes"))
    var reported: Set<WrittenAt> = []
    for responder in program.responders where responder.isEnabled && responder.policy.match == .first {
      let enabled = responder.enabledRules
      for retry in program.retryRules(of: responder) where mayFollow(retry) {
        guard let position = enabled.firstIndex(where: { $0.name == retry.clause.name }) else { continue }
        let retried = program.comparisons(of: retry.clause.condition)
        var before = PathEffects()
        before.pass(responder, to: position)
        for later in enabled[(position + 1)...] where refuses(later) && later.rate == nil {
          if findings.isFull { return }
          guard !reported.contains(WrittenAt(later.title)),
            !program.comparisons(of: later.condition).contains(where: { Self.asksAfterTries($0.subject) })
          else { continue }
          for part in program.alternatives(of: later.condition).prefix(Self.mostAlternatives) {
            guard program.tellsApart(part, from: retried, words) else { continue }
            let condition = Condition.all([later.condition, part])
            guard reasoner.isImpossible(.all([condition, .not(retry.clause.condition)])),
              let witness = reasoner.satisfiable(.all([condition, .not(before.lost)])).witness
            else { continue }
            reported.insert(WrittenAt(later.title))
            findings.report(
              "“\(retry.name)” retries errors of this rule first, with up to \(retry.policy.maxAttempts) tries. "
                + "Move this rule before it.",
              at: later.title, related: [.init("the rule that retries them", at: retry.clause.title)],
              witness: witness.json)
            break
          }
        }
      }
    }
  }

  /// Whether later rules of the responder get the errors that the retry gave up.
  private func mayFollow(_ retry: RetryRule) -> Bool {
    guard case .continue = retry.policy.exhausted, retry.clause.kind == .rule else { return false }
    if case .always = retry.clause.condition { return false }
    return retry.policy.maxAttempts > 1 && retry.clause.rate == nil && retry.clause.failures.isEmpty
  }

  private func refuses(_ clause: RuleProgram.Clause) -> Bool {
    guard clause.kind == .rule, case .evaluation(let evaluation)? = clause.verdict else { return false }
    return evaluation == .abort || evaluation == .cancel
  }

  private static func asksAfterTries(_ subject: Subject) -> Bool {
    subject == .field(.attempt) || subject == .field(.operation)
  }
}

extension RuleProgram {
  /// The condition, or the alternatives that it or its category consists of.
  fileprivate func alternatives(of condition: Condition) -> [Condition] {
    switch condition {
    case .any(let parts): parts
    case .category(let indices, _):
      indices.sorted().filter { $0 < categories.count }.flatMap { index in
        categories[index].condition.map { alternatives(of: $0) } ?? []
      }
    case .all(let parts) where parts.count == 1: alternatives(of: parts[0])
    case .named(_, let part): alternatives(of: part)
    default: [condition]
    }
  }

  /// Whether a condition asks what an error is by something that the comparisons do not ask.
  fileprivate func tellsApart(_ condition: Condition, from others: [Comparing], _ words: Set<String>) -> Bool
  {
    comparisons(of: condition).contains { comparing in
      guard !comparing.isNegated, !others.contains(where: { $0.subject == comparing.subject }) else {
        return false
      }
      switch comparing.subject {
      case .field(.type), .field(.case), .field(.domain), .field(.code), .field(.message), .problem,
        .problemExtension, .payload:
        return true
      case .field(.status):
        return comparing.comparison.numbers?.allSatisfy { range in
          [408, 409, 425, 429].allSatisfy { !range.holds(.integer($0)) }
            && (400...499).contains { range.holds(.integer($0)) }
            && !(500...599).contains { range.holds(.integer($0)) }
        } ?? false
      case .attribute(let path):
        return CamelWords.of(path.split(separator: ".").last ?? path[...]).contains { words.contains($0) }
      case .field, .with, .outcome, .elapsed: return false
      }
    }
  }
}
