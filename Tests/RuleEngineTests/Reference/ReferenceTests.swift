import Foundation
import Testing

@testable import Bytes
@testable import RuleLanguage
@testable import Source

/// The reference has every key of the language, and no other.
@Suite("The reference of the rule file")
struct ReferenceTests {
  /// The keys of each marked table.
  private static let keys: [String: [String]] = [
    "rule-file": RuleFile.keys,
    "defaults": DefaultsDeclaration.keys,
    "unhandled": UnhandledDeclaration.keys,
    "unwrap": UnwrapDeclaration.keys,
    "breaker": BreakerReader.keys,
    "failure": FailureReader.keys,
    "type": TypeDeclaration.keys,
    "category": CategoryDeclaration.keys,
    "responder": ResponderDeclaration.keys,
    "otherwise": OtherwiseDeclaration.keys,
    "policy": PolicyReader.keys,
    "extends": ExtendsDeclaration.keys,
    "contract": ContractDeclaration.keys,
    "rule": RuleDeclaration.keys,
    "examples": RuleDeclaration.exampleKeys,
    "suppression": Section.suppressionKeys,
    "verdicts": Array(Set(VerdictReader.words + VerdictReader.kinds)),
    "retry": RetryReader.keys,
    "backoff": RetryReader.backoffKeys,
    "quota": RetryReader.quotaKeys,
    "transform": ReplacementReader.transformKeys,
    "emit": VerdictReader.emitKeys,
    "event-verdicts": VerdictReader.eventWords + VerdictReader.eventKinds,
    "event-transform": ReplacementReader.eventKeys,
    "operators": Operators.allKeys + ["exactly"],
    "problem": ProblemMatcher.keys,
    "custom": CustomMatcher.keys,
    "rate": RateReader.keys,
    "throttle": ThrottleReader.keys,
    "present": PresentAction.keys,
    "button": ButtonReader.keys,
    "suite": SuiteKeys.suite,
    "case": SuiteKeys.testCase,
    "step": SuiteKeys.step,
    "table": SuiteKeys.table,
    "expectation": SuiteKeys.expectation,
    "never": SuiteKeys.never,
    "only": SuiteKeys.only,
    "limits": Limits.names,
  ]

  @Test("has a row for every key and no others", arguments: keys.keys.sorted())
  func everyKey(table name: String) throws {
    let tables = ReferencePages.tables("keys").filter { $0.name == name }
    #expect(tables.count == 1, "“<!-- keys: \(name) -->” stands \(tables.count) times")
    let table = try #require(tables.first)
    let keys = try #require(Self.keys[name])
    let missing = keys.filter { !table.keys.contains($0) }
    let surplus = table.keys.filter { !keys.contains($0) }
    #expect(missing.isEmpty, "\(table.page) says nothing of \(missing)")
    #expect(surplus.isEmpty, "\(table.page) has \(surplus), and the language has not")
    #expect(Set(table.keys).count == table.keys.count, "\(table.page) says something twice")
  }

  @Test("has no table of keys without a test")
  func everyTable() {
    let unknown = ReferencePages.tables("keys").map { $0.name }.filter { Self.keys[$0] == nil }
    #expect(unknown.isEmpty)
  }

  @Test("shows the descriptions of matchers and actions", arguments: ["matchers", "actions"])
  func generated(name: String) throws {
    let table = name == "matchers" ? Self.matchers : Self.actions
    let shown = ReferencePages.tables("generated").filter { $0.name == name }
    guard shown.map({ $0.lines }) != [table] else { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try ReferencePages.rewrite("generated", name, table)
      Issue.record("the table of \(name) was rewritten; a run never blesses what it wrote.")
    } else {
      Issue.record("the table of \(name) is not what the plugins say; UPDATE_GOLDENS=1 rewrites it.")
    }
  }

  private static var matchers: [String] {
    let rows = BuiltIn().matchers.map { matcher in
      let example = matcher.examples.first.map { "`\($0.when)`" } ?? ""
      return "| `\(matcher.key)` | \(cell(matcher.summary)) | \(cell(example)) |"
    }
    return ["| key | what it compares | for example |", "|---|---|---|"] + rows
  }

  private static var actions: [String] {
    let rows = BuiltIn().actions.map { action in
      let failure = action.mayFail ? FailureReader.keys : []
      let beside = (action.companions + failure).map { "`\($0)`" }.joined(separator: ", ")
      let example = action.examples.last.map { "`\($0)`" } ?? ""
      return "| `\(action.key)` | \(beside) | \(cell(action.summary)) | \(cell(example)) |"
    }
    return ["| key | beside it | what it does | for example |", "|---|---|---|---|"] + rows
  }

  private static func cell(_ text: String) -> String { text.replacingOccurrences(of: "|", with: "\\|") }
}
