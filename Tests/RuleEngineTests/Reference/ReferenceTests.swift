import Foundation
import Records
import Testing

@testable import Bytes
@testable import RuleLanguage
@testable import Source

/// The reference has every key of the language, and no other.
@Suite("The reference of the rule file", .serialized)
struct ReferenceTests {
  /// The keys of each marked table.
  private static let keys: [String: [Key]] = [
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
    "suppression": Key.suppression,
    "verdicts": VerdictReader.wordKeys + VerdictReader.kindKeys.filter { $0.name != "retry" },
    "retry": RetryReader.keys,
    "backoff": RetryReader.backoffKeys,
    "quota": RetryReader.quotaKeys,
    "retry-after": RetryReader.retryAfterKeys,
    "shared-quota": SharedQuotaReader.keys,
    "gives": SharedQuotaReader.givesKeys,
    "emit": VerdictReader.emitKeys,
    "event-verdicts": VerdictReader.eventWordKeys + VerdictReader.eventKindKeys,
    "event-transform": ReplacementReader.eventKeys,
    "operators": Operators.texts + Operators.numbers + [Operators.exists, Operators.exactly],
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
  ]

  /// The names in tables whose rows the pages write themselves.
  private static let names = ["transform": ReplacementReader.transformKeys, "limits": Limits.names]

  @Test("shows the description of every key", arguments: keys.keys.sorted())
  func everyKey(table name: String) throws {
    let tables = ReferencePages.tables("keys").filter { $0.name == name }
    #expect(tables.count == 1, "“<!-- keys: \(name) -->” stands \(tables.count) times")
    let table = try #require(tables.first)
    let lines = KeyRows(page: table.page, keys: try #require(Self.keys[name])).lines(for: table.lines)
    try expect(table.lines, toBe: lines, "keys", name, in: table.page)
  }

  @Test("has a row for every name and no others", arguments: names.keys.sorted())
  func everyName(table name: String) throws {
    let table = try #require(ReferencePages.tables("names").first { $0.name == name })
    #expect(table.keys.sorted() == Self.names[name]?.sorted(), "\(table.page)")
  }

  @Test("has no table of keys without a test")
  func everyTable() {
    let tables =
      ReferencePages.tables("keys").filter { Self.keys[$0.name] == nil }
      + ReferencePages.tables("names").filter { Self.names[$0.name] == nil }
    #expect(tables.map { $0.name } == [])
  }

  @Test("names the members of a problem document as the records do")
  func problem() {
    let members = ProblemMatcher.keys.names.filter { !["ext", "strict", "exists"].contains($0) }
    #expect(members == Subject.ProblemMember.allCases.map { $0.name })
  }

  @Test("names the operators of texts as the conditions do")
  func operators() {
    let operators = Operators.textKeys.filter { !["matches", "ignoreCase"].contains($0) }
    #expect(operators == TextTest.Operator.allCases.map { $0.rawValue })
  }

  @Test("shows the descriptions of matchers and actions", arguments: ["matchers", "actions"])
  func generated(name: String) throws {
    let table = name == "matchers" ? Self.matchers : Self.actions
    let shown = ReferencePages.tables("generated").filter { $0.name == name }
    #expect(shown.count == 1)
    try expect(shown.first?.lines ?? [], toBe: table, "generated", name, in: shown.first?.page ?? "")
  }

  /// Compares a table with what it has to be, or rewrites it.
  private func expect(
    _ lines: [String],
    toBe expected: [String],
    _ kind: String,
    _ name: String,
    in page: String
  ) throws {
    guard lines != expected else { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try ReferencePages.rewrite(kind, name, expected)
      Issue.record("the table of \(name) was rewritten; a run never blesses what it wrote.")
    } else {
      Issue.record("the table of \(name) in \(page) is not what the code says; UPDATE_GOLDENS=1 rewrites it.")
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
      let beside = (action.companions + failure.names).map { "`\($0)`" }.joined(separator: ", ")
      let example = action.examples.last.map { "`\($0)`" } ?? ""
      return "| `\(action.key)` | \(beside) | \(cell(action.summary)) | \(cell(example)) |"
    }
    return ["| key | beside it | what it does | for example |", "|---|---|---|---|"] + rows
  }

  private static func cell(_ text: String) -> String { text.replacingOccurrences(of: "|", with: "\\|") }
}
