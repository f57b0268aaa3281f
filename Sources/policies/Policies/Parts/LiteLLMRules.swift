internal import Source

/// The rules of LiteLLM's Router: the tries of each group, and its fallbacks behind them.
struct LiteLLMRules {
  private let settings: LiteLLMSettings
  private let groups: [LiteLLMGroup]
  private(set) var rules: [ImportedRule] = []
  private var ids = RuleIDs()

  private static let model = "gen_ai.request.model"

  init(_ settings: LiteLLMSettings, _ groups: [LiteLLMGroup]) {
    (self.settings, self.groups) = (settings, groups)
    for alike in alike(by: { Retries(of: $0, settings) }) { addRetries(of: alike) }
    for alike in alike(by: { Targets(of: $0, settings.fallbacks) }) { addFallbacks(of: alike) }
  }

  // MARK: - Groups that are alike

  /// The tries of a group: groups with the same ones are in the same rules.
  private struct Retries: Equatable {
    let tries: [Int64]
    let waits: Bool

    init(of group: LiteLLMGroup, _ settings: LiteLLMSettings) {
      tries = LiteLLMError.all.map { group.tries($0, settings) }
      waits = group.waits
    }
  }

  /// The fallbacks of a group: groups with the same ones are in the same rules.
  private struct Targets: Equatable {
    let usual: String?
    let context: String?
    let contentPolicy: String?

    init(of group: LiteLLMGroup, _ fallbacks: LiteLLMFallbacks) {
      let name = group.name?.value
      usual = fallbacks.targets(of: name).map { LiteLLMRules.names($0) }
      context = fallbacks.contextTargets(of: name).map { LiteLLMRules.names($0) }
      contentPolicy = fallbacks.contentPolicyTargets(of: name).map { LiteLLMRules.names($0) }
    }
  }

  private func alike<Key: Equatable>(by key: (LiteLLMGroup) -> Key) -> [[LiteLLMGroup]] {
    var parts: [[LiteLLMGroup]] = []
    for group in groups {
      // Groups that the config does not name stand alone, and so do patterns of names.
      let index = group.isNamed ? parts.firstIndex { $0[0].isNamed && key($0[0]) == key(group) } : nil
      if let index { parts[index].append(group) } else { parts.append([group]) }
    }
    return parts
  }

  /// The beginning of the ids of these groups' rules.
  private func prefix(_ alike: [LiteLLMGroup]) -> String {
    alike.count == groups.count ? "" : "\(alike[0].name?.value ?? "others")."
  }

  /// The members of a condition on the model group; none for errors of any.
  private func condition(_ alike: [LiteLLMGroup]) -> [(key: String, value: ImportedValue)] {
    if alike.count == groups.count { return [] }
    func named(_ groups: [LiteLLMGroup], _ operation: String) -> ImportedValue {
      let names = groups.compactMap { $0.name }.map { ImportedValue.text($0.value).at($0.place) }
      return .mapping([(Self.model, .mapping([(operation, .oneOf(names))]))])
    }
    if alike[0].isNamed { return [("attributes", named(alike, "equals"))] }
    // A name is looked up before patterns are.
    let others = groups.filter { $0.isNamed }
    var members: [(key: String, value: ImportedValue)] = []
    if alike[0].name != nil { members.append(("attributes", named(alike, "glob"))) }
    if !others.isEmpty { members.append(("not", ["attributes": named(others, "equals")])) }
    return members
  }

  // MARK: - Rules

  private mutating func addRetries(of alike: [LiteLLMGroup]) {
    var parts: [(tries: Int64, source: PolicyValue?, errors: [LiteLLMError])] = []
    for error in LiteLLMError.all {
      let tries = alike[0].tries(error, settings)
      guard tries > 1 else { continue }
      let source = alike[0].retriesSource(error, settings)
      if let index = parts.firstIndex(where: {
        $0.tries == tries && $0.source?.place.bytes == source?.place.bytes
      }) {
        parts[index].errors.append(error)
      } else {
        parts.append((tries, source, [error]))
      }
    }
    for part in parts {
      let source = part.source ?? settings.root
      var retry = ImportedRetry(maxAttempts: source.tries(part.tries))
      if !alike[0].waits {
        retry.backoff = ImportedBackoff.none
        retry.retryAfter = "ignore"
      }
      var rule = ImportedRule(
        .text(ids.id(prefix(alike) + (part.source?.key ?? "num_retries"))),
        when: .mapping(condition(alike) + Self.condition(part.errors)), then: .retry(retry), at: source.place)
      if part.errors.contains(where: { $0.isTriedInVain }) {
        rule.suppressed = [("vain-retry", "The Router itself chooses the errors for this number.")]
      }
      rules.append(rule)
    }
  }

  /// The members of a condition that one of these errors meets.
  private static func condition(_ errors: [LiteLLMError]) -> [(key: String, value: ImportedValue)] {
    func classes(_ errors: [LiteLLMError]) -> ImportedValue {
      ["exactly": .oneOf(errors.flatMap { $0.patterns })]
    }
    let whole = errors.filter { $0.statuses.isEmpty }
    let parts = errors.filter { !$0.statuses.isEmpty }
    var alternatives: [[(key: String, value: ImportedValue)]] = []
    if !whole.isEmpty { alternatives.append([("type", classes(whole))]) }
    if let first = parts.first {
      // All of them are of one class.
      let statuses = ImportedValue.oneOf(parts.flatMap { $0.statuses })
      alternatives.append([("type", classes([first])), ("status", statuses)])
    }
    return alternatives.count == 1 ? alternatives[0] : [("any", .list(alternatives.map { .mapping($0) }))]
  }

  private mutating func addFallbacks(of alike: [LiteLLMGroup]) {
    let name = alike[0].name?.value
    let usual = settings.fallbacks.targets(of: name)
    let special = [
      ("context", LiteLLMError.context, settings.fallbacks.contextTargets(of: name)),
      ("content-policy", LiteLLMError.contentPolicy, settings.fallbacks.contentPolicyTargets(of: name)),
    ]
    for (word, error, targets) in special where targets.map(Self.names) != usual.map(Self.names) {
      addFallback("fallback.\(word)", Self.condition([error]), targets, of: alike)
    }
    if let usual { addFallback("fallback", [], usual, of: alike) }
  }

  /// - Parameter targets: nil if such an error is the group's last word.
  private mutating func addFallback(
    _ id: String, _ members: [(key: String, value: ImportedValue)], _ targets: [Setting<String>]?,
    of alike: [LiteLLMGroup]
  ) {
    let place = targets?.first?.place ?? settings.root.place
    let when = condition(alike) + members
    var rule = ImportedRule(
      .text(ids.id(prefix(alike) + id)), when: when.isEmpty ? nil : .mapping(when),
      then: targets == nil ? .cancel : .proceed, at: place)
    // Braces stand for themselves, as in every template.
    rule.actions = targets.map { targets in
      let text = Self.names(targets).replacing("{", with: "{{").replacing("}", with: "}}")
      return [["set": ["fallback": .text(text)]]]
    }
    rules.append(rule)
  }

  private static func names(_ targets: [Setting<String>]) -> String {
    targets.map { $0.value }.joined(separator: ", ")
  }
}
