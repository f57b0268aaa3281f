internal import RuleEngine

/// `vain-retry`: a rule tries again what can't succeed.
struct VainRetry: Check {
  let page = CheckPage(
    "vain-retry",
    .retries,
    .warning,
    summary: "A retry of what can't succeed.",
    meaning: """
      A request that was wrong, was not allowed, or could not be read is so the second time too: statuses from 400 to \
      499 but 408, 425 and 429, errors of authorisation, of parsing and of validation. Trying again costs time and \
      load, and locks accounts. A rule that asks for nothing tries all of these again.
      """,
    advice: "Take those statuses, codes or types out of the rule, or let a rule before it answer them.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: again, when: { status: [ 404, 5xx ] }, then: { retry: { maxAttempts: 3 } } } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: again, when: { status: [ 429, 5xx ] }, then: { retry: { maxAttempts: 3 } } } ]

      """,
    options: [
      CheckPage.Option(
        "worthwhile",
        .texts(["408", "425", "429"]),
        "the statuses from 400 to 499 that may succeed later"
      )
    ]
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    let worthwhile = Set(rules.options.texts("worthwhile").compactMap { Int64($0) })
    for rule in program.retryRules {
      if case .always = rule.station.condition, rule.station.kind == .rule, rule.station.rate == nil {
        findings.report(
          "This tries every error again, those that can't succeed too. Ask for what may: statuses, codes, types.",
          at: rule.then.value.range
        )
        continue
      }
      for (what, source) in vain(rule.station.condition, program, worthwhile) {
        findings.report(
          "“\(rule.name)” tries \(what) again, which can't succeed. Take it out, or let a rule before answer it.",
          at: rule.then.value.range,
          related: [.init("where it is asked for", at: source.range)]
        )
        break
      }
    }
  }

  /// What a condition surely admits that can't succeed, and where that is asked for.
  private func vain(
    _ condition: Condition,
    _ program: RuleProgram,
    _ worthwhile: Set<Int64>
  ) -> [(what: String, source: Condition.Source)] {
    let comparisons = program.comparisons(of: condition).filter { !$0.isNested }
    // What is taken out somewhere, or asked for twice, is not surely admitted.
    let statuses = comparisons.filter { $0.subject == .field(.status) }
    let excluded = statuses.filter { $0.isNegated }.flatMap { Self.ranges($0.comparison) }
    return comparisons.compactMap { comparing in
      guard !comparing.isNegated else { return nil }
      switch comparing.subject {
      case .field(.status):
        let admitted = (400...499).filter { status in
          let number = Number.integer(Int64(status))
          return Self.ranges(comparing.comparison).contains { $0.holds(number) }
            && !excluded.contains { $0.holds(number) } && !worthwhile.contains(Int64(status))
        }
        guard let first = admitted.first, !isNarrowed(condition, to: statuses) else { return nil }
        return (
          admitted.count > 20 ? "statuses such as 404" : "status \(admitted.contains(404) ? 404 : first)",
          comparing.source
        )
      case .field(.code):
        guard let symbol = vainCode(comparing, beside: comparisons) else { return nil }
        return ("\(symbol)", comparing.source)
      case .field(.type):
        guard case .typeName(let name, _) = comparing.comparison,
          let last = name.split(separator: ".").last, Self.vainTypes.contains(String(last))
        else { return nil }
        return ("\(last)", comparing.source)
      case .field, .problem, .problemExtension, .attribute, .payload, .with, .outcome: return nil
      }
    }
  }

  /// Whether a condition asks for statuses at several places that may have to hold together.
  private func isNarrowed(_ condition: Condition, to statuses: [Comparing]) -> Bool {
    guard case .all(let parts) = condition else { return false }
    let asking = parts.filter { part in
      var found = false
      part.visitPlain { subject in if subject == .field(.status) { found = true } }
      return found
    }
    return asking.count > 1
  }

  private static func ranges(_ comparison: Comparison) -> [NumberRange] {
    switch comparison {
    case .number(let ranges): ranges
    case .equal(.number(let number)): [NumberRange(number)]
    case .equal, .exists, .text, .matches, .name, .typeName, .typeGlob, .qualifiedCaseGlob, .code, .duration,
      .severity, .strictProblem:
      []
    }
  }

  /// The symbol of a code that can't succeed, where its domain stands beside it.
  private func vainCode(_ comparing: Comparing, beside others: [Comparing]) -> String? {
    guard case .code(let ranges) = comparing.comparison else { return nil }
    let domains = others.compactMap { other -> String? in
      guard !other.isNegated, other.subject == .field(.domain) else { return nil }
      switch other.comparison {
      case .name(let name): return name
      case .text(let test) where test.operator == .equals: return test.operand
      default: return nil
      }
    }
    // Of several domains it is not known which code goes with which.
    guard Set(domains).count == 1, let codes = domains.first.flatMap({ Self.vainCodes[$0] }) else {
      return nil
    }
    return codes.first { code, _ in ranges.contains { $0.lower == $0.upper && $0.holds(.integer(code)) } }?.1
  }

  private static let vainTypes: Set = [
    "DecodingError", "EncodingError", "ValidationError", "UnauthorizedError",
  ]

  private static let vainCodes: [String: [(Int64, String)]] = [
    "NSURLErrorDomain": [
      (-1000, "NSURLErrorBadURL"), (-1002, "NSURLErrorUnsupportedURL"),
      (-1013, "NSURLErrorUserAuthenticationRequired"), (-1015, "NSURLErrorCannotDecodeRawData"),
      (-1016, "NSURLErrorCannotDecodeContentData"), (-1017, "NSURLErrorCannotParseResponse"),
      (-1202, "NSURLErrorServerCertificateUntrusted"),
    ],
    "grpc": [
      (3, "INVALID_ARGUMENT"), (5, "NOT_FOUND"), (6, "ALREADY_EXISTS"), (7, "PERMISSION_DENIED"),
      (9, "FAILED_PRECONDITION"), (11, "OUT_OF_RANGE"), (12, "UNIMPLEMENTED"), (16, "UNAUTHENTICATED"),
    ],
    "NSCocoaErrorDomain": [
      (257, "NSFileReadNoPermissionError"), (513, "NSFileWriteNoPermissionError"),
      (2048, "NSFormattingError"),
      (3840, "NSPropertyListReadCorruptError"), (4864, "NSCoderReadCorruptError"),
    ],
  ]
}

extension Condition {
  /// The subjects of a condition that stand in it, of the error's own, without those of categories.
  func visitPlain(_ body: (Subject) -> Void) {
    switch self {
    case .always, .predicate, .custom, .category, .anyCause, .rootCause, .payloadError: return
    case .all(let parts), .any(let parts): for part in parts { part.visitPlain(body) }
    case .not(let part), .named(_, let part), .oneElement(_, let part): part.visitPlain(body)
    case .compare(let subject, _, _): body(subject)
    }
  }
}
