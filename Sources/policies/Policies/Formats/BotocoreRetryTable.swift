internal import Records
internal import RuleLanguage
internal import Source

/// The key of settings for all services, and within a service for all operations.
private let defaultKey = "__default__"

/// The answer to a table without a key.
private let noClient = ": botocore can't make a client."

/// botocore's retry table: which requests its clients send again in the retry mode `legacy`; or the settings of its other modes.
///
/// The format is that of `botocore/data/_retry.json`; what it means, botocore's `translate.py` and `retryhandler.py` say. A client
/// has its service's entry, merged into the default one.
struct BotocoreRetryTable: TypedPolicyFormat {
  let name = "botocore"
  let noun = "botocore retry policy"
  let summary = "AWS retry settings (~/.aws/config, AWS_*) or botocore's _retry.json"

  func document(of file: SourceFile, in diagnostics: inout Diagnostics) -> Node? {
    AWSConfigText.read(file, in: &diagnostics)
  }

  func recognizes(_ root: Node) -> Bool {
    if root[AWSConfigText.root] != nil { return true }
    guard let retry = root["retry"], retry.members != nil else { return false }
    return retry[defaultKey] != nil || root["definitions"]?.members != nil
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    if let settings = root[AWSConfigText.root] { return BotocoreSettings(settings).ruleFile }
    var rules: [ImportedRule] = []
    if let table = root.mapping("a retry table") {
      let definitions = table.take("definitions")?.members ?? []
      if let retry = table.required("retry", noClient) {
        rules = Self.rules(retry, definitions)
        let key = root.node.members?.first { $0.key == "retry" }?.keyRange
        root.at(key ?? retry.place).lost(
          "botocore reads this table in the retry mode “legacy” only, its default up to 1.43. The mode “standard”, its default since 1.44, makes 3 tries (4 for DynamoDB), waits at most 50 ms before the second, and does not read it."
        )
      }
    }
    // Defaults and definitions are read for each service anew.
    root.findings.removeRepetitions()
    return ImportedRuleFile(
      name: "botocore's retry table", place: root.place,
      retry: ImportedRetry(
        within: .longestDelay, backoff: ImportedBackoff(max: .longestDelay), exhausted: "cancel"),
      responders: [ImportedResponder(id: "client", rules: rules, otherwise: .cancel, place: root.place)])
  }

  private static func rules(_ retry: PolicyValue, _ definitions: [Node.Member]) -> [ImportedRule] {
    var rules: [ImportedRule] = []
    var ids = RuleIDs()
    for service in retry.members ?? [] where service.key != defaultKey {
      let ids = (retry: ids.id(service.key), failed: ids.id("\(service.key).failed"))
      let attributes = attributes(of: service, retry.at(service.keyRange))
      let client = RetryClient(service, of: retry, definitions)
      if let rule = client?.rule(ids.retry, attributes, at: service.value.range) { rules.append(rule) }
      // The default's rule must not answer an error of this service.
      rules.append(
        ImportedRule(
          .text(ids.failed).at(service.keyRange), when: .placed(["attributes": attributes], service.keyRange),
          then: .cancel.at(service.keyRange), at: service.value.range))
    }
    let place = retry[defaultKey]?.place ?? retry.place
    let client = RetryClient(nil, of: retry, definitions)
    if let rule = client?.rule(ids.id("every-service"), nil, at: place) { rules.append(rule) }
    return rules
  }

  /// A service as OpenTelemetry names it. The table has the prefix of its endpoints.
  private static func attributes(of service: Node.Member, _ key: PolicyValue) -> ImportedValue {
    let name: ImportedValue
    if let ids = AWSServices.idsByPrefix[service.key] {
      name = ["equals": .oneOf(ids.map { .text($0) })]
    } else {
      key.doubt(
        "“\(service.key)” is the endpoint prefix of no service that botocore 1.44 knows.\(AWSServices.question(for: service.key))"
      )
      name = ["equals": .text(service.key), "ignoreCase": true]
    }
    return .placed(["rpc.service": name], key.place)
  }
}

/// The retries of a service's clients, or of those of the services without an entry.
private struct RetryClient {
  /// Nil for one.
  private let tries: ImportedValue?
  private let backoff: ImportedBackoff
  private let conditions: RetryConditions

  /// Nil, and reported, if botocore makes no such client.
  init?(_ service: Node.Member?, of retry: PolicyValue, _ definitions: [Node.Member]) {
    let findings = retry.findings
    let before = findings.errorCount
    guard let merged = Self.merged(service, of: retry, definitions), findings.errorCount == before,
      let settings = merged[defaultKey], let config = settings.mapping("the settings of a service")
    else { return nil }
    let most = config.required("max_attempts", noClient)?.number()
    let delay = config.take("delay")
    var conditions = RetryConditions()
    if let policies = config.take("policies") { conditions.add(policies) }
    for member in merged.members ?? [] where member.key != defaultKey {
      // For an operation botocore's clients look up the endpoint prefix.
      if member.key == service?.key {
        guard let own = merged.with(member.value).mapping("an operation") else { continue }
        if let policies = own.required("policies", noClient) { conditions.add(policies) }
      } else {
        merged.at(member.keyRange).doubt(
          "botocore's clients look up no operation: “\(member.key)” has no effect. Move its policies to “\(defaultKey)”."
        )
      }
    }
    conditions.finish()
    if delay == nil { settings.fault("“delay” is missing\(noClient)") }
    // A try is followed by another one if its number is less than this.
    let count = most?.value.rounded(.up) ?? 0
    let backoff = delay.flatMap { Self.backoff($0, upTo: count) }
    guard let most, let backoff, findings.errorCount == before else { return nil }
    tries = count > 1 ? most.source.tries(Int64(min(count, 1e6))) : nil
    self.backoff = backoff
    self.conditions = conditions
  }

  /// The default settings with the service's, as `build_retry_config` merges them.
  private static func merged(_ service: Node.Member?, of retry: PolicyValue, _ definitions: [Node.Member])
    -> PolicyValue?
  {
    let definitions = PythonDictionary(definitions, at: retry.place)
    let defaults = (retry.members ?? []).filter { $0.key == defaultKey }
    let settings =
      defaults.isEmpty
      ? [.init(key: defaultKey, keyRange: retry.place, value: .mapping([], at: retry.place))] : defaults
    let merged = PythonDictionary(settings, at: retry.place)
    guard let service else {
      merged.resolveReferences(definitions, retry.findings)
      return retry.with(merged.node())
    }
    let value = retry.with(service.value)
    guard value.mapping("the settings of a service") != nil else { return nil }
    let own = PythonDictionary(value.members ?? [], at: value.place)
    own.resolveReferences(definitions, retry.findings)
    merged.resolveReferences(definitions, retry.findings)
    merged.merge(own, retry.findings)
    return retry.with(merged.node())
  }

  /// - Parameter count: the tries, the first included.
  private static func backoff(_ value: PolicyValue, upTo count: Double) -> ImportedBackoff? {
    guard let delay = value.mapping("a delay") else { return nil }
    let type = delay.take("type")
    guard type?.string == "exponential" else {
      (type ?? value).fault(
        "“type” must be “exponential”: with another one botocore fails at its first retry.")
      return nil
    }
    let base = delay.required("base", noClient).flatMap { Self.base($0) }
    let factor = delay.required("growth_factor", noClient)?.number()
    guard let base, let factor else { return nil }
    guard factor.value >= 0 else {
      factor.source.fault("“growth_factor” must be at least 0: a delay can't be negative.")
      return nil
    }
    // The last delay; each is as long as the one before it, times the factor.
    let later = Int(min(max(count, 2), 1_000)) - 2
    let seconds = (0..<later).reduce(base.seconds) { delay, _ in delay * factor.value }
    if seconds > longestSeconds { value.lost("No delay of a rule is longer than 366 days.") }
    return ImportedBackoff(
      initial: base.initial, multiplier: factor.source.multiplier(factor.value), jitter: base.jitter,
      place: value.place)
  }

  private static let longestSeconds = Double(ImportedValue.longestDelayInDays * 86_400)

  /// The first delay; its seconds are the longest, if it is random.
  private static func base(_ value: PolicyValue) -> (
    seconds: Double, initial: ImportedValue, jitter: ImportedValue
  )? {
    if value.string == "rand" { return (1, .text("1s").at(value.place), .text("full").at(value.place)) }
    guard let base = value.node.number?.double, base.isFinite, base > 0 else {
      value.mustBe("“rand” or a number above 0")
      return nil
    }
    let longest = longestSeconds * 1e6
    let microseconds = min(max((base * 1e6).rounded(), 1), longest)
    if microseconds / 1e6 != base, microseconds < longest {
      value.lost("A rule's delay is a whole number of microseconds; this one is rounded.")
    }
    let initial = ImportedValue.delay(TimeSpan(microseconds: Int64(microseconds)))
    return (base, initial.at(value.place), .text("none").at(value.place))
  }

  /// Nil if no request is ever sent again.
  func rule(_ id: String, _ attributes: ImportedValue?, at place: SourceRange) -> ImportedRule? {
    let clauses = conditions.clauses
    guard let tries, !clauses.isEmpty else { return nil }
    var when = attributes.map { [(key: "attributes", value: $0)] } ?? []
    when += clauses.count == 1 ? clauses[0] : [("any", .list(clauses.map { .mapping($0) }))]
    let retry = ImportedRetry(maxAttempts: tries, backoff: backoff)
    var rule = ImportedRule(.text(id), when: .mapping(when), then: .retry(retry), at: place)
    rule.suppressed = conditions.suppressed
    return rule
  }
}

/// The answers and errors after which a client sends a request again.
private struct RetryConditions {
  private var count = 0
  private var statuses: [Setting<Int64>] = []
  private var codes: [(status: Setting<Int64>, codes: [ImportedValue])] = []
  private var checksum: PolicyValue?
  /// The list of a policy that raises the errors of sending.
  private var raising: PolicyValue?
  /// A list that names those that are caught. It may stand in another policy.
  private var catching: PolicyValue?

  private static let module = "botocore.exceptions."
  /// The classes of `GENERAL_CONNECTION_ERROR`, and those below its `ConnectionError`.
  private static let connectionErrors = [
    "ConnectionError", "ConnectionClosedError", "ReadTimeoutError", "EndpointConnectionError", "SSLError",
    "ConnectTimeoutError", "ProxyConnectionError",
  ]
  private static let socketErrors = "GENERAL_CONNECTION_ERROR"

  mutating func add(_ policies: PolicyValue) {
    guard let members = policies.members else {
      policies.fault("“policies” must be a mapping. It is \(policies.node.kindName).")
      return
    }
    for member in members { add(policy: policies.with(member.value)) }
  }

  private mutating func add(policy value: PolicyValue) {
    count += 1
    guard let policy = value.mapping("a policy") else { return }
    let applies = policy.required("applies_when", noClient)
    guard let applies, let kinds = applies.mapping("what a policy applies to") else { return }
    let response = kinds.take("response")
    let errors = kinds.take("socket_errors")
    if let response { add(response: response) }
    if let errors {
      add(errors, raises: response == nil)
    } else if response == nil {
      applies.fault("“response” and “socket_errors” are missing: botocore fails where it asks this policy.")
    }
  }

  private mutating func add(_ errors: PolicyValue, raises: Bool) {
    guard errors.elements != nil else {
      _ = errors.list()
      return
    }
    if raises { raising = errors }
    let names = errors.list()
    if names.isEmpty { errors.doubt("The list is empty: the policy has no effect.") }
    for name in names {
      if name.string == Self.socketErrors {
        catching = errors
      } else {
        name.fault("botocore knows no socket errors but \(Self.socketErrors), and can't make a client.")
      }
    }
  }

  private mutating func add(response value: PolicyValue) {
    guard let response = value.mapping("a response") else { return }
    let code = response.take("service_error_code")
    let status = response.take("http_status_code")
    // Beside these botocore asks for no checksum.
    if code == nil, status == nil {
      checksum = response.take("crc32body") ?? checksum
    } else {
      response.take("crc32body")?.doubt(
        "“crc32body” has no effect beside “http_status_code” and “service_error_code”.")
    }
    if status == nil, code != nil || value["crc32body"] == nil {
      value.fault("“http_status_code” is missing\(noClient)")
    }
    guard let status else { return }
    guard let number = status.node.number?.double, let integer = Int64(exactly: number) else {
      status.doubt("No status equals this: the policy has no effect.")
      return
    }
    if integer < 300 {
      status.lost(
        "botocore tries again after any answer with this status; a rule is asked about errors only.")
    }
    guard let code else {
      statuses.append(status.setting(integer))
      return
    }
    guard let text = code.string else {
      code.doubt("No error code equals this: the policy has no effect.")
      return
    }
    let entry = ImportedValue.text(text).at(code.place)
    let index = codes.firstIndex { $0.status.value == integer }
    if let index {
      codes[index].codes.append(entry)
    } else {
      codes.append((status.setting(integer), [entry]))
    }
  }

  /// Ends the table. Call it after the last policy.
  mutating func finish() {
    if raising == nil {
      catching?.doubt("“socket_errors” has no effect beside “response”. Make it a policy of its own.")
    }
    guard count == 1, let only = checksum ?? raising else { return }
    only.doubt("This policy has no effect as the only one: botocore then catches no error.")
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
  private static func isLasting(_ status: Setting<Int64>) -> Bool {
    (400...499).contains(status.value) && ![408, 409, 425, 429].contains(status.value)
  }

  /// The conditions of a rule, of which any must hold.
  var clauses: [[(key: String, value: ImportedValue)]] {
    func integer(_ status: Setting<Int64>) -> ImportedValue { .integer(status.value).at(status.place) }
    var clauses: [[(key: String, value: ImportedValue)]] = []
    if !statuses.isEmpty { clauses.append([("status", .oneOf(statuses.map { integer($0) }))]) }
    for (status, codes) in codes {
      clauses.append([("status", integer(status)), ("code", ["equals": .oneOf(codes)])])
    }
    var types: [ImportedValue] = []
    if raising != nil, let catching {
      types = Self.connectionErrors.map { .text(Self.module + $0).at(catching.place) }
    }
    if let checksum { types.append(.text("\(Self.module)ChecksumError").at(checksum.place)) }
    if !types.isEmpty { clauses.append([("type", .oneOf(types))]) }
    return clauses
  }
}
