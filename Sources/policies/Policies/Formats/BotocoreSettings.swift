internal import Source

/// The retries of AWS's clients in the mode `standard`, as a config file or the environment sets it.
///
/// The settings: botocore's `configprovider.py` and `args.py`; what they do: `retries/standard.py` and `retries/quota.py` of
/// botocore 1.44. A record says in `attributes.rpc.service` whose client it is of, as OpenTelemetry does.
struct BotocoreSettings {
  private static let modes = ["legacy", "standard", "adaptive"]
  private static let usualTries: Int64 = 3
  /// DynamoDB's clients make another try, and wait half as long.
  private static let dynamoTries: Int64 = 4
  private static let dynamo: ImportedValue = ["equals": ["DynamoDB", "DynamoDB Streams"]]

  private let root: PolicyValue
  private let tries: Setting<Int64>?

  /// Reads the settings of the profile that applies; what is faulty is reported.
  init(_ root: PolicyValue) {
    self.root = root
    let environment = root["environment"]
    let profile = Self.profile(root, environment)
    let mode = environment?[AWSConfigText.environmentKeys[0]] ?? profile?[AWSConfigText.profileKeys[0]]
    switch mode?.word(Self.modes, { "“\($0)” is not a retry mode: botocore can't make a client." })?.value {
    case "legacy":
      mode?.fault(
        "In the mode “legacy” botocore's own table decides. Import that: botocore/data/_retry.json.")
    case "adaptive":
      mode?.lost(
        "A client in the mode “adaptive” also slows down before it sends a request; a rule decides after an error."
      )
    default: break
    }
    let most = environment?[AWSConfigText.environmentKeys[1]] ?? profile?[AWSConfigText.profileKeys[1]]
    tries = most.flatMap { $0.reading(PolicyDialect(readsTexts: true)).integer(1...Int64(Int32.max)) }
  }

  /// The profile of `AWS_PROFILE`, else the default one, else the only one with such settings.
  private static func profile(_ root: PolicyValue, _ environment: PolicyValue?) -> PolicyValue? {
    let profiles = root["profiles"]?.members ?? []
    let set = profiles.filter { profile in AWSConfigText.profileKeys.contains { profile.value[$0] != nil } }
    let wanted = environment?["AWS_PROFILE"]
    if let wanted, !profiles.contains(where: { $0.key == wanted.text }) {
      wanted.fault("There is no profile “\(wanted.text)”: botocore can't make a client.")
    }
    let isDefaultSet = set.contains { $0.key == "default" }
    let name = wanted?.text ?? (isDefaultSet || set.count != 1 ? "default" : set[0].key)
    for other in set where other.key != name {
      root.with(other.value).lost(
        "The rules are those of the profile “\(name)”. For another one write AWS_PROFILE=\(other.key) in front."
      )
    }
    return profiles.first { $0.key == name }.map { root.with($0.value) }
  }

  var ruleFile: ImportedRuleFile {
    root.lost(
      "Which errors of a service may be tried again, its model says, too; a rule can't know it. botocore answers to a model's code before the status 429."
    )
    let place = root.place
    let most = tries.map { $0.source.tries($0.value) }
    let usual = most ?? .integer(Self.usualTries)
    let quota: ImportedValue = ["of": "client", "cost": 14]
    let retry = ImportedRetry(
      maxAttempts: usual, within: .longestDelay,
      backoff: ImportedBackoff(initial: "50ms", multiplier: 2, max: "20s", jitter: "full"), quota: quota,
      retryAfter: ["maxOver": "5s"], exhausted: "cancel")
    let others = most == nil ? Self.dynamoTries : nil
    return ImportedRuleFile(
      name: "botocore's retries", place: place, retry: retry,
      quotas: [
        (
          "client",
          ["tokens": 500, "gives": ["success": 1, "retried": "cost"], "per": "attributes.rpc.service"]
        )
      ],
      responders: [
        ImportedResponder(
          id: "client",
          rules: rules("dynamodb-", Self.dynamo, tries: others, initial: "25ms", at: place)
            + rules("", nil, tries: nil, initial: nil, at: place), otherwise: .cancel, place: place)
      ])
  }

  /// The rules for errors of throttling, and for others that may pass.
  private func rules(
    _ prefix: String, _ services: ImportedValue?, tries: Int64?, initial: ImportedValue?,
    at place: SourceRange
  ) -> [ImportedRule] {
    func rule(_ id: String, _ conditions: [ImportedValue], _ retry: ImportedRetry) -> ImportedRule {
      var retry = retry
      retry.maxAttempts = tries.map { .integer($0) }
      let when = ImportedValue.members([
        "attributes": services.map { ["rpc.service": $0] }, "any": .list(conditions),
      ])
      return ImportedRule(
        .text(prefix + id), when: when, then: retry.isEmpty ? .retry : .retry(retry), at: place)
    }
    var throttled = ImportedRetry(backoff: ImportedBackoff(initial: "1s"))
    throttled.quota = ["of": "client", "cost": 5]
    let passing = ImportedRetry(backoff: initial.map { ImportedBackoff(initial: $0) })
    let ofIdentity: ImportedValue = [
      "attributes": ["rpc.service": "STS"], "code": ["equals": "IDPCommunicationError"],
    ]
    var rules = [
      rule("throttled", [["code": ["equals": .texts(Self.throttlingCodes)]], ["status": 429]], throttled),
      rule(
        "transient",
        [
          ["code": ["equals": .texts(Self.transientCodes)]], ["status": [500, 502, 503, 504]],
          ["type": .texts(Self.errors.map { "botocore.exceptions.\($0)" })],
        ] + (services == nil ? [ofIdentity] : []), passing),
    ]
    if services == nil {
      rules[1].suppressed = [("code-without-domain", "AWS's error codes have no domain.")]
    }
    return rules
  }

  /// `ThrottledRetryableChecker`.
  private static let throttlingCodes = [
    "Throttling", "ThrottlingException", "ThrottledException", "RequestThrottledException",
    "TooManyRequestsException",
    "ProvisionedThroughputExceededException", "TransactionInProgressException", "RequestLimitExceeded",
    "BandwidthLimitExceeded", "LimitExceededException", "RequestThrottled", "SlowDown",
    "PriorRequestNotComplete",
    "EC2ThrottledException",
  ]
  /// `TransientRetryableChecker`, without the code that is one of throttling, too.
  private static let transientCodes = ["RequestTimeout", "RequestTimeoutException"]
  /// Its classes, and those below them.
  private static let errors = [
    "ConnectionError", "HTTPClientError", "EndpointConnectionError", "SSLError", "ConnectTimeoutError",
    "ProxyConnectionError", "ConnectionClosedError", "ReadTimeoutError", "ResponseStreamingError",
  ]
}
