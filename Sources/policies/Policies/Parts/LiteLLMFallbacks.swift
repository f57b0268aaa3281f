internal import Source

/// The model groups that LiteLLM's Router asks instead of one that fails.
struct LiteLLMFallbacks {
  /// The targets of one group, or of all others (`*`).
  private struct Entry {
    let group: Setting<String>
    let targets: [Setting<String>]
  }

  /// Nil for a list that is not there.
  private let usual: [Entry]?
  private let context: [Entry]?
  private let contentPolicy: [Entry]?
  private let others: [Setting<String>]?

  private static let any = "*"

  init(_ router: PolicyValue?, _ process: PolicyValue?) {
    func value(_ key: String) -> PolicyValue? {
      if let own = router?[key], let shared = process?[key] {
        LiteLLMSettings.reportReplaced(shared, by: own)
      }
      return router?[key] ?? process?[key]
    }
    usual = value("fallbacks").flatMap { Self.entries($0) }
    context = value("context_window_fallbacks").flatMap { Self.entries($0) }
    contentPolicy = value("content_policy_fallbacks").flatMap { Self.entries($0) }
    others = value("default_fallbacks").flatMap { Self.targets($0) }
  }

  /// Nil, and reported, for what LiteLLM ignores or does not start with.
  private static func entries(_ value: PolicyValue) -> [Entry]? {
    guard let elements = value.elements else {
      value.doubt("“\(value.key)” must be a list of mappings. LiteLLM ignores \(value.node.kindName).")
      return nil
    }
    var entries: [Entry] = []
    for element in elements {
      guard let members = element.members, members.count == 1 else {
        element.fault("Each entry must be a mapping of one group to its fallbacks. LiteLLM does not start.")
        continue
      }
      guard let targets = targets(element.with(members[0].value)) else { continue }
      let group = element.at(members[0].keyRange).setting(members[0].key)
      if let index = entries.firstIndex(where: { $0.group.value == group.value }) {
        // Of a group's entries LiteLLM takes the first, of those for all others the last.
        let isAny = group.value == any
        (isAny ? entries[index].group : group).source.doubt(
          "This entry has no effect: “\(group.value)” has another one \(isAny ? "below" : "above"). Delete one of them."
        )
        if !isAny { continue }
        entries.remove(at: index)
      }
      entries.append(Entry(group: group, targets: targets))
    }
    return entries
  }

  private static func targets(_ value: PolicyValue) -> [Setting<String>]? {
    guard let elements = value.elements else {
      value.fault("Fallbacks must be a list of model names. LiteLLM does not start.")
      return nil
    }
    return elements.compactMap { element in
      let name = element["model"] ?? element
      return name.requiredText("the name of a model group")
    }
  }

  /// The groups that have fallbacks of their own.
  var groups: [Setting<String>] {
    [usual, context, contentPolicy].flatMap { $0 ?? [] }.map { $0.group }.filter { $0.value != Self.any }
  }

  // MARK: - Asking

  /// The groups asked after an error of a group that no other list is for; nil for none.
  func targets(of group: String?) -> [Setting<String>]? { Self.without(group, written(for: group)) }

  /// Whether the lists name a group to ask after this one, be it the same.
  func areWritten(for group: String?) -> Bool { written(for: group)?.isEmpty == false }

  private func written(for group: String?) -> [Setting<String>]? {
    let entry = Self.entry(group, in: usual ?? [])
    let isOwn = entry.map { $0.group.value != Self.any } ?? false
    return isOwn ? entry?.targets : others ?? entry?.targets
  }

  func contextTargets(of group: String?) -> [Setting<String>]? {
    guard let entry = Self.entry(group, in: context ?? []) else { return targets(of: group) }
    return Self.without(group, entry.targets)
  }

  /// The groups asked after refused content: if there is a list for it, LiteLLM looks into no other one.
  func contentPolicyTargets(of group: String?) -> [Setting<String>]? {
    guard let contentPolicy, !contentPolicy.isEmpty else { return targets(of: group) }
    return Self.entry(group, in: contentPolicy).flatMap { Self.without(group, $0.targets) }
  }

  private static func entry(_ group: String?, in entries: [Entry]) -> Entry? {
    entries.first { $0.group.value == group } ?? entries.first { $0.group.value == any }
  }

  private static func without(_ group: String?, _ targets: [Setting<String>]?) -> [Setting<String>]? {
    let others = targets?.filter { $0.value != group } ?? []
    return others.isEmpty ? nil : others
  }

  // MARK: - Findings

  /// Reports the names of groups that there are not.
  ///
  /// - Parameters:
  ///   - isComplete: whether the config lists the groups.
  ///   - policies: the retries of single groups, by their names.
  func reportUnknown(among groups: [String], isComplete: Bool, _ policies: PolicyValue?) {
    let entries = [usual, context, contentPolicy].flatMap { $0 ?? [] }
    for entry in entries {
      for target in entry.targets where target.value == entry.group.value {
        target.source.doubt("“\(target.value)” is the group that failed: LiteLLM does not ask it again.")
      }
    }
    guard isComplete else { return }
    // A group's name may be a pattern: `openai/*`.
    let isKnown = { (name: String) in groups.contains(name) || groups.contains { $0.contains("*") } }
    for entry in entries where entry.group.value != Self.any && !isKnown(entry.group.value) {
      let question = Suggestion.question(for: entry.group.value, among: groups)
      entry.group.source.doubt(
        "No deployment is called “\(entry.group.value)”: these have no effect.\(question)")
    }
    for policy in policies?.members ?? [] where !isKnown(policy.key) {
      let question = Suggestion.question(for: policy.key, among: groups)
      policies?.at(policy.keyRange).doubt(
        "No deployment is called “\(policy.key)”: this has no effect.\(question)")
    }
    for target in entries.flatMap({ $0.targets }) + (others ?? []) where !isKnown(target.value) {
      let question = Suggestion.question(for: target.value, among: groups)
      target.source.doubt("No deployment is called “\(target.value)”: LiteLLM leaves it out.\(question)")
    }
  }
}
