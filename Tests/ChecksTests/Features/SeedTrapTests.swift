import Checks
import Foundation
import RuleEngine
import TestSupport
import Testing

/// The traps of the systems that the rule sets under `rules/originals` and the cases of `Tests/EndToEnd/SeedSystems` are made from.
@Suite("The traps in the seed rule sets", .enabled(if: YAMLEvents.isSupported))
struct SeedTrapTests {
  struct Trap: CustomTestStringConvertible, Sendable {
    let path: String
    let code: String

    var testDescription: String { "\(code) in \(path)" }
  }

  static let traps = [
    // A code alone catches any domain; an enum's domain and positional codes.
    Trap(
      path: "SeedSystems/swift-error-handler/a-code-alone-catches-any-domain.case",
      code: "code-without-domain"
    ),
    Trap(
      path: "SeedSystems/swift-error-handler/a-case-is-matched-without-its-payload.case",
      code: "code-of-swift-enum"
    ),
    // Half-open ranges; what was added first and is never asked.
    Trap(path: "rules/originals/workable-error-handler/rules.yaml", code: "partial-class"),
    Trap(path: "rules/originals/workable-error-handler/rules.json", code: "partial-class"),
    Trap(
      path: "SeedSystems/workable-error-handler/a-rule-that-stops-hides-those-added-before.case",
      code: "unreachable-rule"
    ),
    Trap(
      path: "SeedSystems/swift-error-handler-5.0.0/the-first-rule-that-matches-is-the-only-one.case",
      code: "unreachable-rule"
    ),
    Trap(
      path: "SeedSystems/swift-error-handler/every-matching-rule-runs-in-order.case",
      code: "unreachable-otherwise"
    ),
    // An event that nobody above handles; an error raised at the top; contracts the wrong way round.
    Trap(
      path: "SeedSystems/hierarchy-responder/an-event-is-not-seen-below-where-it-was-caught.case",
      code: "unheard-event"
    ),
    Trap(
      path: "SeedSystems/hierarchy-responder/an-error-thrown-at-the-top-has-nobody-above.case",
      code: "raised-at-root"
    ),
    Trap(
      path: "SeedSystems/hierarchy-responder/an-outer-contract-is-asked-for-itself.case",
      code: "wider-contract"
    ),
    // The same ranges in the cases that show what they leave out.
    Trap(
      path: "SeedSystems/workable-error-handler/a-half-open-range-leaves-out-its-end.case",
      code: "partial-class"
    ),
    // A retry without a cap; a scalar that YAML 1.1 reads as something else.
    Trap(path: "SeedSystems/error-responder/an-inner-error-keeps-what-happened.case", code: "unstated-retry"),
    Trap(path: "SeedSystems/swift-error-handler/a-custom-matcher-that-holds.case", code: "other-yaml"),
    // What a server sends is opened; any error's text is shown.
    Trap(path: "rules/originals/error-responder/rules.yaml", code: "unconstrained-value"),
    Trap(path: "rules/originals/responder-chain/rules.yaml", code: "technical-text"),
    Trap(path: "rules/originals/appkit-present-error/rules.yaml", code: "orphan-responder"),
    // Domains before they are bridged; names with addresses; texts that Linux words otherwise.
    Trap(path: "rules/originals/swift-error-handler/rules.yaml", code: "unbridged-domain"),
    Trap(path: "rules/originals/swift-error-handler/rules.yaml", code: "private-type"),
    Trap(path: "rules/originals/swift-error-handler/rules.yaml", code: "localised-text"),
    Trap(path: "rules/originals/swift-error-handler/rules.yaml", code: "code-of-swift-enum"),
    Trap(path: "rules/originals/swift-error-handler/rules.json", code: "private-type"),
  ]

  /// The rules of a rule file, or of a conformance case.
  private static func rules(_ path: String) throws -> String {
    guard path.hasSuffix(".case") else {
      return try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }
    let text = try String(
      contentsOf: Repository.root.appending(path: "Tests/EndToEnd/\(path)"),
      encoding: .utf8
    )
    var isRules = false
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("===") {
        isRules = line.hasPrefix("=== rules")
      } else if isRules {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func findings(_ path: String, honouring: Bool) throws -> CheckedText {
    var settings = CheckSettings()
    settings.honoursSuppressions = honouring
    settings.today = CalendarDay("2026-11-21")
    let name = path.hasSuffix(".json") ? "rules.json" : "rules.yaml"
    return CheckedText(try rules(path), name: name, settings: settings)
  }

  @Test("are reported without suppressions", arguments: traps)
  func found(trap: Trap) throws {
    let checked = try Self.findings(trap.path, honouring: false)
    #expect(!checked.compilation.hasErrors)
    #expect(!checked.lines(trap.code).isEmpty)
  }

  @Test("are all suppressed in rules/, with a reason")
  func clean() throws {
    let folder = Repository.root.appending(path: "rules")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let ruleFiles = names.filter { $0.hasSuffix("/rules.yaml") || $0.hasSuffix("/rules.json") }
    for name in ruleFiles.sorted() {
      let found = try Self.findings("rules/\(name)", honouring: true).findings
      #expect(found.map { "\($0.range.start.line) \($0.code)" } == [], "\(name)")
    }
    #expect(ruleFiles.count >= 20)
  }
}
