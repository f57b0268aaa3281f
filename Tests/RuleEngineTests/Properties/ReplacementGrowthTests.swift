import TestSupport
import Testing

/// Rules that double the error would exhaust memory after some thirty of them.
@Suite("An error that is repeatedly replaced by more of itself")
struct ReplacementGrowthTests {
  @Test("grows to its limit, beyond which nothing is inserted")
  func messages() throws {
    let doubling = #"{"when":{"type":"E"},"then":{"transform":{"message":"{error.message}{error.message}"}}}"#
    let rules = try Rules(Self.file("rules", [String](repeating: doubling, count: 60)))
    let text = try rules.text(#"{"type":"E","message":"ab"}"#)
    #expect(text.contains(#""evaluation":"cancel""#))
    #expect(text.utf8.count < 40 << 20)
  }

  @Test("grows as an event with nested lists of its values", .enabled(if: !Scale.isQuick))
  func events() throws {
    let doubling =
      #"{"when":{"event":"V"},"then":{"transform":{"event":"V","with":{"a":["{with.a}","{with.a}"]}}}}"#
    let rules = try Rules(Self.file("events", [String](repeating: doubling, count: 60)))
    #expect(try rules.text(#"{"event":"V","with":{"a":"z"}}"#).utf8.count < 40 << 20)
  }

  @Test("nests to its limit")
  func depth() throws {
    let nesting = #"{"when":{"event":"V"},"then":{"transform":{"event":"V","with":{"a":["{with.a}"]}}}}"#
    let rules = try Rules(Self.file("events", [String](repeating: nesting, count: 5_000)))
    let text = try rules.text(#"{"event":"V","with":{"a":"z"}}"#)
    #expect(text.contains(#""event":"V""#))
  }

  @Test("is wrapped with its message")
  func wraps() throws {
    let wrapping = #"{"then":{"transform":{"type":"T","wrap":true,"message":"{error.message}!"}}}"#
    let rules = try Rules(Self.file("rules", [String](repeating: wrapping, count: 200)))
    let message = String(repeating: "m", count: 200_000)
    #expect(try rules.answer(#"{"type":"E","message":"\#(message)"}"#).by == "app/last")
  }

  private static func file(_ key: String, _ rules: [String]) -> String {
    let last = key == "rules" ? #"{"id":"last","then":"cancel"}"# : #"{"id":"last","then":"handled"}"#
    return
      #"{"version":1,"responders":[{"id":"app","\#(key)":[\#((rules + [last]).joined(separator: ","))]}]}"#
  }
}
