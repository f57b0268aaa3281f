internal import Source
internal import Engine
internal import Records
internal import Reasoning
internal import RuleLanguage

struct UnsafeRetry: Check {
  let page = CheckPage(
    "unsafe-retry",
    .retries,
    .warning,
    summary: "A rule retries requests that are not idempotent.",
    meaning: """
      The first try may have taken effect before it failed: sent again, it orders or pays twice. By RFC 9110 (9.2.2), \
      GET, HEAD, OPTIONS, TRACE, PUT and DELETE are idempotent; POST, PATCH and CONNECT are not. The check looks at rules \
      that speak of the method (the attributes method, http.method, http.request.method, request.method) or of the \
      attribute idempotent. Statuses at which a server has done nothing (429, 425) do not count.
      """,
    advice: "Limit the rule to idempotent methods, or exclude requests without an idempotency key.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503, attributes: { http.request.method: [ GET, POST ] } }
              then: { retry: { maxAttempts: 3 } }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503, attributes: { http.request.method: [ GET, PUT ] } }
              then: { retry: { maxAttempts: 3 } }

      """,
    options: [
      CheckPage.Option(
        "methods", .texts(["POST", "PATCH", "CONNECT"]), "the methods that are not idempotent")
    ]
  )

  private static let methods: Set = ["method", "http.method", "http.request.method", "request.method"]

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    var reported: Set<WrittenAt> = []
    for rule in rules.program.retryRules where rule.policy.maxAttempts > 1 && rule.clause.failures.isEmpty {
      for comparing in rules.program.comparisons(of: rule.clause.condition) where !comparing.isNested {
        let compared = Condition.compare(comparing.subject, comparing.comparison, comparing.source)
        let allowed = comparing.isNegated ? Condition.not(compared) : compared
        let unsafe = Self.unsafe(comparing.subject, rules.options.texts("methods"))
        let found = unsafe.lazy.compactMap { what, comparison -> (String, Witness)? in
          let request = Condition.compare(comparing.subject, comparison, comparing.source)
          // The same element of a list: a request has one method.
          let same = Condition.oneElement(comparing.subject, .all([allowed, request]))
          let condition = Condition.all([rule.clause.condition, same, .not(Self.undone(rule))])
          return reasoner.satisfiable(condition).witness.map { (what, $0) }
        }
        .first
        guard let (what, witness) = found, reported.insert(WrittenAt(comparing.source.range)).inserted
        else { continue }
        findings.report(
          "“\(rule.name)” retries \(what), though the first try may have taken effect. "
            + "Limit it to idempotent requests.", at: rule.then.value.range,
          related: [.init("the condition", at: comparing.source.range)], witness: witness.json)
      }
    }
  }

  /// The values of an attribute that a request has that is not idempotent, with what it is in words.
  private static func unsafe(_ subject: Subject, _ methods: [String]) -> [(String, Comparison)] {
    guard case .attribute(let path) = subject else { return [] }
    if path == "idempotent" { return [("what is not idempotent", .equal(.bool(false)))] }
    return self.methods.contains(path) ? methods.map { ($0, .text(TextTest(.equals, $0))) } : []
  }

  /// The server has not begun: Too Early, Too Many Requests.
  private static func undone(_ rule: RetryRule) -> Condition {
    let ranges = [425, 429].map { NumberRange(.integer($0)) }
    return .compare(.field(.status), .number(ranges), Condition.Source(rule.then.value.range, expected: ""))
  }
}
