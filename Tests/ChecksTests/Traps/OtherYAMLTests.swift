import Checks
import Edits
import RuleEngine
import Testing

/// The words as PyYAML 6 reads them; y and n as the type repository of YAML 1.1 has them.
@Suite("A value that YAML 1.1 reads differently", .enabled(if: YAMLEvents.isSupported))
struct OtherYAMLTests {
  @Test(
    "is reported with the other reading, and quoted or rewritten by the patch and by fmt alike",
    arguments: [
      ("yes", "a boolean", "\"yes\""), ("No", "a boolean", "\"No\""), ("OFF", "a boolean", "\"OFF\""),
      ("y", "a boolean", "\"y\""), ("1:30", "the number 90", "\"1:30\""),
      ("190:20:30", "the number 685230", "\"190:20:30\""), ("-1:30", "the number -90", "\"-1:30\""),
      ("1_000", "the number 1000", "\"1_000\""), ("0b11", "the number 3", "\"0b11\""),
      ("1_0.5", "a number", "\"1_0.5\""), ("2026-11-20", "a date", "\"2026-11-20\""),
      ("2026-11-20T10:00:00Z", "a date", "\"2026-11-20T10:00:00Z\""), ("=", "a special token", "\"=\""),
      ("010", "the number 8", "10"), ("-010", "the number -8", "-10"), ("08", "a string", "8"),
      ("0o17", "a string", "15"), ("1e3", "a string", "1.0e+3"), ("1.5e3", "a string", "1.5e+3"),
    ]
  )
  func isOther(_ word: String, _ meaning: String, _ written: String) throws {
    let text = Self.text(word)
    var settings = CheckSettings()
    settings.levels["other-yaml"] = .warning
    let findings = CheckedText(text, settings: settings).findings.filter { $0.code == "other-yaml" }
    let finding = try #require(findings.first, "\(word)")
    #expect(findings.count == 1)
    #expect(finding.message.contains(", but YAML 1.1 reads \(meaning)."), "\(finding.message)")
    #expect(finding.fix?.replacement == written)
    let formatter = Formatter(layout: .canonical)
    let bytes = try #require(formatter.format(name: "rules.yaml", bytes: Array(text.utf8)).text)
    let formatted = String(decoding: bytes, as: UTF8.self)
    #expect(formatted.contains("meta: { word: \(written) }"), "\(formatted)")
  }

  @Test(
    "is not reported if all readers agree",
    arguments: [
      "word", "5xx", "1.2.3", "0x1F", "12", "-1", "0.5", "1.5e+3", "1:90", "10:5:70", "a:b", "true", "007",
      "400..<500", "2026-11", "on-call", "Yesterday", "\"yes\"", "'010'",
    ]
  )
  func isTheSame(_ word: String) {
    var settings = CheckSettings()
    settings.levels["other-yaml"] = .warning
    let findings = CheckedText(Self.text(word), settings: settings).findings
    #expect(findings.filter { $0.code == "other-yaml" }.isEmpty, "\(word): \(findings)")
  }

  private static func text(_ word: String) -> String {
    """
    version: 1
    responders:
      - id: app
        meta:
          word: \(word)
        otherwise: { then: cancel }

    """
  }
}
