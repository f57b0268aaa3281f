import Foundation
import Policies
import RuleEngine
import Testing

/// A policy of another system, compiled as a rule file.
func compiled(_ text: String, name: String = "policy.json") -> RuleSet.Compilation {
  var registry = Registry()
  registry.policyFormats = BuiltInPolicies.all
  return RuleSet.compile(name: name, bytes: Array(text.utf8), registry: registry)
}

/// What is found in it, with line and column.
func findings(_ text: String, name: String = "policy.json") -> [String] {
  compiled(text, name: name).diagnostics.map {
    "\($0.range.start.line):\($0.range.start.column) \($0.code): \($0.message)"
  }
}

/// The codes of the findings in a policy with one change, in order.
func findingCodes(in policy: String, changing good: String, to bad: String, name: String = "policy.json")
  throws -> String
{
  var text = policy
  text.replaceSubrange(try #require(policy.firstRange(of: good)), with: bad)
  return compiled(text, name: name).diagnostics.map { $0.code }.joined(separator: " ")
}

/// What a policy decides about each of these errors, in order: `retry 1/3 by client/get`, `cancel by otherwise`.
func decisions(_ text: String, name: String = "policy.json", _ errors: [String]) throws -> [String] {
  let compilation = compiled(text, name: name)
  let chain = try #require(compilation.chain, "\(compilation.diagnostics)")
  var evaluator = RuleEvaluator(chain)
  return try errors.map { error in
    let text = try evaluator.resolution(of: error, explained: false)
    let resolution = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let by = resolution["by"] as? [String: Any]
    let rule = by?["rule"].map { "\(by?["responder"] ?? "")/\($0)" } ?? by?["ignore"].map { _ in "ignored" }
    let retry = (resolution["retry"] as? [String: Any]).map {
      " \($0["attempt"] ?? "?")/\($0["maxAttempts"] ?? "?")"
    }
    return "\(resolution["evaluation"] ?? "nothing")\(retry ?? "") by \(rule ?? "otherwise")"
  }
}

/// What a policy makes of a recorded error, as JSON.
func resolution(of record: String, by policy: String, name: String = "policy.json") throws -> String {
  let compilation = compiled(policy, name: name)
  var evaluator = RuleEvaluator(try #require(compilation.chain, "\(compilation.diagnostics)"))
  return try evaluator.resolution(of: record, explained: false)
}
