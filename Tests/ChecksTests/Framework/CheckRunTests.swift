import Checks
import RuleEngine
import Testing

@Suite("Checks of many rules", .enabled(if: YAMLEvents.isSupported))
struct CheckRunTests {
  /// Rules over responders in a tree of three levels: codes of many domains, as generated from a list.
  static func rules(_ count: Int, responders: Int) -> String {
    var text =
      "version: 1\nname: many\nresponders:\n"
    for responder in 0..<responders {
      text += "  - id: r\(responder)\n"
      text +=
        responder == 0
        ? "    otherwise: { then: cancel }\n"
        : "    parent: r\((responder - 1) / 4)\n    origins: [ o\(responder).* ]\n"
      text += "    rules:\n"
      for rule in 0..<(count / responders) {
        let verdict = ["cancel", "abort", "proceed"][rule % 3]
        text +=
          "      - { id: rule-\(rule), when: { domain: acme.d\(rule % 7), code: \(rule), operation: op\(rule % 5) }, then: \(verdict) }\n"
      }
    }
    return text
  }

  @Test("are independent of their order, and report nothing for disjoint rules")
  func independent() {
    let checked = CheckedText(Self.rules(200, responders: 8))
    #expect(!checked.compilation.hasErrors)
    #expect(checked.findings.map { "\($0.code) \($0.range.start.line)" } == [])
  }

  @Test("of the text alone find the same beside an error in another rule", arguments: textChecks)
  func besideAnError(code: String) throws {
    let page = try #require(CheckPageTests.pages.first { $0.code == code })
    let other =
      "  - { id: other, parent: app, rules: [ { id: bad, when: { stauts: 503 }, then: cancel } ] }\n"
    let checks = CheckList.all.filter { $0.page.code == code }
    let settings = CheckPageTests.settings(page)
    let alone = CheckedText(page.fires, checks: checks, settings: settings).lines(code)
    let beside = CheckedText(page.fires + other, checks: checks, settings: settings)
    #expect(beside.compilation.hasErrors)
    #expect(beside.lines(code) == alone)
    #expect(!alone.isEmpty)
  }

  private static let textChecks = CheckList.all.filter { !$0.needsSoundRules }.map { $0.page.code }

  @Test("report nothing in the rule that has an error")
  func notInTheFaultyRule() {
    let checked = CheckedText(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: one, when: { code: 4, domian: NSCocoaErrorDomain }, then: cancel }
            - { id: two, when: { code: 4 }, then: cancel }
          otherwise: { then: cancel }

      """
    )
    #expect(
      checked.findings.map { "\($0.code) \($0.range.start.line)" } == [
        "unknown-key 5", "code-without-domain 6",
      ]
    )
  }
}
