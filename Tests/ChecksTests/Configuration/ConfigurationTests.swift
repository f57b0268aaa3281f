import Checks
import RuleEngine
import Testing

@Suite("A configuration", .enabled(if: YAMLEvents.isSupported))
struct ConfigurationTests {
  private static func read(_ text: String) -> (configuration: Configuration, lines: [String]) {
    let (configuration, diagnostics) = Configuration.read(name: ".errctl.yaml", bytes: Array(text.utf8))
    let lines = diagnostics.map { "\($0.range.start.line):\($0.range.start.column) \($0.code)" }
    return (configuration, lines)
  }

  @Test("sets levels, options and excluded paths")
  func whole() {
    let (configuration, lines) = Self.read(
      """
      version: 1
      levels: { missing-id: off, code-without-domain: error }
      options: { long-retry: { tries: 30, time: 1h }, order-decides: { independent: true } }
      exclude: [ generated, "old/*.yaml" ]
      """
    )
    #expect(lines == [])
    #expect(configuration.levels == ["missing-id": .off, "code-without-domain": .error])
    #expect(configuration.options["long-retry"]?["time"] == .duration(.seconds(3600)))
    #expect(configuration.options["order-decides"]?["independent"] == .flag(true))
    #expect(configuration.excludes("generated/a/rules.yaml"))
    #expect(configuration.excludes("old/rules.yaml"))
    #expect(!configuration.excludes("generate/rules.yaml"))
    #expect(!configuration.excludes("new/old/rules.yaml"))
  }

  @Test("is read strictly: unknown parts are errors with their place")
  func strict() {
    let (_, lines) = Self.read(
      """
      version: 1
      level: { missing-id: off }
      levels: { missing-ids: off, missing-id: of, syntax-error: note }
      options: { long-retry: { trys: 3, tries: many }, missing-id: { x: 1 } }
      exclude: [ /etc, 3 ]
      """
    )
    #expect(
      lines == [
        "2:1 unknown-key", "3:11 unknown-key", "3:41 wrong-value", "3:45 wrong-value", "4:26 unknown-key",
        "4:42 wrong-type", "4:64 unknown-key", "5:12 wrong-value", "5:18 wrong-value",
      ]
    )
    #expect(Self.read("levels: {}\n").lines == ["1:1 missing-version"])
    #expect(Self.read("version: 2\n").lines == ["1:10 unknown-version"])
  }

  @Test("switches checks off, raises levels, and changes options")
  func applied() throws {
    let fires = try #require(CheckList.all.map { $0.page }.first { $0.code == "code-without-domain" }).fires
    var settings = CheckSettings()
    settings.levels = ["code-without-domain": .error]
    let raised = CheckedText(fires, settings: settings).lines("code-without-domain")
    #expect(raised.map { $0.contains(" error ") } == [true])
    settings.levels = ["code-without-domain": .off]
    #expect(CheckedText(fires, settings: settings).lines("code-without-domain").isEmpty)
    settings.levels = [:]
    settings.options = ["long-retry": ["tries": .number(3)]]
    let retry =
      "version: 1\nresponders:\n  - id: app\n    rules: [ { id: a, when: { status: 503 }, then: retry } ]\n"
    #expect(CheckedText(retry, settings: settings).lines("long-retry").count == 1)
  }
}
