internal import Records
internal import RuleLanguage
internal import Source

/// The key of settings for all services, and within a service for all operations.
private let defaultKey = "__default__"

/// botocore's retry table: which requests its clients send again in the retry mode `legacy`.
///
/// The format is that of `botocore/data/_retry.json`; what it means, botocore's `translate.py` and `retryhandler.py` say. A client
/// has its service's entry, merged into the default one.
struct BotocoreRetryTable: PolicyFormat {
  let name = "botocore"
  let summary = "botocore's retry table, _retry.json (retry mode legacy)"

  func recognizes(_ root: Node) -> Bool {
    guard let retry = root["retry"], retry.members != nil else { return false }
    return retry[defaultKey] != nil || root["definitions"]?.members != nil
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    var rules: [Node] = []
    if var table = PolicyMapping(root, "a retry table", in: &diagnostics) {
      let definitions = table.take("definitions")?.members ?? []
      let retry = table.take("retry") ?? root
      table.close(in: &diagnostics)
      rules = Self.rules(retry, definitions, in: &diagnostics)
    }
    // Defaults and definitions are read for each service anew.
    var seen: Set<String> = []
    diagnostics.filter { seen.insert($0.description).inserted }
    let place = root.range
    let longest = Node.longestDelay(at: place)
    let defaults: [(String, Node)] = [
      ("within", longest), ("backoff", .mapping([("max", longest)], at: place)),
      ("exhausted", .text("cancel", at: place)),
    ]
    let responder: [(String, Node)] = [
      ("id", .text("client", at: place)), ("rules", .list(rules, at: place)),
      ("otherwise", .mapping([("then", .text("cancel", at: place))], at: place)),
    ]
    return .ruleFile(
      named: "botocore's retry table", defaults: [("retry", .mapping(defaults, at: place))],
      responders: [.mapping(responder, at: place)], at: place)
  }

  private static func rules(_ retry: Node, _ definitions: [Node.Member], in diagnostics: inout Diagnostics)
    -> [Node]
  {
    var rules: [Node] = []
    var ids = RuleIDs()
    for service in retry.members ?? [] where service.key != defaultKey {
      let ids = (retry: ids.id(service.key), failed: ids.id("\(service.key).failed"))
      let attributes = attributes(of: service, in: &diagnostics)
      let client = Client(service, of: retry, definitions, in: &diagnostics)
      if let client, let rule = client.rule(ids.retry, attributes, at: service.value.range) {
        rules.append(rule)
      }
      // The default's rule must not answer an error of this service.
      let when = Node.mapping([("attributes", attributes)], at: service.keyRange)
      let id = Node.text(ids.failed, at: service.keyRange)
      rules.append(
        .mapping(
          [("id", id), ("when", when), ("then", .text("cancel", at: service.keyRange))],
          at: service.value.range))
    }
    let place = retry[defaultKey]?.range ?? retry.range
    let client = Client(nil, of: retry, definitions, in: &diagnostics)
    if let rule = client?.rule(ids.id("every-service"), nil, at: place) { rules.append(rule) }
    return rules
  }

  /// A service as OpenTelemetry names it. The table has the prefix of its endpoints.
  private static func attributes(of service: Node.Member, in diagnostics: inout Diagnostics) -> Node {
    let place = service.keyRange
    var name: [(String, Node)]
    if let ids = AWSServices.idsByPrefix[service.key] {
      name = [("equals", .oneOf(ids.map { .text($0, at: place) }, at: place))]
    } else {
      diagnostics.report(
        .policyDoubt(
          "“\(service.key)” is the endpoint prefix of no service that botocore 1.44 knows.\(AWSServices.question(for: service.key))",
          at: place))
      name = [("equals", .text(service.key, at: place)), ("ignoreCase", .boolean(true, at: place))]
    }
    return .mapping([("rpc.service", .mapping(name, at: place))], at: place)
  }

  /// What the clients of a service do, or those of the services without an entry.
  private struct Client {
    /// Nil for one.
    private let tries: Node?
    private let backoff: Node
    private let conditions: Conditions

    /// Nil, and reported, if botocore makes no such client.
    init?(
      _ service: Node.Member?, of retry: Node, _ definitions: [Node.Member], in diagnostics: inout Diagnostics
    ) {
      let before = diagnostics.errorCount
      guard let merged = Self.merged(service, of: retry, definitions, in: &diagnostics),
        diagnostics.errorCount == before,
        let settings = merged[defaultKey],
        var config = PolicyMapping(settings, "the settings of a service", in: &diagnostics)
      else { return nil }
      let most = Self.number("max_attempts", of: &config, in: &diagnostics)
      let delay = config.take("delay")
      var conditions = Conditions()
      if let policies = config.take("policies") { conditions.add(policies, in: &diagnostics) }
      config.close(in: &diagnostics)
      for member in merged.members ?? [] where member.key != defaultKey {
        // For an operation botocore's clients look up the endpoint prefix.
        if member.key == service?.key {
          guard var own = PolicyMapping(member.value, "an operation", in: &diagnostics) else { continue }
          if let policies = own.take("policies") {
            conditions.add(policies, in: &diagnostics)
          } else {
            diagnostics.report(.missing("policies", at: member.value.range))
          }
          own.close(in: &diagnostics)
        } else {
          diagnostics.report(
            .policyDoubt(
              "botocore's clients look up no operation: “\(member.key)” has no effect. Move its policies to “\(defaultKey)”.",
              at: member.keyRange))
        }
      }
      conditions.finish(in: &diagnostics)
      if delay == nil { diagnostics.report(.missing("delay", at: settings.range)) }
      // A try is followed by another one if its number is less than this.
      let count = most?.value.rounded(.up) ?? 0
      let backoff = delay.flatMap { Self.backoff($0, upTo: count, in: &diagnostics) }
      guard let most, let backoff, diagnostics.errorCount == before else { return nil }
      tries = count > 1 ? .tries(Int64(min(count, 1e6)), at: most.node.range, in: &diagnostics) : nil
      self.backoff = backoff
      self.conditions = conditions
    }

    /// The default settings with the service's, as `build_retry_config` merges them.
    private static func merged(
      _ service: Node.Member?, of retry: Node, _ definitions: [Node.Member], in diagnostics: inout Diagnostics
    ) -> Node? {
      let definitions = PythonDictionary(definitions, at: retry.range)
      let defaults = (retry.members ?? []).filter { $0.key == defaultKey }
      let settings =
        defaults.isEmpty
        ? [.init(key: defaultKey, keyRange: retry.range, value: .mapping([], at: retry.range))] : defaults
      let merged = PythonDictionary(settings, at: retry.range)
      guard let service else {
        merged.resolveReferences(definitions, in: &diagnostics)
        return merged.node()
      }
      guard let members = service.value.members else {
        diagnostics.report(
          .policyFault(
            "This must be the settings of a service, a mapping. It is \(service.value.kindName).",
            at: service.value.range))
        return nil
      }
      let own = PythonDictionary(members, at: service.value.range)
      own.resolveReferences(definitions, in: &diagnostics)
      merged.resolveReferences(definitions, in: &diagnostics)
      merged.merge(own, in: &diagnostics)
      return merged.node()
    }

    private static func number(
      _ key: String, of mapping: inout PolicyMapping, in diagnostics: inout Diagnostics
    ) -> (value: Double, node: Node)? {
      let node = mapping.take(key)
      if let node, let value = node.number?.double, value.isFinite { return (value, node) }
      diagnostics.report(
        node.map { .policyFault("“\(key)” must be a number.", at: $0.range) }
          ?? .missing(key, at: mapping.node.range))
      return nil
    }

    /// - Parameter count: the tries, the first included.
    private static func backoff(_ node: Node, upTo count: Double, in diagnostics: inout Diagnostics) -> Node?
    {
      guard var delay = PolicyMapping(node, "a delay", in: &diagnostics) else { return nil }
      let type = delay.take("type")
      guard type?.string == "exponential" else {
        diagnostics.report(
          .policyFault(
            "“type” must be “exponential”: with another one botocore fails at its first retry.",
            at: (type ?? node).range))
        return nil
      }
      let base = Self.base(&delay, in: &diagnostics)
      let factor = number("growth_factor", of: &delay, in: &diagnostics)
      delay.close(in: &diagnostics)
      guard let base, let factor else { return nil }
      guard factor.value >= 0 else {
        diagnostics.report(
          .policyFault(
            "“growth_factor” must be at least 0: a delay can't be negative.", at: factor.node.range))
        return nil
      }
      // The last delay; each is as long as the one before it, times the factor.
      let later = Int(min(max(count, 2), 1_000)) - 2
      let seconds = (0..<later).reduce(base.seconds) { delay, _ in delay * factor.value }
      if seconds > longestSeconds {
        diagnostics.report(.policyLoss("No delay of a rule is longer than 366 days.", at: node.range))
      }
      return .mapping(
        [
          ("initial", base.initial), ("multiplier", .multiplier(factor.node, factor.value, in: &diagnostics)),
          ("jitter", .text(base.isRandom ? "full" : "none", at: base.initial.range)),
        ],
        at: node.range
      )
    }

    private static let longestSeconds = Double(Node.longestDelayInDays * 86_400)

    private struct Base {
      /// The longest, if it is random.
      let seconds: Double
      let initial: Node
      let isRandom: Bool
    }

    private static func base(_ delay: inout PolicyMapping, in diagnostics: inout Diagnostics) -> Base? {
      guard let node = delay.take("base") else {
        diagnostics.report(.missing("base", at: delay.node.range))
        return nil
      }
      if node.string == "rand" {
        return Base(seconds: 1, initial: .text("1s", at: node.range), isRandom: true)
      }
      guard let base = node.number?.double, base.isFinite, base > 0 else {
        diagnostics.report(.policyFault("“base” must be “rand” or a number above 0.", at: node.range))
        return nil
      }
      let longest = longestSeconds * 1e6
      let microseconds = min(max((base * 1e6).rounded(), 1), longest)
      if microseconds / 1e6 != base, microseconds < longest {
        diagnostics.report(
          .policyLoss(
            "A rule's delay is a whole number of microseconds; this one is rounded.", at: node.range))
      }
      let initial = TimeSpan(microseconds: Int64(microseconds)).shortText
      return Base(seconds: base, initial: .text(initial, at: node.range), isRandom: false)
    }

    /// Nil if no request is ever sent again.
    func rule(_ id: String, _ attributes: Node?, at place: SourceRange) -> Node? {
      let clauses = conditions.clauses(at: place)
      guard let tries, !clauses.isEmpty else { return nil }
      var when = attributes.map { [("attributes", $0)] } ?? []
      if clauses.count == 1 {
        when += clauses[0]
      } else {
        when.append(("any", .list(clauses.map { .mapping($0, at: place) }, at: place)))
      }
      let retry = Node.mapping([("maxAttempts", tries), ("backoff", backoff)], at: place)
      var rule: [(String, Node)] = [
        ("id", .text(id, at: place)), ("when", .mapping(when, at: place)),
        ("then", .mapping([("retry", retry)], at: place)),
      ]
      let suppressed = conditions.suppressed
      if !suppressed.isEmpty {
        let reasons = suppressed.map { ($0.code, Node.text($0.reason, at: place)) }
        rule.append(("suppress", .mapping(reasons, at: place)))
      }
      return .mapping(rule, at: place)
    }
  }

  /// After which answers and errors a client sends a request again.
  private struct Conditions {
    private var count = 0
    private var statuses: [Node] = []
    private var codes: [(status: Node, codes: [Node])] = []
    private var checksum: SourceRange?
    /// The list of a policy that raises the errors of sending.
    private var raising: SourceRange?
    /// A list that names those that are caught. It may stand in another policy.
    private var catching: SourceRange?

    private static let module = "botocore.exceptions."
    /// What `GENERAL_CONNECTION_ERROR` stands for, and the classes below its `ConnectionError`.
    private static let connectionErrors = [
      "ConnectionError", "ConnectionClosedError", "ReadTimeoutError", "EndpointConnectionError", "SSLError",
      "ConnectTimeoutError", "ProxyConnectionError",
    ]
    private static let socketErrors = "GENERAL_CONNECTION_ERROR"

    mutating func add(_ policies: Node, in diagnostics: inout Diagnostics) {
      guard let members = policies.members else {
        diagnostics.report(
          .policyFault("“policies” must be a mapping. It is \(policies.kindName).", at: policies.range))
        return
      }
      for member in members { add(policy: member.value, in: &diagnostics) }
    }

    private mutating func add(policy node: Node, in diagnostics: inout Diagnostics) {
      count += 1
      guard var policy = PolicyMapping(node, "a policy", in: &diagnostics) else { return }
      let applies = policy.take("applies_when")
      policy.close(in: &diagnostics)
      guard let applies else {
        diagnostics.report(.missing("applies_when", at: node.range))
        return
      }
      guard var kinds = PolicyMapping(applies, "what a policy applies to", in: &diagnostics) else { return }
      let response = kinds.take("response")
      let errors = kinds.take("socket_errors")
      kinds.close(in: &diagnostics)
      if let response { add(response: response, in: &diagnostics) }
      if let errors {
        add(errors, raises: response == nil, in: &diagnostics)
      } else if response == nil {
        diagnostics.report(
          .policyFault(
            "“response” and “socket_errors” are missing: botocore fails where it asks this policy.",
            at: applies.range))
      }
    }

    private mutating func add(_ errors: Node, raises: Bool, in diagnostics: inout Diagnostics) {
      guard let names = errors.elements else {
        diagnostics.report(
          .policyFault("“socket_errors” must be a list. It is \(errors.kindName).", at: errors.range))
        return
      }
      if raises { raising = errors.range }
      if names.isEmpty {
        diagnostics.report(.policyDoubt("The list is empty: the policy has no effect.", at: errors.range))
      }
      for name in names {
        if name.string == Self.socketErrors {
          catching = errors.range
        } else {
          diagnostics.report(
            .policyFault(
              "botocore knows no socket errors but \(Self.socketErrors), and can't make a client.",
              at: name.range))
        }
      }
    }

    private mutating func add(response node: Node, in diagnostics: inout Diagnostics) {
      guard var response = PolicyMapping(node, "a response", in: &diagnostics) else { return }
      let code = response.take("service_error_code")
      let status = response.take("http_status_code")
      if code == nil, status == nil {
        if let header = response.take("crc32body") {
          checksum = header.range
        } else {
          diagnostics.report(.missing("http_status_code", at: node.range))
        }
      } else if status == nil {
        diagnostics.report(.missing("http_status_code", at: node.range))
      }
      // Beside these botocore asks for no checksum.
      response.close(in: &diagnostics)
      guard let status else { return }
      guard let number = status.number?.double, let integer = Int64(exactly: number) else {
        diagnostics.report(.policyDoubt("No status equals this: the policy has no effect.", at: status.range))
        return
      }
      if integer < 300 {
        diagnostics.report(
          .policyLoss(
            "botocore tries again after any answer with this status; a rule is asked about errors only.",
            at: status.range))
      }
      let value = Node.integer(integer, at: status.range)
      guard let code else {
        statuses.append(value)
        return
      }
      guard let text = code.string else {
        diagnostics.report(
          .policyDoubt("No error code equals this: the policy has no effect.", at: code.range))
        return
      }
      let entry = Node.text(text, at: code.range)
      let index = codes.firstIndex { if case .integer(integer) = $0.status.content { true } else { false } }
      if let index { codes[index].codes.append(entry) } else { codes.append((value, [entry])) }
    }

    /// To be called behind the last policy.
    mutating func finish(in diagnostics: inout Diagnostics) {
      if let catching, raising == nil {
        diagnostics.report(
          .policyDoubt(
            "“socket_errors” has no effect beside “response”. Make it a policy of its own.", at: catching))
      }
      guard count == 1, let place = checksum ?? raising else { return }
      diagnostics.report(
        .policyDoubt("This policy has no effect as the only one: botocore then catches no error.", at: place))
      checksum = nil
      raising = nil
    }

    /// Checks that know too little about AWS's answers.
    var suppressed: [(code: String, reason: String)] {
      guard !codes.isEmpty else { return [] }
      var suppressed = [(code: "code-without-domain", reason: "AWS's error codes have no domain.")]
      if codes.contains(where: { Self.isLasting($0.status) }), !statuses.contains(where: Self.isLasting) {
        suppressed.append(("vain-retry", "The code tells which of these answers may succeed later."))
      }
      return suppressed
    }

    /// Whether a request that has this status fails again, if nothing else is known.
    private static func isLasting(_ status: Node) -> Bool {
      guard case .integer(let status) = status.content else { return false }
      return (400...499).contains(status) && ![408, 425, 429].contains(status)
    }

    /// The conditions of a rule, of which any must hold.
    func clauses(at place: SourceRange) -> [[(String, Node)]] {
      var clauses: [[(String, Node)]] = []
      if !statuses.isEmpty { clauses.append([("status", .oneOf(statuses, at: place))]) }
      for (status, codes) in codes {
        let equals = Node.mapping([("equals", .oneOf(codes, at: place))], at: place)
        clauses.append([("status", status), ("code", equals)])
      }
      var types: [Node] = []
      if raising != nil, let catching {
        types = Self.connectionErrors.map { .text(Self.module + $0, at: catching) }
      }
      if let checksum { types.append(.text("\(Self.module)ChecksumError", at: checksum)) }
      if !types.isEmpty { clauses.append([("type", .oneOf(types, at: place))]) }
      return clauses
    }
  }
}

extension Diagnostic {
  fileprivate static func missing(_ key: String, at range: SourceRange) -> Diagnostic {
    .policyFault("“\(key)” is missing: botocore can't make a client.", at: range)
  }
}
