internal import Source
internal import Engine
internal import Records
internal import Reasoning
internal import RuleLanguage

struct UnknownOutcome: Check {
  let page = CheckPage(
    "unknown-outcome",
    .retries,
    .note,
    summary: "A rule retries errors that leave open whether the work was done.",
    meaning: """
      If a connection breaks, or a client stops waiting, after the request was sent, the error of work that was done equals \
      the error of work that never arrived. A COMMIT, a confirmed publish or an INCR that is sent again may take effect \
      twice. The check knows such errors by their types (ReadTimeout, ConnectionResetError, StreamLostError), their codes \
      (SQLSTATE 08003, 08006, 08007 and 40003, MySQL 2013 and 2055, NSURLErrorTimedOut and \
      NSURLErrorNetworkConnectionLost, ECONNRESET, DEADLINE_EXCEEDED, Kafka's REQUEST_TIMED_OUT) and their messages \
      (“Lost connection to MySQL server during query”), also inside other errors; and by a driver's class for connections \
      that were refused and for those that broke (psycopg.OperationalError, pika.exceptions.AMQPConnectionError), where \
      nothing beside it tells them apart. After a refused connection or a \
      time-out of connecting nothing was done; they don't count, nor do statuses. The finding is left out where the \
      rule, or an earlier one that ends some of these errors, asks what was tried: the operation, an attribute such as \
      idempotent or http.request.method, or a plugin's matcher; and where the rule first does something, and says with \
      failed what follows if that fails.
      """,
    advice: """
      Retry only what may be done twice, and find out about the rest before anybody tries again. If all the work that \
      gets here may be repeated, suppress the finding with that reason.
      """,
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: lost, when: { type: ReadTimeout }, then: { retry: { maxAttempts: 3 } } } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: lost
              when: { type: ReadTimeout, attributes: { idempotent: true } }
              then: { retry: { maxAttempts: 3 } }

      """,
    options: [
      CheckPage.Option(
        "attributes",
        .texts(["idempotent", "idempotency", "method", "operation", "command", "statement", "query"]),
        "a rule asks what was tried by an attribute that has one of these words in its name")
    ]
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let program = rules.program
    let words = Set(rules.options.texts("attributes"))
    var reported: Set<WrittenAt> = []
    for responder in program.responders where responder.isEnabled {
      let retries = program.retryRules(of: responder)
      if retries.isEmpty { continue }
      let positions = responder.positions
      let passed = PassedRules(responder)
      for rule in retries
      where rule.policy.maxAttempts > 1 && rule.clause.failures.isEmpty
        && !reported.contains(WrittenAt(rule.then.value.range))
      {
        let condition = rule.clause.condition
        let comparisons = program.comparisons(of: condition)
        guard !program.asksWhatWasTried(condition, words) else { continue }
        var open: Set<Int> = []
        let bases = program.unnarrowedTypes(in: condition, &open).filter { LostAnswers.isBase($0.name) }
        var before: LostErrors?
        for comparing in comparisons {
          let base = bases.first {
            WrittenAt($0.source.range) == WrittenAt(comparing.source.range) && !comparing.isNegated
          }
          guard
            let name = LostAnswers.name(in: comparing, beside: comparisons)
              ?? base.map({ "“\($0.name)”, also of a connection that broke" })
          else { continue }
          let this = Condition.compare(comparing.subject, comparing.comparison, comparing.source)
          // Which of the errors inside it is does not matter.
          let lost = Condition.all(comparing.isNested ? [condition] : [condition, this])
          let position = rule.clause.kind == .otherwise ? nil : positions[rule.clause.name]
          let earlier = before ?? passed.lost(before: position, for: condition)
          before = earlier
          let admitted = reasoner.satisfiable(.all([lost, .not(earlier.condition)]))
          guard let witness = admitted.witness else { continue }
          let isDivided = earlier.ends.contains { end in
            program.asksWhatWasTried(end.own, words) && program.isAboutLostAnswers(end.own)
              && !reasoner.isImpossible(.all([lost, end.condition]))
          }
          guard !isDivided else { continue }
          reported.insert(WrittenAt(rule.then.value.range))
          findings.report(
            "“\(rule.name)” retries \(name), which leaves open whether the work was done: it may be done twice. "
              + "Limit the rule to work that may be repeated.",
            at: rule.then.value.range, related: [.init("the condition", at: comparing.source.range)],
            witness: witness.json)
          break
        }
      }
    }
  }
}

extension RuleProgram {
  /// Whether a condition names such an error, or none at all: any error may have two types.
  fileprivate func isAboutLostAnswers(_ condition: Condition) -> Bool {
    let comparisons = comparisons(of: condition)
    return comparisons.contains { LostAnswers.name(in: $0, beside: comparisons) != nil }
      || !comparisons.contains { comparing in
        switch comparing.subject {
        case .field(let field): [.type, .case, .domain, .code, .status, .message].contains(field)
        case .problem, .problemExtension, .payload: true
        case .attribute, .with, .outcome, .elapsed: false
        }
      }
  }

  /// Whether a condition compares the operation, or an attribute with one of `words` in its name, or asks a plugin.
  fileprivate func asksWhatWasTried(_ condition: Condition, _ words: Set<String>) -> Bool {
    if comparisons(of: condition).contains(where: { comparing in
      switch comparing.subject {
      case .field(.operation): true
      case .attribute(let path): CamelWords.of(path[...]).contains { words.contains($0) }
      case .field, .problem, .problemExtension, .payload, .with, .outcome, .elapsed: false
      }
    }) {
      return true
    }
    return condition.contains { part in
      switch part {
      case .custom, .predicate: true
      case .always, .all, .any, .not, .compare, .category, .anyCause, .rootCause, .payloadError, .anyInside,
        .oneElement, .named, .open:
        false
      }
    }
  }
}
