internal import Records
internal import RuleLanguage
internal import Source

/// A service config of gRPC: which calls of which methods are tried again.
///
/// The format: `grpc/service_config/service_config.proto`; retries and throttling: gRFC A6 (client retries). A policy applies to
/// the methods that its `name` lists, the most specific name first. Delays vary by a fifth, as in gRPC's core
/// (`RETRY_BACKOFF_JITTER`); gRFC A6 drew them from zero.
struct GRPCServiceConfig: PolicyFormat {
  let name = "grpc"
  let summary = "gRPC service config: retryPolicy and retryThrottling"

  func recognizes(_ root: Node) -> Bool {
    if root["retryThrottling"]?["maxTokens"] != nil { return true }
    return root["methodConfig"]?.elements?.contains { $0["name"]?.elements != nil } ?? false
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    var methods: [Method] = []
    var quota = Quota.none
    if var config = PolicyMapping(root, "a service config", in: &diagnostics) {
      config.skip("loadBalancingPolicy", "loadBalancingConfig", "healthCheckConfig")
      let entries = config.takeList("methodConfig", in: &diagnostics)
      for entry in entries { methods += Self.methods(entry, in: &diagnostics) }
      if let throttling = config.take("retryThrottling") { quota = Self.quota(throttling, in: &diagnostics) }
      config.close(in: &diagnostics)
    }
    methods = Self.joined(Self.withoutRepetitions(methods, in: &diagnostics))
    Self.reportSharedTokens(of: methods, quota, in: &diagnostics)
    // As gRPC looks a policy up: by method, by service, or else the one for all.
    let bySpecificity = methods.enumerated().sorted {
      ($0.element.name.specificity, $1.offset) > ($1.element.name.specificity, $0.offset)
    }
    var ids = RuleIDs()
    let rules = bySpecificity.flatMap { $0.element.rules(quota, &ids) }
    let responder: [(String, Node)] = [
      ("id", .text("client", at: root.range)), ("rules", .list(rules, at: root.range)),
      ("otherwise", .mapping([("then", .text("cancel", at: root.range))], at: root.range)),
    ]
    return .ruleFile(
      named: "gRPC service config", responders: [.mapping(responder, at: root.range)], at: root.range)
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
    let nameRange: SourceRange
    let configRange: SourceRange
    let retry: Retry?

    var name: Name { names[0] }

    func rules(_ quota: Quota, _ ids: inout RuleIDs) -> [Node] {
      var rules: [Node] = []
      if let retry, let rule = retry.rule(name, condition, quota, &ids) { rules.append(rule) }
      // No rule of a less specific name may answer an error of this method.
      if !name.service.isEmpty {
        rules.append(
          .mapping(
            [
              ("id", .text(ids.id("\(name.id).failed"), at: nameRange)),
              ("when", .mapping(condition, at: nameRange)),
              ("then", .text("cancel", at: nameRange)),
            ],
            at: configRange
          )
        )
      }
      return rules
    }

    /// The members of a rule's `when` that hold for the methods.
    private var condition: [(String, Node)] {
      let services = Set(names.map { $0.service })
      if services.count == 1 || name.method.isEmpty {
        return [("attributes", attributes(services.sorted(), names.map { $0.method }.filter { !$0.isEmpty }))]
      }
      let each = names.map { name in
        Node.mapping([("attributes", attributes([name.service], [name.method]))], at: nameRange)
      }
      return [("any", .list(each, at: nameRange))]
    }

    private func attributes(_ services: [String], _ methods: [String]) -> Node {
      let parts = [("rpc.service", services), ("rpc.method", methods)].filter { !$0.1.isEmpty }
      return .mapping(
        parts.map { attribute, names in
          let texts = Node.oneOf(names.map { .text($0, at: nameRange) }, at: nameRange)
          return (attribute, .mapping([("equals", texts)], at: nameRange))
        },
        at: nameRange
      )
    }
  }

  private static func methods(_ node: Node, in diagnostics: inout Diagnostics) -> [Method] {
    guard var config = PolicyMapping(node, "a method config", in: &diagnostics) else { return [] }
    config.skip("waitForReady", "maxRequestMessageBytes", "maxResponseMessageBytes")
    let names = config.takeList("name", in: &diagnostics).compactMap { node -> (Name, SourceRange)? in
      name(node, in: &diagnostics).map { ($0, node.range) }
    }
    let deadline = config.take("timeout").flatMap { timeout -> Node? in
      duration(timeout, "timeout", in: &diagnostics)
    }
    let retry = config.take("retryPolicy").flatMap { Retry($0, deadline: deadline, in: &diagnostics) }
    if let hedging = config.take("hedgingPolicy") {
      diagnostics.report(
        .policyLoss(
          "Hedging sends a call several times before any of them fails: no rule of errors can say that.",
          at: hedging.range))
    }
    if let deadline, retry != nil {
      diagnostics.report(
        .policyLoss(
          "gRPC counts “timeout” from the start of a call; the rule's deadline begins with the first failure.",
          at: deadline.range))
    }
    config.close(in: &diagnostics)
    return names.map { Method(names: [$0.0], nameRange: $0.1, configRange: node.range, retry: retry) }
  }

  private static func name(_ node: Node, in diagnostics: inout Diagnostics) -> Name? {
    guard var mapping = PolicyMapping(node, "a name", in: &diagnostics) else { return nil }
    var parts: [String] = []
    for key in ["service", "method"] {
      let value = mapping.take(key)
      if let value, value.string == nil, !value.isNull {
        diagnostics.report(
          .policyFault("“\(key)” must be a string. It is \(value.kindName).", at: value.range))
      }
      parts.append(value?.string ?? "")
    }
    mapping.close(in: &diagnostics)
    if parts[0].isEmpty, !parts[1].isEmpty {
      diagnostics.report(
        .policyFault("A name with a “method” needs its “service”. gRPC rejects the config.", at: node.range))
      return nil
    }
    return Name(service: parts[0], method: parts[1])
  }

  private static func withoutRepetitions(_ methods: [Method], in diagnostics: inout Diagnostics) -> [Method] {
    var places: [Name: SourceRange] = [:]
    return methods.filter { method in
      guard let first = places[method.name] else {
        places[method.name] = method.nameRange
        return true
      }
      diagnostics.report(
        .policyFault(
          "This name stands twice in the config. gRPC rejects the config: delete one of them.",
          at: method.nameRange, related: [.init("the first one", at: first)]))
      return false
    }
  }

  private static func joined(_ methods: [Method]) -> [Method] {
    var joined: [Method] = []
    for method in methods {
      let index = joined.firstIndex {
        $0.configRange.bytes == method.configRange.bytes && $0.name.specificity == method.name.specificity
      }
      if let index { joined[index].names += method.names } else { joined.append(method) }
    }
    return joined
  }

  // MARK: - Retries

  private struct Retry {
    private let node: Node
    private let codes: Node
    private let maxAttempts: Node
    private let backoff: Node
    private let deadline: Node?

    /// What gRPC takes at most for `maxAttempts`, whatever is written (gRFC A6).
    private static let mostAttempts: Int64 = 5
    /// The share of a delay by which gRPC's core makes it longer or shorter.
    private static let jitter = 0.2

    init?(_ node: Node, deadline: Node?, in diagnostics: inout Diagnostics) {
      guard var policy = PolicyMapping(node, "a retry policy", in: &diagnostics) else { return nil }
      let attempts = Self.attempts(policy.take("maxAttempts"), node, in: &diagnostics)
      let initial = GRPCServiceConfig.delay(
        policy.take("initialBackoff"), "initialBackoff", of: node, in: &diagnostics)
      let longest = GRPCServiceConfig.delay(
        policy.take("maxBackoff"), "maxBackoff", of: node, in: &diagnostics)
      let multiplier = Self.multiplier(policy.take("backoffMultiplier"), node, in: &diagnostics)
      let codes = Self.codes(&policy, in: &diagnostics)
      policy.close(in: &diagnostics)
      guard let attempts, let initial, let longest, let multiplier, let codes else { return nil }
      self.node = node
      self.codes = codes
      self.deadline = deadline
      maxAttempts = attempts
      let jitter = Node.decimal(Self.jitter, at: node.range)
      backoff = .mapping(
        [("initial", initial), ("multiplier", multiplier), ("max", longest), ("jitter", jitter)],
        at: node.range)
    }

    /// Nil if no retry is ever granted.
    func rule(_ name: Name, _ methods: [(String, Node)], _ quota: Quota, _ ids: inout RuleIDs) -> Node? {
      if case .never = quota { return nil }
      var when: [(String, Node)] = [("domain", .text("grpc", at: codes.range)), ("code", codes)]
      if !name.service.isEmpty { when += methods }
      var retry: [(String, Node)] = [("maxAttempts", maxAttempts), ("backoff", backoff)]
      if let deadline { retry.append(("deadline", deadline)) }
      if case .tokens(let tokens) = quota { retry.append(("quota", tokens)) }
      retry.append(("exhausted", .text("cancel", at: node.range)))
      return .mapping(
        [
          ("id", .text(ids.id(name.id), at: node.range)), ("when", .mapping(when, at: codes.range)),
          ("then", .mapping([("retry", .mapping(retry, at: node.range))], at: node.range)),
        ],
        at: node.range
      )
    }

    private static func attempts(_ node: Node?, _ policy: Node, in diagnostics: inout Diagnostics) -> Node? {
      guard let node else {
        diagnostics.report(
          .policyFault("“maxAttempts” is missing. gRPC rejects the config.", at: policy.range))
        return nil
      }
      guard case .integer(let attempts) = node.content, attempts > 1 else {
        diagnostics.report(
          .policyFault("“maxAttempts” must be an integer above 1: it includes the first try.", at: node.range)
        )
        return nil
      }
      guard attempts > mostAttempts else { return node }
      diagnostics.report(.policyLoss("gRPC makes at most 5 tries, so the rule says 5.", at: node.range))
      return .integer(mostAttempts, at: node.range)
    }

    private static func multiplier(_ node: Node?, _ policy: Node, in diagnostics: inout Diagnostics) -> Node?
    {
      guard let node else {
        diagnostics.report(
          .policyFault("“backoffMultiplier” is missing. gRPC rejects the config.", at: policy.range))
        return nil
      }
      guard let multiplier = node.number?.double, multiplier > 0 else {
        diagnostics.report(.policyFault("“backoffMultiplier” must be a number above 0.", at: node.range))
        return nil
      }
      return .multiplier(node, multiplier, in: &diagnostics)
    }

    private static func codes(_ policy: inout PolicyMapping, in diagnostics: inout Diagnostics) -> Node? {
      let before = diagnostics.errorCount
      guard let node = policy.take("retryableStatusCodes"), let elements = node.elements, !elements.isEmpty
      else {
        diagnostics.report(
          .policyFault(
            "“retryableStatusCodes” must list at least one status code. gRPC rejects the config.",
            at: policy.node.range))
        return nil
      }
      let codes = elements.map { element -> Node in
        if case .integer(let number) = element.content,
          let name = CodeTable.grpc.codes.first(where: { $0.value.numbers.darwin == number })?.key
        {
          diagnostics.report(
            .policyDoubt("gRPC's C core takes names only. Write \"\(name)\".", at: element.range))
          return .text(name, at: element.range)
        }
        guard let name = element.string, CodeTable.grpc.codes[name] != nil else {
          let names = CodeTable.grpc.codes.keys.sorted()
          let question = Suggestion.question(for: element.text.uppercased(), among: names)
          diagnostics.report(
            .policyFault("“\(element.text)” is no status code of gRPC.\(question)", at: element.range))
          return element
        }
        return .text(name, at: element.range)
      }
      return diagnostics.errorCount == before ? .list(codes, at: node.range) : nil
    }
  }

  // MARK: - Throttling

  private enum Quota {
    case none
    /// The value of a rule's `quota`.
    case tokens(Node)
    /// One failure takes so many of the tokens that no retry is granted.
    case never
  }

  private static func quota(_ node: Node, in diagnostics: inout Diagnostics) -> Quota {
    guard var mapping = PolicyMapping(node, "retry throttling", in: &diagnostics) else { return .none }
    let tokens = mapping.take("maxTokens")
    let ratio = mapping.take("tokenRatio").flatMap { Self.ratio($0, in: &diagnostics) }
    if node["tokenRatio"] == nil {
      diagnostics.report(.policyFault("“tokenRatio” is missing. gRPC rejects the config.", at: node.range))
    }
    mapping.close(in: &diagnostics)
    guard let tokens, case .integer(let count) = tokens.content, (1...1_000).contains(count) else {
      diagnostics.report(
        .policyFault("“maxTokens” must be an integer from 1 to 1000.", at: (tokens ?? node).range))
      return .none
    }
    guard let ratio else { return .none }
    if count <= 2 {
      diagnostics.report(
        .policyDoubt(
          "No call is ever tried again: one failure leaves no more than half of the tokens. Write 3 or more.",
          at: tokens.range))
      return .never
    }
    return .tokens(.mapping([("tokens", tokens), ("ratio", ratio)], at: node.range))
  }

  /// In thousandths, the rest of which gRPC cuts off; no bucket holds more than a thousand tokens.
  private static func ratio(_ node: Node, in diagnostics: inout Diagnostics) -> Node? {
    guard let ratio = node.number?.double, ratio >= 0.001 else {
      diagnostics.report(.policyFault("“tokenRatio” must be a number of at least 0.001.", at: node.range))
      return nil
    }
    if ratio > 1_000 { return .integer(1_000, at: node.range) }
    let thousandths = (ratio * 1_000 + 1e-6).rounded(.down)
    return thousandths / 1_000 == ratio ? node : .decimal(thousandths / 1_000, at: node.range)
  }

  private static func reportSharedTokens(
    of methods: [Method], _ quota: Quota, in diagnostics: inout Diagnostics
  ) {
    guard case .tokens(let tokens) = quota, methods.count(where: { $0.retry != nil }) > 1 else { return }
    diagnostics.report(
      .policyLoss(
        "gRPC counts the tokens of a server for all methods together; a rule file counts them for each rule.",
        at: tokens.range))
  }

  // MARK: - Durations

  private static func delay(_ node: Node?, _ key: String, of policy: Node, in diagnostics: inout Diagnostics)
    -> Node?
  {
    guard let node else {
      diagnostics.report(.policyFault("“\(key)” is missing. gRPC rejects the config.", at: policy.range))
      return nil
    }
    return duration(node, key, in: &diagnostics)
  }

  /// A duration above zero, as JSON has those of protocol buffers: `0.1s`, and `.1s` as in gRFC A6.
  private static func duration(_ node: Node, _ key: String, in diagnostics: inout Diagnostics) -> Node? {
    let isShort = node.string?.hasPrefix(".") ?? false
    let text = (isShort ? "0" : "") + (node.string ?? "")
    guard text.hasSuffix("s"), !text.hasSuffix("ms"), let span = TimeSpan(text) else {
      diagnostics.report(
        .policyFault("“\(key)” must be a number of seconds such as \"0.5s\".", at: node.range))
      return nil
    }
    if isShort {
      diagnostics.report(
        .policyDoubt("gRPC's C core wants a digit before the point. Write \"\(text)\".", at: node.range))
    }
    guard span.microseconds > 0 else {
      diagnostics.report(.policyFault("“\(key)” must be longer than zero.", at: node.range))
      return nil
    }
    return .text(text, at: node.range)
  }
}
