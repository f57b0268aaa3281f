internal import Source

/// A model group of LiteLLM: the deployments with one `model_name`, among which the Router chooses.
struct LiteLLMGroup {
  /// Nil for the groups that a config without a list of models does not name.
  let name: Setting<String>?
  private(set) var deployments = 1
  /// The ids of its deployments, or else their parameters: LiteLLM tells them apart by these.
  private var identities: Set<String> = []
  /// `num_retries` of its deployments.
  private var retries: Setting<Int64>?
  /// Whether none of its deployments is ever left out, for each has the cool-down time 0.
  private var isNeverLeftOut = false
  private var hasFallback = false

  private init(_ name: Setting<String>?) { self.name = name }

  /// Whether a model has its name, which is not a pattern such as `openai/*`.
  var isNamed: Bool { name.map { !$0.value.contains("*") } ?? false }

  /// Whether the Router waits before it asks again: it has no other deployment to ask.
  var waits: Bool { deployments == 1 }

  static func all(of settings: LiteLLMSettings) -> [LiteLLMGroup] {
    guard let list = settings.root["model_list"] else {
      let named =
        settings.fallbacks.groups + (settings["model_group_retry_policy"].map { keys(of: $0) } ?? [])
      var seen: Set<String> = []
      return named.filter { seen.insert($0.value).inserted }.map { LiteLLMGroup($0) } + [LiteLLMGroup(nil)]
    }
    var groups: [LiteLLMGroup] = []
    for deployment in list.list() {
      guard let mapping = deployment.mapping("a deployment"),
        let name = mapping.required("model_name", ": LiteLLM does not start.")?.requiredText()
      else { continue }
      let parameters = mapping.take("litellm_params")
      if parameters == nil { deployment.fault("“litellm_params” is missing: LiteLLM does not start.") }
      let index = groups.firstIndex { $0.name?.value == name.value }
      var group = index.map { groups[$0] } ?? LiteLLMGroup(name)
      group.add(parameters, mapping, isFirst: index == nil)
      group.hasFallback = settings.fallbacks.areWritten(for: name.value)
      if let index { groups[index] = group } else { groups.append(group) }
    }
    return groups
  }

  private mutating func add(_ parameters: PolicyValue?, _ deployment: PolicyMapping, isFirst: Bool) {
    let own = parameters?["num_retries"].flatMap { LiteLLMSettings.count($0) }
    if isFirst {
      retries = own
    } else {
      deployments += 1
      if own?.value != retries?.value {
        (own ?? retries)?.source.lost(
          "The deployment that a request asks first decides how often it is tried. The rules take the number of the group's first deployment."
        )
      }
    }
    let identity = deployment.take("model_info")?["id"]?.text ?? parameters?.place.text ?? ""
    if !identities.insert(identity).inserted {
      deployment.value.doubt(
        "LiteLLM takes this deployment for an earlier one that is the same, and leaves out both at once. Give each an “id” in “model_info”."
      )
    }
    let never = parameters?["cooldown_time"]?.number()?.value == 0
    isNeverLeftOut = never && (isFirst || isNeverLeftOut)
    parameters?["max_retries"]?.doubt(
      "“max_retries” has no effect: the Router does not let clients try again by themselves. Write “num_retries”."
    )
    for key in ["allowed_fails", "allowed_fails_policy"] {
      deployment.take("model_info")?[key]?.lost(
        "The failures that a single deployment allows are not in the rules.")
    }
  }

  private static func keys(of policies: PolicyValue) -> [Setting<String>] {
    (policies.members ?? []).map { policies.at($0.keyRange).setting($0.key) }
  }

  /// Where the number of its retries stands; nil if nothing says it.
  func retriesSource(_ error: LiteLLMError, _ settings: LiteLLMSettings) -> PolicyValue? {
    (settings.granted(error, in: name?.value) ?? retries ?? settings.retries)?.source
  }

  /// The number of requests that the Router makes to the group if each fails so, the first included.
  func tries(_ error: LiteLLMError, _ settings: LiteLLMSettings) -> Int64 {
    let isAlone = waits
    let granted: Int64
    if let policy = settings.granted(error, in: name?.value) {
      granted = policy.value
    } else {
      switch error.retried {
      case .never: return 1
      case .ifSeveralDeployments where isAlone: return 1
      case .ifSeveralDeployments, .always:
        granted = (retries ?? settings.retries)?.value ?? LiteLLMSettings.usualRetries
      }
    }
    guard let each = failures(error, settings) else { return granted + 1 }
    return min(granted + 1, each * Int64(max(identities.count, 1)))
  }

  /// The failures after which a deployment is left out; nil for none.
  private func failures(_ error: LiteLLMError, _ settings: LiteLLMSettings) -> Int64? {
    if !settings.coolsDown || isNeverLeftOut { return nil }
    if case .never = error.coolDown { return nil }
    if case .onlyIfSeveral = error.coolDown, waits { return nil }
    let isAlone = waits
    guard settings.allowedFails != nil || settings.allowedFailsPolicy != nil else {
      switch error.coolDown {
      case .never: return nil
      case .atOnce, .onlyIfSeveral: return 1
      case .atOnceIfSeveral: return isAlone ? nil : 1
      case .counted: return isAlone ? nil : 5
      }
    }
    let allowed = error.allowedKey.flatMap { settings.allowedFailsPolicy?[$0] }.flatMap {
      LiteLLMSettings.count($0)?.value
    }
    if isAlone, !hasFallback, allowed == nil { return nil }
    return (allowed ?? settings.allowedFails?.value ?? settings.usualAllowedFails) + 1
  }
}
