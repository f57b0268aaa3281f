internal import RuleLanguage
internal import Source

/// The retry strategies of AWS Batch's job definitions: after which failed attempts a job runs again.
///
/// The format: `RegisterJobDefinition` and `SubmitJob` of its API, what `describe-job-definitions` returns, and
/// `AWS::Batch::JobDefinition` of CloudFormation. What it means: “Automated job retries” in AWS Batch's user guide. The first entry of
/// `evaluateOnExit` whose conditions are all met decides; after any other failure the job is tried again.
struct AWSBatchJob: TypedPolicyFormat {
  let name = "aws-batch"
  let noun = "AWS Batch job definition"
  let summary = "AWS Batch job definition: retryStrategy with evaluateOnExit"

  /// CloudFormation capitalizes the keys of the API.
  private static let dialect = PolicyDialect(keys: .anyCase, ignoresNull: true)
  private static let domain: ImportedValue = "aws.batch"
  private static let mostAttempts: Int64 = 10
  private static let mostEntries = 5

  func recognizes(_ root: Node) -> Bool {
    !Self.definitions(of: PolicyValue(root, PolicyFindings(), Self.dialect)).isEmpty
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    var ids = RuleIDs()
    let definitions = Self.definitions(of: root.reading(Self.dialect))
    var responders = definitions.flatMap { Self.responders($0.value, $0.name, &ids) }
    // Only keys that AWS rejects: they are reported.
    if responders.isEmpty { responders = [ImportedResponder(id: "job", place: root.place)] }
    return ImportedRuleFile(
      name: "AWS Batch jobs", place: root.place,
      responder: .text(responders.count > 2 ? "none" : responders[responders.count - 1].id),
      responders: responders)
  }

  // MARK: - Definitions

  private static func definitions(of root: PolicyValue) -> [(value: PolicyValue, name: PolicyValue)] {
    if let list = root["jobDefinitions"]?.elements {
      return list.compactMap { value in isDefinition(value) ? (value, name(of: value)) : nil }
    }
    if let resources = root["Resources"]?.members {
      return resources.compactMap { member in
        let resource = root.with(member.value)
        guard resource["Type"]?.string == "AWS::Batch::JobDefinition", let value = resource["Properties"]
        else {
          return nil
        }
        let named = value["jobDefinitionName"].flatMap { $0.string == nil ? nil : $0 }
        return (value, named ?? root.with(.text(member.key, at: member.keyRange)))
      }
    }
    return isDefinition(root) ? [(root, name(of: root))] : []
  }

  private static let names = ["jobDefinitionName", "jobName", "jobDefinition"]

  private static func isDefinition(_ value: PolicyValue) -> Bool {
    guard let strategy = value["retryStrategy"], strategy.members != nil else { return false }
    return strategy["evaluateOnExit"]?.elements != nil
      || (names + ["containerProperties", "nodeProperties"]).contains { value[$0] != nil }
  }

  private static func name(of value: PolicyValue) -> PolicyValue {
    names.lazy.compactMap { value[$0] }.first { $0.string != nil }
      ?? value.with(.text("job", at: value.place))
  }

  // MARK: - Rules

  /// The rules of a job, and above them the count of its attempts.
  private static func responders(_ job: PolicyValue, _ name: PolicyValue, _ ids: inout RuleIDs)
    -> [ImportedResponder]
  {
    guard let strategy = job["retryStrategy"]?.mapping("a retry strategy") else { return [] }
    let attempts = strategy.integer("attempts", 1...mostAttempts)
    let entries = strategy.list("evaluateOnExit")
    if !entries.isEmpty, strategy.take("attempts") == nil {
      strategy.value.fault("“evaluateOnExit” needs “attempts”. AWS rejects the job definition.")
    }
    if entries.count > mostEntries {
      strategy.take("evaluateOnExit")?.fault(
        "At most 5 entries are allowed. There are \(entries.count). AWS rejects the job definition.")
    }
    let rules = entries.enumerated().compactMap { rule($1, $0) }
    let id = ids.id(name.text)
    guard id == name.text || id == RuleIDs.plain(name.text) else {
      name.lost("Another job definition has this name. The rules are those of the first one.")
      return []
    }
    let counting = ids.id("\(id).attempts")
    let count = attempts ?? strategy.value.setting(1)
    let retry = ImportedRetry(
      maxAttempts: count.source.tries(count.value), within: .longestDelay,
      backoff: ImportedBackoff.none, exhausted: "cancel")
    let counted = ImportedRule(
      "count", when: ["domain": domain], then: count.value == 1 ? .cancel : .retry(retry), at: count.place)
    return [
      ImportedResponder(id: counting, rules: [counted], otherwise: .cancel, place: count.place),
      ImportedResponder(
        id: id, parent: counting, origins: [.text(name.text)], rules: rules, place: name.place,
        rulesPlace: strategy.place),
    ]
  }

  private static func rule(_ value: PolicyValue, _ index: Int) -> ImportedRule? {
    guard let entry = value.mapping("an entry of “evaluateOnExit”") else { return nil }
    let before = value.findings.errorCount
    let action = entry.required("action", ". AWS rejects the job definition.")
    let word = action?.string?.uppercased()
    if let action, word != "RETRY", word != "EXIT" { action.mustBe("RETRY or EXIT") }
    var attributes: [(key: String, value: ImportedValue)] = []
    if let codes = entry.take("onExitCode").flatMap({ exitCodes($0) }) {
      attributes.append(("exitCode", codes))
    }
    for (key, attribute) in [("onStatusReason", "statusReason"), ("onReason", "reason")] {
      guard let pattern = entry.take(key)?.requiredText() else { continue }
      attributes.append((attribute, condition(pattern).at(pattern.place)))
    }
    guard value.findings.errorCount == before else { return nil }
    let when = ImportedValue.members([
      "domain": domain, "attributes": attributes.isEmpty ? nil : .mapping(attributes),
    ])
    return ImportedRule(
      .text("evaluateOnExit.\(index)"), when: when, then: word == "EXIT" ? .cancel : .escalate,
      at: value.place)
  }

  /// A text, or its beginning before a star.
  private static func condition(_ pattern: Setting<String>) -> ImportedValue {
    let text = pattern.value
    guard text.hasSuffix("*") else { return ["equals": .text(text)] }
    if text.dropLast().contains("*") {
      pattern.source.doubt("AWS Batch knows a star at the end only: one before stands for itself.")
    }
    return text == "*" ? ["exists": true] : ["hasPrefix": .text(String(text.dropLast()))]
  }

  /// The codes from 0 to 255 that a number, or its beginning before a star, stands for.
  private static func exitCodes(_ value: PolicyValue) -> ImportedValue? {
    let text = value.text
    let digits = text.hasSuffix("*") ? String(text.dropLast()) : text
    guard value.node.isSingle, digits.allSatisfy({ $0.isASCII && $0.isNumber }), !text.isEmpty else {
      value.mustBe(
        "the digits of an exit code, or their beginning with a star behind it. AWS rejects the job definition"
      )
      return nil
    }
    if text == "*" { return .placed(["exists": true], value.place) }
    let codes = (0...255).filter { text.hasSuffix("*") ? "\($0)".hasPrefix(digits) : "\($0)" == digits }
    guard !codes.isEmpty else {
      value.doubt("No exit code is “\(text)”: they are numbers from 0 to 255.")
      return ["equals": .text(text)]
    }
    return ImportedValue.oneOf(codes.map { .integer(Int64($0)) }).at(value.place)
  }
}
