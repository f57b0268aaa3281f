import Differences
import Edits
import RuleEngine
import Source
import Testing

/// A rule file with the fixes of what it could do without.
struct Simplification {
  let codes: [String]
  let messages: [String]
  let text: String

  /// The lines of the first responder's rules, without their indentation.
  var rules: [String] {
    text.split(separator: "\n").drop { $0 != "    rules:" }.dropFirst().map {
      $0.drop { $0 == " " }.description
    }
  }

  /// The rules of one responder, below `top`, as `fmt` writes them.
  init(_ rules: [String], below top: String = "", decided: [Int]? = nil) throws {
    let head = "version: 1\n\n\(top)responders:\n  - id: app\n    rules:\n"
    try self.init(head + rules.map { $0.isEmpty ? "\n" : "      \($0)\n" }.joined(), decided: decided)
  }

  init(_ text: String, name: String = "rules.yaml", decided: [Int]? = nil) throws {
    let bytes = Array(text.utf8)
    #expect(Formatter().format(name: name, bytes: bytes).text == bytes)
    let findings = Self.findings(try #require(Self.compile(bytes, name)), name, decided: decided)
    let fixed = Self.fixed(bytes, findings)
    #expect(Formatter().format(name: name, bytes: fixed).text == fixed)
    let windows = Self.windows(bytes)
    let same = Self.findings(try #require(Self.compile(windows, name)), name, decided: decided)
    #expect(Self.fixed(windows, same) == Self.windows(fixed))
    codes = findings.map { $0.code }
    messages = findings.map { $0.message }
    self.text = String(decoding: fixed, as: UTF8.self)
  }

  /// The text with the line breaks of Windows.
  private static func windows(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
  }

  static func compile(_ bytes: [UInt8], _ name: String) -> Simplifier.Rules? {
    let compilation = RuleSet.compile(name: name, bytes: bytes)
    guard let chain = compilation.chain, let program = compilation.program else { return nil }
    return (chain, program)
  }

  static func findings(
    _ rules: Simplifier.Rules,
    _ name: String,
    decided: [Int]? = nil,
    steps: Int = 4_000_000
  ) -> [Diagnostic] {
    var options = Simplifier.Options()
    options.steps = steps
    options.decided = decided
    return Simplifier.findings(in: rules, options: options) { compile($0, name) }
  }

  /// The text with all fixes that don't overlap.
  static func fixed(_ text: [UInt8], _ findings: [Diagnostic]) -> [UInt8] {
    EditRound(findings.compactMap { $0.fix.map { SourceEdit($0.range.bytes, $0.replacement) } }, in: text)
      .text
  }
}
