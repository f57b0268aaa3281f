internal import RuleLanguage
internal import Source

/// `buildkite/pipeline-schema`, and the attributes of command steps in Buildkite's documentation.
extension BuildkitePipeline {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package func lack(of root: Node) -> String {
    "It has no “steps”, a list with commands beside “retry”, “soft_fail”, “agents”, “plugins”, “label” or “key”, or with a step of another kind such as “wait”."
  }

  private static let answer = PolicyAnswer.rejectedKey(by: "Buildkite")

  private static let table = PolicyGrammar(
    kinds: [
      "root": { $0["steps"] == nil || $0["group"] != nil ? "step" : nil },
      "step": { $0["group"] != nil ? "group" : nil },
    ],
    [
      "root": .init(
        "a pipeline", answer, isOpen: true, "steps:step agents env notify priority image secrets"),
      "root.step": .init("a step", answer, isOpen: true, step),
      "step": .init("a step", answer, isOpen: true, step),
      "step.group": .init(
        "a group", answer, isOpen: true,
        "group steps:step label name key id identifier depends_on allow_dependency_failure if skip notify"),
      "retry": .init("the retries of a step", answer, "automatic:automatic manual:manual"),
      "automatic": .init("a retry rule", answer, "exit_status signal signal_reason limit"),
      "manual": .init("the manual retries", answer, "allowed permit_on_passed reason"),
      "softFail": .init("a soft failure", answer, "exit_status"),
    ])

  private static let step =
    "command:step commands:step script:step group steps:step retry:retry soft_fail:softFail skip label name key id identifier agents plugins env"
    + " depends_on artifact_paths parallelism concurrency concurrency_group timeout_in_minutes matrix if branches"
    + " priority notify wait waiter block input trigger manual"
}
