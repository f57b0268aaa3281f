internal import RuleLanguage
internal import Source

/// A service of a Compose file: what is said about restarts of its containers.
///
/// What is done with it: `getRestartPolicy` in `pkg/compose/create.go` of Docker Compose, `ValidateRestartPolicy` in
/// `api/types/container/hostconfig.go` of Docker; `container_to_args` in podman-compose, `ParseRestartPolicy` in `pkg/util/utils.go`
/// of Podman.
struct ComposeService {
  let name: String
  let source: PolicyValue
  let place: SourceRange
  let engine: ContainerEngine
  /// Nil if nothing is said, or nothing that the engine takes.
  let restart: ContainerRestart?

  init(_ member: Node.Member, of services: PolicyValue, _ engine: ContainerEngine) {
    (name, place, self.engine) = (member.key, member.keyRange, engine)
    source = services.with(member.value)
    let reader = Reader(engine: engine)
    let own = Self.inherited(source, services, ["restart"]).flatMap { reader.restart($0) }
    let deployed = Self.inherited(source, services, ["deploy", "restart_policy"])
    if engine == .podman {
      deployed?.doubt("podman-compose ignores “restart_policy”. Write “restart” in the service.")
      restart = own
    } else {
      let other = deployed.flatMap { reader.policy($0) }
      if let own, let other, !own.equals(other) {
        own.source.doubt(
          "Docker Compose ignores “restart” beside “deploy.restart_policy”, which says otherwise. Delete one of them."
        )
      }
      restart = deployed == nil ? own : other
    }
  }

  /// The names of its containers' errors: Compose labels them with the service.
  var origins: [ImportedValue] {
    source.origins(name).map { $0.at(place) }
      + (source["container_name"].flatMap { own in
        own.string.flatMap { $0 == name || $0.contains("$") ? nil : .text($0).at(own.place) }
      }.map { [$0] } ?? [])
  }

  private static let mostLevels = 10

  /// The value of a service, or else of that which it extends.
  private static func inherited(
    _ service: PolicyValue, _ services: PolicyValue, _ path: [String], level: Int = 0
  ) -> PolicyValue? {
    let own = path.reduce(PolicyValue?.some(service)) { $0?[$1] }
    if let own, !own.isNull { return own }
    guard level < mostLevels, let extended = service["extends"] else { return nil }
    if let file = extended["file"] {
      if level == 0, path.count == 1 {
        file.lost("The file of the extended service is not read: what it says of restarts is left out.")
      }
      return nil
    }
    guard let name = extended.string ?? extended["service"]?.string, let base = services[name] else {
      return nil
    }
    return inherited(base, services, path, level: level + 1)
  }
}

// MARK: - Values

/// Reads restarts as an engine does.
private struct Reader {
  let engine: ContainerEngine

  /// The value of `restart`: `no`, `always`, `unless-stopped`, `on-failure` or `on-failure:3`.
  func restart(_ value: PolicyValue) -> ContainerRestart? {
    guard let written = value.requiredText("a string such as \"no\"")?.value,
      let text = filled(written, value), !text.isEmpty
    else { return nil }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
    guard let policy = policy(parts[0], value) else { return nil }
    var restart = ContainerRestart(policy: policy, source: value)
    guard parts.count > 1 else { return restart }
    let number = Int64(parts[1])
    if engine == .docker, number == nil {
      value.doubt("Docker Compose takes “\(parts[1])” for 0, so restarts do not end. Write a number.")
      return restart
    }
    guard let number, (0...Int64(Int32.max)).contains(number) else {
      value.fault(
        "The number of restarts must be an integer of at least 0. \(engine.name) creates no container.")
      return nil
    }
    if number > 0, policy != .onFailure {
      value.fault(
        "\(engine.name) takes a number of restarts with on-failure only, and creates no container. Write on-failure:\(number), or delete the number."
      )
      return nil
    }
    restart.most = number == 0 ? nil : value.setting(number)
    return restart
  }

  private func policy(_ word: String, _ value: PolicyValue) -> ContainerRestart.Policy? {
    if let policy = ContainerRestart.Policy(rawValue: word) { return policy }
    if engine == .podman, word.lowercased() == "never" { return .no }
    let question = Suggestion.question(for: word, among: ContainerRestart.Policy.allCases.map { $0.rawValue })
    value.fault("“\(word)” is not a restart policy. \(engine.name) creates no container.\(question)")
    return nil
  }

  /// The value of `deploy.restart_policy`, as Docker Compose takes it.
  func policy(_ value: PolicyValue) -> ContainerRestart? {
    guard let policy = value.mapping("a restart policy") else { return nil }
    if let delay = policy.take("delay") ?? policy.take("window") {
      delay.lost(
        "Docker Compose does not read “\(delay.key)”: Docker waits for 100 ms, then twice as long each time, at most for 1 minute. Only Swarm reads it."
      )
    }
    let most = policy.take("max_attempts").flatMap { count($0) }
    guard let condition = policy.take("condition") else {
      value.doubt(
        "Without a “condition” Docker Compose restarts nothing. Only Swarm takes it for any: write condition: any, or on-failure."
      )
      return ContainerRestart(policy: .no, source: value)
    }
    guard let text = condition.requiredText()?.value, let word = filled(text, condition) else { return nil }
    let meant = ["none": ContainerRestart.Policy.no, "any": .always][word]
    guard let found = meant ?? ContainerRestart.Policy(rawValue: word) else {
      let question = Suggestion.question(for: word, among: ["none", "on-failure", "any"])
      condition.fault("“\(word)” is not a condition of a restart. Docker creates no container.\(question)")
      return nil
    }
    var restart = ContainerRestart(policy: found, source: condition)
    if let most, most.value > 0 {
      if found == .onFailure {
        restart.most = most
      } else {
        most.source.doubt(
          "Docker takes a number of restarts with on-failure only, so Docker Compose creates no container. Swarm takes it: write condition: on-failure for both."
        )
      }
    }
    return restart
  }

  private func count(_ value: PolicyValue) -> Setting<Int64>? {
    guard let text = value.string else { return value.integer(0...Int64(Int32.max)) }
    guard let text = filled(text, value) else { return nil }
    if let number = Int64(text), number >= 0 { return value.setting(number) }
    value.mustBe("an integer of at least 0")
    return nil
  }

  /// The text with the defaults of its variables; nil for a variable without one.
  private func filled(_ text: String, _ value: PolicyValue) -> String? {
    // Two of them stand for one that begins no variable.
    var text = text.replacing("$$", with: "\u{0}")
    let isFilled = text.contains("$")
    // From the innermost on: the default of a variable may be another one.
    while let end = text.firstIndex(of: "}"), let start = text[..<end].lastIndex(of: "$") {
      let variable = text[start...end]
      guard variable.hasPrefix("${"), let dash = variable.firstIndex(of: "-") else { break }
      text.replaceSubrange(start...end, with: variable[variable.index(after: dash)...].dropLast())
    }
    if text.contains("$") {
      value.lost("A variable is filled in here. Without a default, it is left out.")
      return nil
    }
    if isFilled { value.lost("A variable is filled in here. The rules have its default.") }
    return text.replacing("\u{0}", with: "$")
  }
}
