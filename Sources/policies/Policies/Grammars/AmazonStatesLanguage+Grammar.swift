internal import RuleLanguage
internal import Source

/// https://states-language.net/spec.html, with the fields of AWS Step Functions: CreateStateMachine refuses other ones.
extension AmazonStatesLanguage {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package func lack(of root: Node) -> String {
    "It has no “StartAt”, the name of a state, beside “States”, a mapping."
  }

  private static let answer = PolicyAnswer.rejectedKey(by: "AWS")
  /// `Retry` and `Catch` have a finding of their own where they may not stand.
  private static let common =
    "Type Comment QueryLanguage InputPath OutputPath Assign Output Retry:retrier Catch:catcher"
  private static let leading = common + " Next End"
  private static let working =
    leading + " Parameters Arguments ResultPath ResultSelector"

  private static let table = PolicyGrammar(
    kinds: ["state": { $0["Type"]?.string }],
    [
      "root": .init(
        "a state machine", answer, "Comment QueryLanguage StartAt States:states TimeoutSeconds Version"),
      "branch": .init(
        "a branch", answer, "Comment QueryLanguage StartAt States:states TimeoutSeconds Version"),
      "processor": .init(
        "an item processor", answer, "Comment QueryLanguage StartAt States:states ProcessorConfig:mode"),
      "mode": .init("a processor's config", answer, "Mode ExecutionType"),
      "states": .init("the states", answer, namesHave: ["Type"], "*:state"),
      "state": .init(
        "a state", answer, isOpen: true, working,
        "Resource TimeoutSeconds HeartbeatSeconds Branches:branch Iterator:processor ItemProcessor:processor"),
      "state.Task": .init(
        "a Task state", answer, working,
        "Resource TimeoutSeconds TimeoutSecondsPath HeartbeatSeconds HeartbeatSecondsPath Credentials"),
      "state.Pass": .init("a Pass state", answer, leading, "Result ResultPath Parameters"),
      "state.Wait": .init("a Wait state", answer, leading, "Seconds SecondsPath Timestamp TimestampPath"),
      "state.Choice": .init("a Choice state", answer, common, "Choices:choice Default"),
      "state.Succeed": .init("a Succeed state", answer, common),
      "state.Fail": .init(
        "a Fail state", answer, "Type Comment QueryLanguage Error ErrorPath Cause CausePath Retry Catch"),
      "state.Parallel": .init("a Parallel state", answer, working, "Branches:branch"),
      "state.Map": .init(
        "a Map state", answer, working,
        "Iterator:processor ItemProcessor:processor Items ItemsPath ItemSelector ItemReader ItemBatcher",
        "ResultWriter MaxConcurrency MaxConcurrencyPath Label ToleratedFailurePercentage",
        "ToleratedFailurePercentagePath ToleratedFailureCount ToleratedFailureCountPath"),
      "retrier": .init(
        "a retrier", answer,
        "ErrorEquals IntervalSeconds MaxAttempts BackoffRate MaxDelaySeconds JitterStrategy Comment"),
      "catcher": .init("a catcher", answer, "ErrorEquals Next ResultPath Output Assign Comment"),
      "choice": .init(
        "a choice", answer, "Next Comment Condition Output Assign Variable And:choice Or:choice Not:choice",
        comparisons),
    ])

  private static let comparisons: String = {
    let orders = ["Equals", "LessThan", "GreaterThan", "LessThanEquals", "GreaterThanEquals"]
    let names =
      ["String", "Numeric", "Timestamp"].flatMap { kind in orders.map { kind + $0 } } + ["BooleanEquals"]
    let tests = ["Null", "Present", "Numeric", "String", "Boolean", "Timestamp"].map { "Is\($0)" }
    return (names + names.map { "\($0)Path" } + tests + ["StringMatches"]).joined(separator: " ")
  }()
}
