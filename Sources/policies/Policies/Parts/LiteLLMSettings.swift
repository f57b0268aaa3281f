internal import Source

/// The settings of LiteLLM's Router in a config of its proxy, where `router_settings` come before `litellm_settings`.
struct LiteLLMSettings {
  let root: PolicyValue
  private let router: PolicyValue?
  private let process: PolicyValue?

  /// `num_retries` of the router or the process; nil for 2.
  let retries: Setting<Int64>?
  let allowedFails: Setting<Int64>?
  /// The number of failures that count without `allowed_fails` of the router, if it has a policy.
  let usualAllowedFails: Int64
  let fallbacks: LiteLLMFallbacks
  private let leastDelay: Setting<Double>?

  static let usualRetries: Int64 = 2
  private static let longestDelay = 8.0

  init(_ root: PolicyValue) {
    self.root = root
    (router, process) = (root["router_settings"], root["litellm_settings"])
    for settings in [router, process] { _ = settings?.mapping("settings") }
    let own = router?["num_retries"]
    let shared = process?["num_retries"]
    if let own, let shared { Self.reportReplaced(shared, by: own) }
    retries = (own ?? shared).flatMap { Self.count($0) }
    allowedFails = router?["allowed_fails"].flatMap { Self.count($0) }
    usualAllowedFails = process?["allowed_fails"].flatMap { Self.count($0)?.value } ?? 3
    leastDelay = router?["retry_after"]?.number()
    fallbacks = LiteLLMFallbacks(router, process)
  }

  /// A number of retries or failures; one below 0 is 0.
  static func count(_ value: PolicyValue) -> Setting<Int64>? {
    value.integer(Int64(Int32.min)...Int64(Int32.max), "an integer").map {
      Setting(value: max($0.value, 0), source: $0.source)
    }
  }

  /// The value of a key of the router.
  subscript(key: String) -> PolicyValue? { router?[key] }

  var coolsDown: Bool { router?["disable_cooldowns"]?.writtenFlag != true }
  var allowedFailsPolicy: PolicyValue? { router?["allowed_fails_policy"] }

  /// The number of retries that a policy grants to an error; nil if none does.
  func granted(_ error: LiteLLMError, in group: String?) -> Setting<Int64>? {
    let own = group.flatMap { router?["model_group_retry_policy"]?[$0] }
    guard let policy = own ?? router?["retry_policy"] else { return nil }
    return error.retryKeys.lazy.compactMap { policy[$0] }.first.flatMap {
      $0.integer(0...Int64(Int32.max), "an integer of at least 0")
    }
  }

  // MARK: - Delays

  /// The delays of a group with one deployment.
  var backoff: ImportedBackoff {
    let jitter: ImportedValue = ["add": "750ms"]
    let usual = [0.5, 1, 2, 4, Self.longestDelay]
    guard let leastDelay, leastDelay.value > usual[0] else {
      return ImportedBackoff(initial: "500ms", multiplier: 2, max: "8s", jitter: jitter)
    }
    let source = leastDelay.source
    var delays = usual.map { min(max($0, leastDelay.value), Self.longestDelay) }
    while delays.count > 1, delays[delays.count - 1] == delays[delays.count - 2] { delays.removeLast() }
    return ImportedBackoff(
      delays: .list(delays.map { source.delay(seconds: $0) }), max: "8s", jitter: jitter, place: source.place)
  }

  // MARK: - Findings

  /// The settings that have no effect in `litellm_settings`.
  private static let routerOnly = [
    "retry_policy", "model_group_retry_policy", "allowed_fails_policy", "cooldown_time", "retry_after",
    "disable_cooldowns", "routing_strategy", "enable_pre_call_checks", "model_group_alias",
  ]

  func reportWithoutEffect(in groups: [LiteLLMGroup]) {
    for member in process?.members ?? [] where Self.routerOnly.contains(member.key) {
      root.at(member.keyRange).doubt(
        "LiteLLM ignores “\(member.key)” in “litellm_settings”. Move it to “router_settings”.")
    }
    if let time = router?["cooldown_time"], time.number()?.value == 0 {
      time.doubt(
        "LiteLLM takes 0 for its default of 5 s. To have no cool-downs write “disable_cooldowns: true”.")
    }
    if let leastDelay, leastDelay.value > Self.longestDelay {
      leastDelay.source.doubt(
        "LiteLLM waits 8 s at most, whatever “retry_after” is, unless the answer asks for more.")
    }
    let several = groups.filter { !$0.waits }
    if several.count == groups.count, let leastDelay, leastDelay.value > 0 {
      leastDelay.source.doubt(
        "“retry_after” has no effect: LiteLLM does not wait where a group has another deployment to ask.")
    }
    for key in LiteLLMError.allowedWithoutEffect {
      allowedFailsPolicy?[key]?.doubt(
        "“\(key)” has no effect: no deployment is left out for an error that is the request's own.")
    }
    if several.isEmpty, let allowedFails, groups.allSatisfy({ !fallbacks.areWritten(for: $0.name?.value) }) {
      allowedFails.source.doubt(
        "“allowed_fails” has no effect: LiteLLM leaves out no group's only deployment for it.")
    }
    reportFutileGrants(in: groups)
    reportWhatRulesCannotSay(groups)
    fallbacks.reportUnknown(
      among: groups.compactMap { $0.name?.value }
        + (router?["model_group_alias"]?.members ?? []).map { $0.key },
      isComplete: root["model_list"] != nil,
      router?["model_group_retry_policy"])
  }

  /// Retries of an error after which a group's only deployment is left out.
  private func reportFutileGrants(in groups: [LiteLLMGroup]) {
    for error in LiteLLMError.all where error.coolDown == .atOnce {
      let granted = groups.map { self.granted(error, in: $0.name?.value) }
      let isFutile = zip(groups, granted).allSatisfy { group, setting in
        group.waits && setting.map { $0.value > 0 } == true && group.tries(error, self) == 1
      }
      guard isFutile, let source = granted.first??.source, source.key == error.retryKeys[0] else { continue }
      source.doubt(
        "“\(source.key)” has no effect: the first such error leaves out the group's only deployment, and the tries fail without a request."
      )
    }
  }

  private func reportWhatRulesCannotSay(_ groups: [LiteLLMGroup]) {
    if let first = groups.first(where: { !$0.waits }) {
      (first.name?.source ?? root).lost(
        "LiteLLM also leaves out deployments that other requests have failed at lately. The rules know one request, and it asks all deployments of its group."
      )
    }
    if router?["retry_policy"] != nil || router?["model_group_retry_policy"] != nil {
      (router?["retry_policy"] ?? router?["model_group_retry_policy"])?.lost(
        "LiteLLM counts the tries of a request by its first error; the rules count by the error that is at hand."
      )
    }
    if router?["enable_weighted_failover"]?.writtenFlag == true {
      router?["enable_weighted_failover"]?.lost("The tries of a weighted failover are not in the rules.")
    }
    if root["model_list"] == nil {
      root.lost(
        "How many deployments a group has, only “model_list” says. These rules are those of groups with one.")
    }
    if groups.contains(where: { $0.waits }) {
      root.lost(
        "LiteLLM waits up to 0.75 s longer than an answer asks for, and once more after the last try. The rules do neither."
      )
    }
  }

  static func reportReplaced(_ value: PolicyValue, by other: PolicyValue) {
    value.doubt(
      "“\(value.key)” has no effect: “router_settings” has one, too.",
      related: [.init("the one that counts", at: other.place)])
  }
}
