import Checks
import Edits
import Foundation
import Reasoning
import RuleEngine
import TestSupport
import Testing

/// Patches of checks whose page says that no outcome changes, on the repository's own errors.
@Suite("A patch that changes no outcome", .enabled(if: YAMLEvents.isSupported))
struct FixOutcomeTests {
  private static let rules = Repository.root.appending(path: "rules")

  static let sets = Repository.ruleSets(with: "stream.ndjson")

  /// Checks with a patch after which each error ends as before.
  static let codes = CodeList.pages.filter { $0.autoFix != nil && $0.autoFix?.change == nil }.map { $0.code }

  private static func stream(_ name: String) throws -> [String] {
    let text = try String(contentsOf: rules.appending(path: "\(name)/stream.ndjson"), encoding: .utf8)
    return text.split(separator: "\n").map { String($0) }
  }

  /// What becomes of each record, byte by byte.
  private static func resolutions(_ text: String, _ records: [String]) throws -> [String] {
    let chain = try #require(RuleSet.compile(name: "rules.yaml", bytes: Array(text.utf8)).chain, "\(text)")
    var evaluator = RuleEvaluator(chain)
    return records.map { record in
      do throws(InvalidRecord) {
        return try evaluator.resolution(of: record)
      } catch {
        return "\(error)"
      }
    }
  }

  /// How long a rule set may be to be proven the same: larger ones take 15 s each in debug, and the shop's 23 KB end undecided.
  private static let provableSize =
    ProcessInfo.processInfo.environment["ERRCTL_TEST_SCALE"] == "quick" ? 4_300 : 10_000

  /// Whether it is proven that no error is answered otherwise by one text than by the other.
  private static func isProvenTheSame(_ text: String, _ other: String) throws -> Bool {
    func reasoner(_ text: String) throws -> Reasoner {
      let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(text.utf8))
      return Reasoner(try #require(compilation.chain), try #require(compilation.program))
    }
    return try reasoner(text).difference(from: reasoner(other)).isNever
  }

  @Test("belongs to one of several checks, which all document it")
  func thereAreSome() {
    #expect(
      Set(Self.codes).isSuperset(of: ["other-yaml", "plain-pattern", "unused-name", "unused-suppression"])
    )
    #expect(Self.sets.count >= 9)
  }

  @Test("changes no outcome in its golden, for any record of any stream", arguments: codes)
  func keepsOutcomesOfItsGolden(_ code: String) throws {
    let before = try String(
      contentsOf: FixGoldenTests.folder.appending(path: "\(code).before.yaml"),
      encoding: .utf8
    )
    let after = try String(
      contentsOf: FixGoldenTests.folder.appending(path: "\(code).after.yaml"),
      encoding: .utf8
    )
    let records = try Self.sets.flatMap { try Self.stream($0) }
    #expect(records.count > 400 && before != after)
    #expect(try Self.resolutions(before, records) == Self.resolutions(after, records))
    #expect(try Self.isProvenTheSame(before, after))
  }

  @Test("changes no outcome in the repository's rule sets, applied wherever it fits", arguments: sets)
  func keepsOutcomesOfRuleSets(_ name: String) throws {
    let original = try String(contentsOf: Self.rules.appending(path: "\(name)/rules.yaml"), encoding: .utf8)
    let before = Self.spoilt(original)
    var settings = CheckSettings()
    for code in Self.codes { settings.levels[code] = .warning }
    let checks = CheckList.all.filter { Self.codes.contains($0.page.code) }
    var found: Set<String> = []
    let rounds = FixRounds(mayChange: { _ in true }) { texts in
      let compilation = RuleSet.compile(name: "rules.yaml", bytes: texts["rules.yaml"] ?? Array(before.utf8))
      let findings = CheckRun(checks: checks, settings: settings).findings(of: compilation)
      found.formUnion(findings.filter { $0.fix != nil }.map { $0.code })
      return findings
    }
    let after = String(decoding: try #require(rounds.changed["rules.yaml"]), as: UTF8.self)
    #expect(
      found.isSuperset(of: ["other-yaml", "plain-pattern", "unused-name", "unused-suppression"]),
      "\(found)"
    )
    #expect(rounds.findings.allSatisfy { $0.fix == nil }, "\(rounds.findings)")
    let records = try Self.stream(name)
    let resolutions = try Self.resolutions(before, records)
    #expect(try Self.resolutions(after, records) == resolutions)
    if before.utf8.count < Self.provableSize { #expect(try Self.isProvenTheSame(before, after)) }
    // Nor did what was put there: the comparison is with what the rule set says.
    #expect(try Self.resolutions(original, records) == resolutions)
  }

  /// The rule set with something for each check to put right, which changes no outcome.
  private static func spoilt(_ text: String) -> String {
    var lines: [String] = []
    var hasLists = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map({ String($0) }) {
      let indentation = line.prefix { $0 == " " }
      if line.contains("- { id: ") || line.contains("- id: "), indentation.count > 2 {
        lines.append("\(indentation)# errctl: ignore code-without-domain -- it is gone")
      }
      var line = line.replacing("title: \"No\"", with: "title: No").replacing(
        "title: \"Yes\"",
        with: "title: Yes"
      )
      line = line.replacing("status: 4", with: "status: 04").replacing("status: 04xx", with: "status: 4xx")
        .replacing("status: 0400..", with: "status: 400..")
      line = line.replacing(
        "when: { ",
        with: "when: { not: { message: { matches: \"^no words like these$\" } }, ",
        maxReplacements: indentation.count > 4 && !line.contains("event") && !line.contains("rate")
          && !line.contains("not:") ? 1 : 0
      )
      lines.append(line)
      if line == "lists:" {
        hasLists = true
        lines.append("  left: [ y, 010 ]")
      }
    }
    return lines.joined(separator: "\n") + (hasLists ? "" : "\nlists:\n  # nobody asks\n  left: [ y, 010 ]\n")
  }
}
