internal import RuleLanguage
internal import Source

/// Services of a Compose file: which ends of their containers start them again.
///
/// The file: the Compose specification, `05-services.md` and `deploy.md`. Errors are those of errctl's streams of Docker's and of
/// Podman's events: the origin is the service, the code the exit status of its container.
struct ComposeFile: TypedPolicyFormat {
  let name = "compose"
  let noun = "Compose file"
  let summary = "Compose file of Docker or Podman: restart and deploy.restart_policy of services"

  let engine: ContainerEngine

  func recognizes(_ root: Node) -> Bool {
    // An override has nothing but what it changes.
    let isNamed = root.range.file.name.split(separator: "/").last?.contains("compose") ?? false
    return (root.elements ?? [root]).contains { document in
      let services = (document["services"]?.overriding.members ?? []).map { $0.value.overriding }
      return document["kind"] == nil
        && services.contains { $0["restart"] != nil || $0["deploy"]?["restart_policy"] != nil }
        && (isNamed || services.contains { $0["image"] != nil || $0["build"] != nil || $0["extends"] != nil })
    }
  }

  /// The tags of a file that changes another one say how it does: what has `!reset` is not there, and what has `!override` is.
  func read(_ root: Node) -> Node {
    if let members = root.members {
      if let first = members.first, members.count == 1 {
        if first.key == "!override" { return read(first.value) }
        if first.key == "!reset" { return Node(.null, style: .plain, range: root.range, text: "null") }
      }
      let values = members.map { Node.Member(key: $0.key, keyRange: $0.keyRange, value: read($0.value)) }
      return Node(.mapping(values), style: root.style, range: root.range, text: root.text)
    }
    guard let elements = root.elements else { return root }
    return Node(.sequence(elements.map { read($0) }), style: root.style, range: root.range, text: root.text)
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    var ids = RuleIDs()
    var responders: [ImportedResponder] = []
    var origins: Set<String> = []
    for document in root.reading(PolicyDialect(ignoresNull: true)).elementsOrSelf {
      guard let services = document["services"] else { continue }
      let all = (services.members ?? []).filter { !$0.key.hasPrefix("x-") && $0.value.members != nil }.map {
        ComposeService($0, of: services, engine)
      }
      if engine == .docker { Self.reportWaiting(all) }
      for service in all {
        responders.append(
          ImportedResponder(
            id: ids.id(service.name),
            origins: service.origins.filter { origins.insert("\($0.node(at: service.place).text)").inserted },
            rules: service.rules, unhandled: ["report": "none"], place: service.place))
      }
    }
    let isRestarted = responders.contains { $0.rules?.contains { $0.verdict.triesAgain } ?? false }
    return ImportedRuleFile(
      name: "Compose services, \(engine.name)", place: root.place,
      retry: isRestarted ? ImportedRetry(within: .longestDelay, exhausted: "abort") : nil, responder: "none",
      responders: responders)
  }

  /// Reports services that never complete although another one waits for that: the container of a completed one has exited.
  private static func reportWaiting(_ services: [ComposeService]) {
    for waiting in services {
      for member in waiting.source["depends_on"]?.members ?? []
      where member.value["condition"]?.string == "service_completed_successfully" {
        guard let awaited = services.first(where: { $0.name == member.key }), let restart = awaited.restart,
          restart.policy.isUnconditional
        else { continue }
        restart.source.doubt(
          "“\(awaited.name)” starts again after a good end, so “\(waiting.name)”, which waits for that end, may never start. Write on-failure.",
          related: [.init("waits for it", at: member.keyRange)])
      }
    }
  }
}

extension Node {
  fileprivate var overriding: Node { self["!override"] ?? self }
}
