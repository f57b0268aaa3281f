internal import RuleLanguage
internal import Source

/// The keys of `schema/compose-spec.json` around restarts. The others of a service are not read.
extension ComposeFile {
  func grammar(of root: Node) -> PolicyGrammar { engine == .docker ? Self.docker : Self.podman }

  func lack(of root: Node) -> String {
    let services = (root["services"]?.members ?? []).map { $0.value }
    return services.contains { $0["restart"] != nil || $0["deploy"]?["restart_policy"] != nil }
      ? "No service has an “image” or a “build”. A file that changes another one has “compose” in its name."
      : "It has no service with “restart” or “deploy.restart_policy”: without one, no container is started again."
  }

  private static let docker = table(.rejectedKey(by: "Docker Compose"))
  private static let podman = table(.ignored(by: "podman-compose"))

  private static func table(_ answer: PolicyAnswer) -> PolicyGrammar {
    PolicyGrammar([
      "root": .init("a Compose file", answer, isOpen: true, "services:services"),
      "services": .init("“services”", answer, isOuter: true, "*:service"),
      "service": .init(
        "a service", answer, isOpen: true,
        "restart pre_start labels deploy:deploy"),
      "deploy": .init(
        "“deploy”", answer, isOpen: true,
        "mode endpoint_mode replicas labels rollback_config update_config resources placement",
        "restart_policy:restartPolicy"),
      "restartPolicy": .init(
        "a restart policy", answer, "condition delay max_attempts window x-*"),
    ])
  }
}
