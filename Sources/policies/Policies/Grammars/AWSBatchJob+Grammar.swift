internal import RuleLanguage
internal import Source

/// `RegisterJobDefinition`, `SubmitJob` and `RetryStrategy` of AWS Batch's API, and the same keys with capitals in CloudFormation.
extension AWSBatchJob {
  func grammar(of root: Node) -> PolicyGrammar { root["Resources"] == nil ? Self.table : Self.template }

  package func lack(of root: Node) -> String {
    "It has no “retryStrategy” beside the name or the properties of a job definition, nor a resource AWS::Batch::JobDefinition."
  }

  private static let answer = PolicyAnswer.rejectedKey(by: "AWS")
  private static let definition =
    "jobDefinitionName jobDefinitionArn revision status type parameters schedulingPriority containerProperties nodeProperties"
    + " retryStrategy:strategy propagateTags timeout tags platformCapabilities eksProperties ecsProperties"
    + " consumableResourceProperties containerOrchestrationType jobName jobQueue arrayProperties shareIdentifier"
    + " schedulingPriorityOverride dependsOn jobDefinition containerOverrides nodeOverrides eksPropertiesOverride"
    + " ecsPropertiesOverride consumableResourcePropertiesOverride"
  private static let strategy = "attempts evaluateOnExit:entry"
  private static let entry = "onStatusReason onReason onExitCode action"

  private static let table = PolicyGrammar(
    kinds: ["root": { $0["jobDefinitions"] == nil ? nil : "list" }],
    [
      "root": .init("a job definition", answer, definition),
      "root.list": .init("a list of job definitions", answer, isOpen: true, "jobDefinitions:definition"),
      "definition": .init("a job definition", answer, definition),
      "strategy": .init("a retry strategy", answer, strategy),
      "entry": .init("an entry of “evaluateOnExit”", answer, entry),
    ])

  private static let template = PolicyGrammar(
    kinds: ["resource": { $0["Type"]?.string == "AWS::Batch::JobDefinition" ? "job" : nil }],
    [
      "root": .init("a template", answer, isOuter: true, "Resources:resources"),
      "resources": .init("the resources", answer, isOuter: true, "*:resource"),
      "resource": .init("a resource", answer, isOuter: true, "Type"),
      "resource.job": .init("a resource", answer, isOuter: true, "Type Properties:definition"),
      "definition": .init("a job definition", answer, capitalized(definition), "ResourceRetentionPolicy"),
      "strategy": .init("a retry strategy", answer, capitalized(strategy)),
      "entry": .init("an entry of “EvaluateOnExit”", answer, capitalized(entry)),
    ])

  private static func capitalized(_ keys: String) -> String {
    keys.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}
