internal import Records
internal import RuleLanguage
internal import Source

/// A service config of gRPC: which calls of which methods are tried again.
///
/// The format: `grpc/service_config/service_config.proto`; retries and throttling: gRFC A6 (client retries). A policy applies to
/// the methods that its `name` lists, the most specific name first. Delays vary by a fifth, as in gRPC's core
/// (`RETRY_BACKOFF_JITTER`); gRFC A6 drew them from zero.
struct GRPCServiceConfig: TypedPolicyFormat {
  let name = "grpc"
  let noun = "gRPC service config"
  let summary = "gRPC service config: retryPolicy and retryThrottling"

  private static let rejected = ". gRPC rejects the config."

  func recognizes(_ root: Node) -> Bool {
    if root["retryThrottling"]?["maxTokens"] != nil { return true }
    let keys = ["name", "retryPolicy", "hedgingPolicy", "waitForReady"]
    let configs = root["methodConfig"].map { $0.elements ?? [$0] } ?? []
    if configs.contains(where: { config in keys.contains { config[$0] != nil } }) { return true }
    // A policy where gRPC does not look for it.
    let policy = root["retryPolicy"]
    return ["initialBackoff", "maxBackoff", "backoffMultiplier", "retryableStatusCodes"]
      .count { policy?[$0] != nil } >= 2
  }

  /// gRPC's library for Go takes keys in any case. In all of them null is as good as no value, except in place of a list.
  private static let dialect = PolicyDialect(keys: .anyCase, ignoresNull: true)

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    var methods: [Method] = []
    var quota = Quota.none
    if let config = root.reading(Self.dialect).mapping("a service config") {
      if let list = config.takeWritten("methodConfig") {
        if list.elements == nil { list.fault("“methodConfig” must be a list\(Self.rejected)") }
        methods = (list.elements ?? []).flatMap { Self.methods($0) }
      }
      if let throttling = config.take("retryThrottling") { quota = Self.quota(throttling) }
    }
    methods = Self.joined(Self.withoutRepetitions(methods))
    if case .tokens(_, let source) = quota, methods.count(where: { $0.retry != nil }) > 1 {
      source.lost(
        "gRPC counts the tokens of a server for all methods together; a rule file counts them for each rule.")
    }
    // As gRPC looks a policy up: by method, by service, or else the one for all.
    let bySpecificity = methods.enumerated().sorted {
      ($0.element.name.specificity, $1.offset) > ($1.element.name.specificity, $0.offset)
    }
    var ids = RuleIDs()
    let rules = bySpecificity.flatMap { $0.element.rules(quota, &ids) }
    return ImportedRuleFile(
      name: "gRPC service config", place: root.place,
      responders: [ImportedResponder(id: "client", rules: rules, otherwise: .cancel, place: root.place)])
  }

  // MARK: - Methods

  private struct Name: Hashable {
    let service: String
    /// Empty for all methods of the service.
    let method: String

    var specificity: Int { (service.isEmpty ? 0 : 1) + (method.isEmpty ? 0 : 1) }

    var id: String {
      let parts = [service, method].filter { !$0.isEmpty }
      return parts.isEmpty ? "every-method" : parts.joined(separator: ".")
    }
  }

  /// The methods of one config whose names are equally specific.
  private struct Method {
    var names: [Name]
    /// The name, where it is written.
    let source: PolicyValue
    let configPlace: SourceRange
    let retry: Retry?

    var name: Name { names[0] }

    func rules(_ quota: Quota, _ ids: inout RuleIDs) -> [ImportedRule] {
      var rules: [ImportedRule] = []
      if let retry, let rule = retry.rule(name, condition, quota, &ids) { rules.append(rule) }
      // No rule of a less specific name may answer an error of this method.
      if !name.service.isEmpty {
        let id = ImportedValue.text(ids.id("\(name.id).failed")).at(source.place)
        let when = ImportedValue.mapping([condition]).at(source.place)
        rules.append(ImportedRule(id, when: when, then: .cancel.at(source.place), at: configPlace))
      }
      return rules
    }

    /// The member of a rule's `when` that holds for the methods.
    private var condition: (key: String, value: ImportedValue) {
      let services = Set(names.map { $0.service })
      let condition: (key: String, value: ImportedValue) =
        if services.count == 1 || name.method.isEmpty {
          ("attributes", Self.attributes(services.sorted(), names.map { $0.method }.filter { !$0.isEmpty }))
        } else {
          ("any", .list(names.map { ["attributes": Self.attributes([$0.service], [$0.method])] }))
        }
      return (condition.key, condition.value.at(source.place))
    }

    private static func attributes(_ services: [String], _ methods: [String]) -> ImportedValue {
      let parts = [("rpc.service", services), ("rpc.method", methods)].filter { !$0.1.isEmpty }
      return .mapping(parts.map { ($0, ["equals": .oneOf($1.map { .text($0) })]) })
    }
  }

  private static func methods(_ value: PolicyValue) -> [Method] {
    guard let config = value.mapping("a method config") else { return [] }
    let written = config.list("name")
    let names = written.compactMap { source in name(source).map { ($0, source) } }
    if written.isEmpty {
      (config.take("name") ?? value).doubt(
        "This method config has no “name”, so gRPC skips it. Write \"name\": [{}] for all methods.")
    }
    let deadline = config.take("timeout").flatMap { duration($0) }
    let retry = config.take("retryPolicy").flatMap { Retry($0, deadline: deadline?.value) }
    config.take("hedgingPolicy")?.lost(
      "Hedging sends a call several times before any of them fails: no rule of errors can say that.")
    if retry != nil {
      deadline?.source.lost(
        "gRPC counts “timeout” from the start of a call; the rule's deadline begins with the first failure.")
    }
    return names.map { Method(names: [$0.0], source: $0.1, configPlace: value.place, retry: retry) }
  }

  private static func name(_ value: PolicyValue) -> Name? {
    guard let mapping = value.mapping("a name") else { return nil }
    let service = mapping.text("service")?.value ?? ""
    let method = mapping.text("method")?.value ?? ""
    if service.isEmpty, !method.isEmpty {
      value.fault("A name with a “method” needs its “service”\(rejected)")
      return nil
    }
    return Name(service: service, method: method)
  }

  private static func withoutRepetitions(_ methods: [Method]) -> [Method] {
    var places: [Name: SourceRange] = [:]
    return methods.filter { method in
      guard let first = places[method.name] else {
        places[method.name] = method.source.place
        return true
      }
      method.source.fault(
        "This name stands twice in the config. gRPC rejects the config: delete one of them.",
        related: [.init("the first one", at: first)])
      return false
    }
  }

  private static func joined(_ methods: [Method]) -> [Method] {
    var joined: [Method] = []
    for method in methods {
      let index = joined.firstIndex {
        $0.configPlace.bytes == method.configPlace.bytes && $0.name.specificity == method.name.specificity
      }
      if let index { joined[index].names += method.names } else { joined.append(method) }
    }
    return joined
  }

  // MARK: - Retries

  private struct Retry {
    private let retry: ImportedRetry
    private let codes: ImportedValue
    private let codesPlace: SourceRange
    private let place: SourceRange

    /// The greatest `maxAttempts` that gRPC takes, whatever is written (gRFC A6).
    private static let mostAttempts: Int64 = 5
    /// The share of a delay by which gRPC's core makes it longer or shorter.
    private static let jitter = 0.2

    init?(_ value: PolicyValue, deadline: ImportedValue?) {
      guard let policy = value.mapping("a retry policy") else { return nil }
      let attempts = Self.attempts(policy)
      let initial = policy.required("initialBackoff", rejected).flatMap { duration($0) }
      let longest = policy.required("maxBackoff", rejected).flatMap { duration($0) }
      let factor = policy.required("backoffMultiplier", rejected)?.number(.above(0))
        .map { $0.source.multiplier($0.value) }
      let codes = Self.codes(policy)
      policy.take("perAttemptRecvTimeout")?.lost("No rule ends a try that is too slow.")
      guard let attempts, let initial, let longest, let factor, let codes else { return nil }
      (self.codes, codesPlace, place) = (.list(codes.value), codes.place, value.place)
      let backoff = ImportedBackoff(
        initial: initial.value, multiplier: factor, max: longest.value, jitter: .decimal(Self.jitter))
      retry = ImportedRetry(maxAttempts: attempts, backoff: backoff, deadline: deadline, exhausted: "cancel")
    }

    /// Google's generators of clients read configs without `maxAttempts`, whose clients try until the call's timeout.
    private static func attempts(_ policy: PolicyMapping) -> ImportedValue? {
      guard let written = policy.take("maxAttempts") else {
        policy.value.fault(
          "“maxAttempts” is missing\(rejected) Only Google's generators of clients read such configs: their clients try until the timeout."
        )
        return nil
      }
      return written.integer(2...Int64.max, "an integer above 1: it includes the first try")
        .map { Self.tries($0) }
    }

    private static func tries(_ attempts: Setting<Int64>) -> ImportedValue {
      guard attempts.value > mostAttempts else { return .node(attempts.source.node) }
      attempts.source.lost("gRPC makes at most 5 tries, so the rule says 5.")
      return .integer(mostAttempts).at(attempts.place)
    }

    /// Nil if no retry is ever granted.
    func rule(
      _ name: Name, _ methods: (key: String, value: ImportedValue), _ quota: Quota, _ ids: inout RuleIDs
    ) -> ImportedRule? {
      if case .never = quota { return nil }
      var when: [(key: String, value: ImportedValue)] = [("domain", "grpc"), ("code", codes)]
      if !name.service.isEmpty { when.append(methods) }
      var retry = retry
      if case .tokens(let tokens, _) = quota { retry.quota = tokens }
      return ImportedRule(
        .text(ids.id(name.id)), when: .mapping(when).at(codesPlace), then: .retry(retry), at: place)
    }

    private static func codes(_ policy: PolicyMapping) -> Setting<[ImportedValue]>? {
      guard let list = policy.take("retryableStatusCodes"), let elements = list.elements, !elements.isEmpty
      else {
        policy.value.fault("“retryableStatusCodes” must list at least one status code\(rejected)")
        return nil
      }
      let codes = elements.map { code($0) }
      return codes.contains { $0 == nil } ? nil : list.setting(codes.compactMap { $0 })
    }

    private static func code(_ element: PolicyValue) -> ImportedValue? {
      let codes = CodeTable.grpc.codes
      if case .integer(let number) = element.node.content,
        let name = codes.first(where: { $0.value.numbers.darwin == number })?.key
      {
        element.doubt("gRPC's C core takes names only. Write \"\(name)\".")
        return .text(name).at(element.place)
      }
      guard let name = element.string, codes[name] != nil else {
        let question = Suggestion.question(for: element.text.uppercased(), among: codes.keys.sorted())
        element.fault("“\(element.text)” is not a status code of gRPC.\(question)")
        return nil
      }
      return .text(name).at(element.place)
    }
  }

  // MARK: - Throttling

  private enum Quota {
    case none
    /// The value of a rule's `quota`.
    case tokens(ImportedValue, PolicyValue)
    /// One failure takes so many of the tokens that no retry is granted.
    case never
  }

  private static func quota(_ value: PolicyValue) -> Quota {
    guard let throttling = value.mapping("retry throttling") else { return .none }
    let ratio = throttling.required("tokenRatio", rejected)?.number(.atLeast(0.001))
    let tokens = throttling.take("maxTokens")
    guard let tokens else {
      value.fault("“maxTokens” must be an integer from 1 to 1000.")
      return .none
    }
    guard let count = tokens.integer(1...1_000), let ratio else { return .none }
    if count.value <= 2 {
      tokens.doubt(
        "No call is ever tried again: one failure leaves no more than half of the tokens. Write 3 or more.")
      return .never
    }
    return .tokens(.placed(["tokens": .node(tokens.node), "ratio": Self.ratio(ratio)], value.place), value)
  }

  /// The ratio in thousandths; gRPC drops the rest. No bucket holds more than a thousand tokens.
  private static func ratio(_ ratio: Setting<Double>) -> ImportedValue {
    if ratio.value > 1_000 { return .integer(1_000).at(ratio.place) }
    let thousandths = (ratio.value * 1_000 + 1e-6).rounded(.down)
    return thousandths / 1_000 == ratio.value
      ? .node(ratio.source.node) : .decimal(thousandths / 1_000).at(ratio.place)
  }

  // MARK: - Durations

  /// A duration above zero, as JSON has those of protocol buffers: `0.1s`, and `.1s` as in gRFC A6.
  private static func duration(_ value: PolicyValue) -> Setting<ImportedValue>? {
    let isShort = value.string?.hasPrefix(".") ?? false
    let text = (isShort ? "0" : "") + (value.string ?? "")
    let whole = value.with(Node(.string(text), style: .plain, range: value.place, text: text))
    guard let span = whole.duration(ProtobufDuration()) else { return nil }
    if isShort { value.doubt("gRPC's C core wants a digit before the point. Write \"\(text)\".") }
    guard span.value.microseconds > 0 else {
      value.mustBe("longer than zero")
      return nil
    }
    return value.setting(.text(text).at(value.place))
  }
}
