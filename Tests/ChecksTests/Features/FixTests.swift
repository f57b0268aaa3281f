import Checks
import Edits
import RuleEngine
import Testing

@Suite("Automatic fixes", .enabled(if: YAMLEvents.isSupported))
struct FixTests {
  private func fixed(_ text: String, _ code: String) -> FixRounds {
    FixRounds(mayChange: { _ in true }) { texts in
      let bytes = texts["rules.yaml"] ?? Array(text.utf8)
      let compilation = RuleSet.compile(name: "rules.yaml", bytes: bytes)
      // One check alone, so that what it does is seen.
      return CheckRun(settings: Self.settings(code)).findings(of: compilation).filter {
        $0.code == code || $0.severity == .error
      }
    }
  }

  private static func settings(_ code: String) -> CheckSettings {
    var settings = CheckSettings()
    settings.levels[code] = .warning
    return settings
  }

  static let withPatches = CheckList.all.map { $0.page }.filter { page in
    let findings = CheckedText(page.fires, settings: settings(page.code)).findings
    return findings.contains { $0.code == page.code && $0.fix != nil }
  }.map { $0.code }

  @Test("Some checks have patches")
  func thereAreSome() { #expect(Self.withPatches.count >= 8, "\(Self.withPatches)") }

  @Test("A patch removes its finding, keeps the file usable, and is idempotent", arguments: withPatches)
  func answersItsFinding(_ code: String) throws {
    let page = try #require(CheckList.all.map { $0.page }.first { $0.code == code })
    let rounds = fixed(page.fires, code)
    let text = String(decoding: try #require(rounds.changed["rules.yaml"]), as: UTF8.self)
    #expect(rounds.findings.allSatisfy { $0.fix == nil }, "\(text)")
    #expect(rounds.findings.count { $0.severity == .error } == 0, "\(text)")
    let before = CheckedText(page.fires, settings: Self.settings(code)).findings.count {
      $0.code == code && $0.fix != nil
    }
    let after = CheckedText(text, settings: Self.settings(code)).findings.count {
      $0.code == code && $0.fix != nil
    }
    #expect(before > 0 && after == 0, "\(text)")
    #expect(fixed(text, code).changed.isEmpty)
  }

  @Test("A patch that would cause an error is reverted, and the others are applied")
  func takesBackWhatDoesHarm() throws {
    // What goes by its ordinal is replaced by it elsewhere.
    let text = """
      version: 1
      responders:
        - id: app
          rules:
            - { when: { status: 503 }, then: cancel }
            - { when: { status: 404 }, then: cancel }
        - id: home
          parent: app
          extends: { from: app }
          rules:
            - { id: other, replaces: "app/#1", when: { status: 503 }, then: abort }

      """
    let rounds = fixed(text, "missing-id")
    let result = String(decoding: try #require(rounds.changed["rules.yaml"]), as: UTF8.self)
    #expect(result.contains("- { when: { status: 503 }"))
    #expect(result.contains("- { id: status-404, when: { status: 404 }"))
  }

  @Test("Findings with another cause are not fixed")
  func leavesErrorsAlone() {
    let text =
      "version: 1\nresponders:\n  - id: app\n    enabled: yes\n    rules: [ { id: no, when: { status: 503 }, then: cancel } ]\n"
    let rounds = fixed(text, "other-yaml")
    let result = rounds.changed["rules.yaml"].map { String(decoding: $0, as: UTF8.self) } ?? text
    #expect(result.contains("enabled: yes\n"))
    #expect(result.contains("id: \"no\""))
  }
}
