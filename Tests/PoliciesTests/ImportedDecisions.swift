import Policies
import RuleEngine
import Testing

/// The rules of a policy, asked about one error after the other.
struct ImportedDecisions: ~Copyable {
  private var evaluator: RuleEvaluator

  init(_ policy: String, name: String = "policy.json") throws {
    evaluator = RuleEvaluator(
      try #require(compiled(policy, name: name).chain, "\(compiled(policy, name: name).diagnostics)")
    )
  }

  /// `retry`, `cancel` or another evaluation, and the rule that decided.
  mutating func decision(on record: String) throws -> (evaluation: String, rule: String?) {
    let resolution = try evaluator.resolution(of: record)
    return (
      try #require(member("evaluation", of: resolution), "\(resolution)"), member("rule", of: resolution)
    )
  }

  /// Nil if the error has none.
  mutating func category(of record: String) throws -> String? {
    member("category", of: try evaluator.resolution(of: record))
  }

  /// The delay of a retry, in seconds.
  mutating func delay(of record: String) throws -> Double {
    let resolution = try evaluator.resolution(of: record)
    let text = resolution.split(separator: "\"delay\":").last?.prefix { $0.isNumber || $0 == "." }
    return try #require(text.flatMap { Double($0) }, "\(resolution)")
  }

  private func member(_ key: String, of resolution: String) -> String? {
    guard let range = resolution.firstRange(of: "\"\(key)\":\"") else { return nil }
    return String(resolution[range.upperBound...].prefix { $0 != "\"" })
  }
}
