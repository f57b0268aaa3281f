internal import Source

/// The defaults of retries in the dynamic configuration of Temporal's server.
enum TemporalDefaults {
  private static let kinds = ["activity", "workflow"]

  /// The entries for the retries of activities and of workflows. Keys are compared without case.
  static func keys(of root: Node) -> [(member: Node.Member, kind: String)] {
    (root.members ?? []).compactMap { member in
      let key = member.key.lowercased()
      let kind = kinds.first { key.hasSuffix(".default\($0)retrypolicy") }
      guard member.value.elements != nil else { return nil }
      return kind.map { (member, $0) }
    }
  }

  static func responders(of root: PolicyValue) -> [ImportedResponder] {
    let settings = keys(of: root.node)
    return settings.compactMap { member, kind -> ImportedResponder? in
      let name = "history.default\(kind == "activity" ? "Activity" : "Workflow")RetryPolicy"
      func isName(_ member: Node.Member) -> Bool { member.key.lowercased() == name.lowercased() }
      let key = root.at(member.keyRange)
      if !isName(member) { key.doubt("Temporal's server reads no “\(member.key)”. Write “\(name)”.") }
      // The name that the server reads comes first, and of two spellings the later one.
      let read = settings.last { $0.kind == kind && isName($0.member) }
      let chosen = (read ?? settings.first { $0.kind == kind })?.member
      guard chosen?.key == member.key else {
        if isName(member) { key.doubt("This setting stands twice: “\(chosen?.key ?? name)” is the same.") }
        return nil
      }
      let entries = (member.value.elements ?? []).compactMap { Self.entry(root.with($0)) }
      // The entry for a namespace comes before the one for all, wherever it stands.
      let ordered = first(of: entries.filter { $0.namespace != nil } + entries.filter { $0.namespace == nil })
      let rules = ordered.enumerated().flatMap {
        Self.rules(of: $1.value, namespace: $1.namespace, number: $0)
      }
      return ImportedResponder(
        id: kind, origins: [.text(kind)], rules: rules, place: member.value.range, namePlace: member.keyRange)
    }
  }

  private struct Entry {
    let namespace: PolicyValue?
    let value: PolicyValue
  }

  /// The first entry of each namespace, and the first one for all.
  private static func first(of entries: [Entry]) -> [Entry] {
    var places: [String: SourceRange] = [:]
    return entries.filter { entry in
      let name = entry.namespace.map { "namespace \($0.text)" } ?? "all"
      guard let first = places[name] else {
        places[name] = entry.value.place
        return true
      }
      entry.value.doubt("This entry has no effect: line \(first.start.line) has one for the same.")
      return false
    }
  }

  private static let otherConstraints = [
    "namespaceid", "taskqueuename", "tasktype", "historytasktype", "shardid", "destination", "chasmtasktype",
  ]

  /// Nil, and reported, if the server asks for no such entry.
  private static func entry(_ value: PolicyValue) -> Entry? {
    var namespace: PolicyValue?
    var isAsked = true
    for member in value["constraints"]?.members ?? [] {
      let key = value.at(member.keyRange)
      if member.key.lowercased() == "namespace", member.value.string != nil {
        namespace = value.with(member.value)
        continue
      }
      isAsked = false
      if otherConstraints.contains(member.key.lowercased()) {
        key.doubt("“\(member.key)” is not a constraint of this setting: the entry has no effect.")
      } else {
        key.fault("The only constraint of this setting is “namespace”, a string.")
      }
    }
    return isAsked ? Entry(namespace: namespace, value: value) : nil
  }

  private static func rules(of entry: PolicyValue, namespace: PolicyValue?, number: Int) -> [ImportedRule] {
    let dialect = PolicyDialect(ignoresNull: true)
    guard let mapping = entry.reading(dialect).mapping("an entry") else { return [] }
    guard let value = mapping.required("value", ": Temporal takes its own defaults.") else { return [] }
    let suffix = number == 0 ? "" : "-\(number + 1)"
    return TemporalRetry(defaults: value).rules(namespace: namespace, suffix: suffix, at: entry.place)
  }
}
