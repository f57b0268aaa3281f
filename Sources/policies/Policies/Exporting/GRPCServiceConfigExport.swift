internal import Engine
internal import Records
internal import RuleLanguage
internal import Source

/// Writes a service config of gRPC (see ``GRPCServiceConfig``): a policy for each method, each service, and all others.
struct GRPCServiceConfigExport: PolicyExport {
  let name = "grpc"
  let summary = "gRPC service config: retryPolicy and retryThrottling"

  private static let codes = CodeTable.grpc.codes.keys.filter { $0 != "OK" }.sorted()
  private static let service = Subject.attribute("rpc.service")
  private static let method = Subject.attribute("rpc.method")

  var textAttributes: [Subject] { [Self.service, Self.method] }

  func knownErrors(to rules: ExportedRules) -> Condition {
    // What is ignored is cancelled, as it is for gRPC's caller.
    let codes = CodeTable.grpc.codes.filter { name, _ in
      name != "OK" && (name != "CANCELLED" || rules.program.ignored == nil)
    }
    let numbers = codes.compactMap { $0.value.numbers.darwin }.sorted().map { NumberRange(.integer($0)) }
    return .all([
      rules.isOne(of: ["grpc"], .field(.domain)), rules.compare(.field(.code), .code(numbers)),
      .not(rules.isCancellation),
    ])
  }

  func document(of rules: ExportedRules, in diagnostics: inout Diagnostics) -> Node? {
    guard let names = Self.names(in: rules, &diagnostics) else { return nil }
    var losses = ExportLosses(rules)
    var errors = TypicalErrors(rules)
    var written: [(name: Name, policy: Policy)] = []
    var entries: [(names: [Name], policy: Policy)] = []
    for name in names {
      let policy = Self.policy(for: name, &errors, &losses)
      // A method without an entry has the policy of its service, or else that of all methods.
      let general = written.last { $0.name.covers(name) }?.policy
      guard policy != general else { continue }
      written.append((name, policy))
      if let index = entries.firstIndex(where: { $0.policy == policy && $0.names[0].isLike(name) }) {
        entries[index].names.append(name)
      } else {
        entries.append(([name], policy))
      }
    }
    let place = rules.place
    var members = [("methodConfig", Node.list(entries.map { Self.entry($0, rules, &losses) }, at: place))]
    if let throttling = Self.throttling(Set(written.compactMap { $0.policy.clause }), rules, &losses) {
      members.append(("retryThrottling", throttling))
    }
    losses.report(in: &diagnostics)
    return .mapping(members, at: place)
  }

  // MARK: - Methods

  private struct Name: Hashable {
    /// Empty for all services.
    var service = ""
    /// Empty for all methods of the service.
    var method = ""

    func covers(_ other: Name) -> Bool {
      service.isEmpty || service == other.service && (method.isEmpty || method == other.method)
    }

    /// Whether both names are equally specific.
    func isLike(_ other: Name) -> Bool {
      service.isEmpty == other.service.isEmpty && method.isEmpty == other.method.isEmpty
    }

    func error(_ code: String) -> TypicalError {
      let names = [service, method].map { $0.isEmpty ? TypicalError.unnamed : $0 }
      return TypicalError(
        domain: "grpc", code: code, attributes: [("rpc.service", names[0]), ("rpc.method", names[1])])
    }
  }

  /// The methods that the rules name: all, those of some services, and single ones. Nil if they are too many.
  private static func names(in rules: ExportedRules, _ diagnostics: inout Diagnostics) -> [Name]? {
    var services: Set<String> = []
    var methods: Set<Name> = []
    for condition in rules.conditions {
      let named = condition.texts(of: service).filter { !$0.isEmpty }
      services.formUnion(named)
      let listed = condition.texts(of: method)
      let count = services.count + methods.count + named.count * listed.count
      guard rules.canTry(count, codes.count, "methods", in: &diagnostics) else { return nil }
      for method in listed where !method.isEmpty {
        methods.formUnion(named.map { Name(service: $0, method: method) })
      }
    }
    return [Name()] + services.sorted().map { Name(service: $0) }
      + methods.sorted { ($0.service, $0.method) < ($1.service, $1.method) }
  }

  private struct Policy: Hashable {
    /// The rule that tries again; nil if none does.
    var clause: Int?
    var codes: [String] = []
  }

  private static func policy(for name: Name, _ errors: inout TypicalErrors, _ losses: inout ExportLosses)
    -> Policy
  {
    var codes: [Int: [String]] = [:]
    for code in Self.codes {
      guard let outcomes = errors.outcomes(of: name.error(code)) else { continue }
      if let retry = outcomes.first.retry { codes[retry.clause, default: []].append(code) }
      losses.add(unless: outcomes, areOfRequestsOf: "gRPC")
    }
    let sole = losses.sole(
      of: codes, by: { $0.count },
      "gRPC has one retry policy for a method: this rule's errors are not tried again.")
    return sole.map { Policy(clause: $0.clause, codes: $0.failures) } ?? Policy()
  }

  // MARK: - Writing

  private static func entry(
    _ written: (names: [Name], policy: Policy), _ rules: ExportedRules, _ losses: inout ExportLosses
  ) -> Node {
    let place = rules.place
    let names = written.names.map { name in
      let parts = [("service", name.service), ("method", name.method)].filter { !$0.1.isEmpty }
      return Node.mapping(parts.map { ($0.0, .text($0.1, at: place)) }, at: place)
    }
    var members = [("name", Node.list(names, at: place))]
    guard let clause = written.policy.clause, let policy = rules.retry(of: clause) else {
      return .mapping(members, at: place)
    }
    if let deadline = policy.deadline {
      losses.add(
        "gRPC counts “timeout” from the start of a call, a deadline from the first failure.",
        atVerdictOf: clause)
      members.append(("timeout", duration(deadline, clause, at: place, &losses)))
    }
    members.append(("retryPolicy", retryPolicy(policy, written.policy, clause, at: place, &losses)))
    return .mapping(members, at: place)
  }

  private static func retryPolicy(
    _ policy: RetryPolicy, _ written: Policy, _ clause: Int, at place: SourceRange,
    _ losses: inout ExportLosses
  ) -> Node {
    if policy.maxAttempts > 5 { losses.add("gRPC makes at most 5 tries.", atVerdictOf: clause) }
    if policy.backoff.jitter != .share(0.2) {
      losses.add("gRPC's delays vary by a fifth, which is “jitter: 0.2”.", atVerdictOf: clause)
    }
    losses.add(keyOf: policy, besides: [.field(.operation)], "gRPC counts the tries of one call", clause)
    switch policy.quota {
    case .retries: losses.add("gRPC has no quota of retries in a time.", atVerdictOf: clause)
    case .shared:
      losses.add("gRPC's tokens have no cost: a retry needs more than half of them.", atVerdictOf: clause)
    case .tokens, nil: break
    }
    losses.add(delaysOf: policy, of: "gRPC", clause)
    return .mapping(
      [
        ("maxAttempts", .integer(Int64(min(policy.maxAttempts, 5)), at: place)),
        (
          "initialBackoff",
          duration(policy.backoff.delays.first ?? policy.backoff.initial, clause, at: place, &losses)
        ),
        ("maxBackoff", duration(policy.backoff.max, clause, at: place, &losses)),
        ("backoffMultiplier", .factor(policy.backoff.multiplier, at: place)),
        ("retryableStatusCodes", .list(written.codes.map { .text($0, at: place) }, at: place)),
      ],
      at: place
    )
  }

  /// The duration in seconds, as protocol buffers write it in JSON.
  private static func duration(
    _ span: TimeSpan, _ clause: Int, at place: SourceRange, _ losses: inout ExportLosses
  ) -> Node {
    if span.microseconds == 0 { losses.add("gRPC needs delays above zero.", atVerdictOf: clause) }
    return .text("\(span.decimalSeconds)s", at: place)
  }

  private static func throttling(_ clauses: Set<Int>, _ rules: ExportedRules, _ losses: inout ExportLosses)
    -> Node?
  {
    var buckets: [[Int]: Int] = [:]
    for clause in clauses {
      guard case .tokens(let tokens, let ratio)? = rules.retry(of: clause)?.quota else { continue }
      buckets[[tokens, ratio], default: 0] += 1
    }
    guard let bucket = buckets.keys.min(by: { ($0[0], $0[1]) < ($1[0], $1[1]) }) else { return nil }
    if clauses.count > 1 {
      for clause in clauses {
        losses.add(
          "gRPC counts the tokens of a server for all methods together; the rules count them for each rule.",
          atVerdictOf: clause)
      }
    }
    return .mapping(
      [
        ("maxTokens", .integer(Int64(bucket[0] / 1_000), at: rules.place)),
        ("tokenRatio", .factor(Double(bucket[1]) / 1_000, at: rules.place)),
      ],
      at: rules.place
    )
  }
}
