internal import Records
internal import Reasoning
internal import Engine
internal import RuleLanguage
internal import Source

struct VainRetry: Check {
  let page = CheckPage(
    "vain-retry",
    .retries,
    .warning,
    summary: "A rule retries errors that can't succeed.",
    meaning: """
      A request that was malformed, forbidden or unreadable fails again: statuses from 400 to 499 except 408, 409, 425 \
      and 429, errors of authorisation, parsing and validation, and what databases and brokers answer so (SQLSTATE classes 22, \
      28 and 42, a failed transaction, a denied topic; MySQL's 1064 or AMQP's 404 where the type beside it names the \
      client). So does a part of what a base class covers, such as OSError (a missing file, a wrong password of \
      aiormq). A note names errors that another try meets only after something else has changed: the data (a unique \
      violation), the transaction, the server, or the time that a statement takes. Retrying costs time and load, and \
      locks accounts. A rule without conditions retries all of them. Errors that earlier rules handle don't count, nor \
      does a rule that first does what lets the next try succeed, and says with failed what follows if that fails.
      """,
    advice: "Remove those statuses, codes or types from the rule, or let an earlier rule handle them.",
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
        "worthwhile", .texts(["408", "409", "425", "429"]),
        "the statuses from 400 to 499 that may succeed later")
    ]
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let program = rules.program
    let worthwhile = Set(rules.options.texts("worthwhile").compactMap { Int64($0) })
    var reported: Set<WrittenAt> = []
    for responder in program.responders where responder.isEnabled {
      let retries = program.retryRules(of: responder)
      if retries.isEmpty { continue }
      let positions = responder.positions
      let passed = PassedRules(responder)
      // A rule that several responders inherit is reported once.
      for rule in retries
      where rule.policy.maxAttempts > 1 && rule.clause.failures.isEmpty
        && !reported.contains(WrittenAt(rule.then.value.range))
      {
        let condition = rule.clause.condition
        let position = rule.clause.kind == .otherwise ? nil : positions[rule.clause.name]
        var known: Condition?
        let isAdmitted = { (error: Condition) -> Witness? in
          let lost = known ?? passed.lost(before: position, for: condition).condition
          known = lost
          guard let witness = reasoner.satisfiable(.all([condition, error, .not(lost)])).witness else {
            return nil
          }
          // A category that only the error itself can name is intended.
          return witness.json.contains("\"category\"") ? nil : witness
        }
        if case .always = condition, rule.clause.rate == nil {
          let wrong = Set((400...499).map { Int64($0) }).subtracting(worthwhile)
          guard let (_, witness) = admitted(wrong, at: rule.then.value.range, isAdmitted) else { continue }
          reported.insert(WrittenAt(rule.then.value.range))
          findings.report(
            positions.isEmpty || position == 0
              ? "This retries every error, even those that can't succeed. Limit it to some statuses, codes or types."
              : "This retries every error that gets here, even those that can't succeed. Limit it to some statuses, codes or types.",
            at: rule.then.value.range, witness: witness.json)
          continue
        }
        guard let vain = vain(condition, program, worthwhile, isAdmitted) else {
          if let base = Self.coveringType(in: condition, program, isAdmitted) {
            reported.insert(WrittenAt(rule.then.value.range))
            findings.report(
              "“\(rule.name)” retries all of “\(base.name)”, also “\(base.covered)”, which can't succeed. "
                + "Name the errors that may, or let an earlier rule handle it.",
              at: rule.then.value.range, level: base.isCommon ? nil : .note,
              related: [.init("the condition", at: base.source.range)], witness: base.witness.json)
          }
          continue
        }
        // A connection to another server, or a transaction begun anew, is what it does.
        guard vain.need == .nothing || rule.clause.actions.allSatisfy({ $0.members.first?.key != "perform" })
        else { continue }
        reported.insert(WrittenAt(rule.then.value.range))
        findings.report(
          "“\(rule.name)” retries \(vain.what), \(vain.need.sentence)\(Self.advice(rule.clause))",
          at: rule.then.value.range, level: vain.need == .nothing ? nil : .note,
          related: [.init("the condition", at: vain.source.range)],
          witness: vain.witness.json)
      }
    }
  }

  /// An action of the rule before the retry may let it succeed.
  private static func advice(_ clause: RuleProgram.Clause) -> String {
    guard let performed = clause.actions.first(where: { $0.members.first?.key == "perform" }) else {
      return ". Remove it, or let an earlier rule handle it."
    }
    let name = performed.provided
    return " unless “\(name)” does. Write what follows if it fails: { perform: \(name), failed: abort }."
  }

  /// A part that fails again and gets there, with a witness; first those that can't succeed at all.
  private func vain(
    _ condition: Condition, _ program: RuleProgram, _ worthwhile: Set<Int64>,
    _ isAdmitted: (Condition) -> Witness?
  ) -> (what: String, need: VainError.Need, source: Condition.Source, witness: Witness)? {
    let comparisons = program.comparisons(of: condition)
    var other: (what: String, need: VainError.Need, source: Condition.Source, witness: Witness)?
    for comparing in comparisons where !comparing.isNegated || !comparing.isNested {
      if let status = vainStatus(comparing, worthwhile, isAdmitted) {
        return (status.what, .nothing, comparing.source, status.witness)
      }
      guard let error = vainError(comparing, beside: comparisons),
        error.need == .nothing || other == nil
      else { continue }
      let this = Condition.compare(comparing.subject, comparing.comparison, comparing.source)
      guard let witness = isAdmitted(comparing.isNested ? .anyInside(this) : this) else { continue }
      if error.need == .nothing { return (error.name, error.need, comparing.source, witness) }
      other = (error.name, error.need, comparing.source, witness)
    }
    return other
  }

  private func vainStatus(
    _ comparing: Comparing, _ worthwhile: Set<Int64>, _ isAdmitted: (Condition) -> Witness?
  ) -> (what: String, witness: Witness)? {
    guard comparing.subject == .field(.status) || comparing.subject == .problem(.status), !comparing.isNested,
      let ranges = comparing.comparison.numbers, !ranges.isEmpty
    else { return nil }
    let wrong = Set((400...499).map { Int64($0) }).filter { status in
      ranges.contains { $0.holds(.integer(status)) } != comparing.isNegated && !worthwhile.contains(status)
    }
    guard let (status, witness) = admitted(wrong, at: comparing.source.range, isAdmitted) else { return nil }
    return (wrong.count > 1 ? "statuses such as \(status)" : "status \(status)", witness)
  }

  private func vainError(_ comparing: Comparing, beside others: [Comparing]) -> VainError? {
    guard !comparing.isNegated else { return nil }
    switch comparing.subject {
    case .field(.code):
      return vainCode(comparing, beside: others).map { VainError(name: $0, need: .nothing) }
        ?? VainNames.code(in: comparing.comparison) ?? VainCodes.code(in: comparing, beside: others)
    case .field(.type), .field(.case): return VainNames.name(in: comparing.comparison)
    case .field(.message): return VainNames.message(in: comparing.comparison)
    case .field, .problem, .problemExtension, .attribute, .payload, .with, .outcome, .elapsed: return nil
    }
  }

  /// A base class that the condition names, not narrowed by anything beside it, if all that it covers in vain gets there.
  private static func coveringType(
    in condition: Condition, _ program: RuleProgram, _ isAdmitted: (Condition) -> Witness?
  ) -> (name: String, covered: String, isCommon: Bool, source: Condition.Source, witness: Witness)? {
    var open: Set<Int> = []
    for (name, source) in program.unnarrowedTypes(in: condition, &open) {
      guard let (types, isCommon) = VainNames.covered(by: name) else { continue }
      // Who handles one of them has thought of them.
      let witnesses = types.map { type in
        isAdmitted(.compare(.field(.type), .typeName(type, exactly: true), source))
      }
      guard let witness = witnesses.first ?? nil, witnesses.allSatisfy({ $0 != nil }) else { continue }
      return (name, types[0], isCommon, source, witness)
    }
    return nil
  }

  private func admitted(_ statuses: Set<Int64>, at place: SourceRange, _ isAdmitted: (Condition) -> Witness?)
    -> (Int64, Witness)?
  {
    let condition = { (statuses: [Int64]) in
      Condition.compare(
        .field(.status), .number(statuses.map { NumberRange(.integer($0)) }),
        Condition.Source(place, expected: ""))
    }
    guard !statuses.isEmpty, let any = isAdmitted(condition(statuses.sorted())) else { return nil }
    for status in [404, 401, 400, 403, 422] as [Int64] where statuses.contains(status) {
      if let witness = isAdmitted(condition([status])) { return (status, witness) }
    }
    for status in statuses.sorted() {
      if let witness = isAdmitted(condition([status])) { return (status, witness) }
    }
    return (statuses.min() ?? 0, any)
  }

  /// The symbol of a code that can't succeed, if its domain is in the same condition.
  private func vainCode(_ comparing: Comparing, beside others: [Comparing]) -> String? {
    guard case .code(let ranges) = comparing.comparison else { return nil }
    let domains = others.compactMap { other -> String? in
      guard !other.isNegated, other.subject == .field(.domain) else { return nil }
      return other.comparison.name
    }
    // With several domains it is unknown which of them the code belongs to.
    guard Set(domains).count == 1, let codes = domains.first.flatMap({ Self.vainCodes[$0] }) else {
      return nil
    }
    return codes.first { code, _ in ranges.contains { $0.lower == $0.upper && $0.holds(.integer(code)) } }?.1
  }

  private static let vainCodes: [String: [(Int64, String)]] = [
    "NSURLErrorDomain": [
      (-1000, "NSURLErrorBadURL"), (-1002, "NSURLErrorUnsupportedURL"),
      (-1012, "NSURLErrorUserCancelledAuthentication"), (-1013, "NSURLErrorUserAuthenticationRequired"),
      (-1015, "NSURLErrorCannotDecodeRawData"),
      (-1016, "NSURLErrorCannotDecodeContentData"), (-1017, "NSURLErrorCannotParseResponse"),
      (-1202, "NSURLErrorServerCertificateUntrusted"),
    ],
    "NSPOSIXErrorDomain": [(1, "EPERM"), (2, "ENOENT"), (13, "EACCES"), (22, "EINVAL")],
    "grpc": [
      (3, "INVALID_ARGUMENT"), (5, "NOT_FOUND"), (6, "ALREADY_EXISTS"), (7, "PERMISSION_DENIED"),
      (9, "FAILED_PRECONDITION"), (12, "UNIMPLEMENTED"), (16, "UNAUTHENTICATED"),
    ],
    "NSCocoaErrorDomain": [
      (257, "NSFileReadNoPermissionError"), (513, "NSFileWriteNoPermissionError"),
      (2048, "NSFormattingError"),
      (3840, "NSPropertyListReadCorruptError"), (4864, "NSCoderReadCorruptError"),
    ],
  ]
}
