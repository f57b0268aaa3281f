import Source
import Testing

@testable import Policies

@Suite("A value of a policy")
struct PolicyValueTests {
  private static let texts = PolicyDialect(readsTexts: true)

  @Test(arguments: [
    ("3", true), ("0", false), ("6", false), ("2.5", false), ("\"3\"", false), ("null", false),
  ])
  func `is an integer within its bounds, and nothing else`(json: String, isValid: Bool) throws {
    let value = try policy(json)
    #expect((value.integer(1...5) != nil) == isValid)
    #expect(value.messages == (isValid ? [] : ["“value” must be an integer from 1 to 5."]))
  }

  @Test(
    arguments: [
      ("0", "“value” must be an integer of at least 1."),
      ("4294967296", "“value” must be an integer from 1 to 2147483647."),
    ]
  )
  func `names the greatest number of 32 bits only to those who exceed it`(json: String, message: String)
    throws
  {
    let value = try policy(json)
    #expect(value.integer(1...Int64(Int32.max)) == nil)
    #expect(value.messages == [message])
  }

  @Test(
    arguments: [
      (NumberBounds.any, "x", "“value” must be a number."),
      (.atLeast(0.001), 0, "“value” must be a number of at least 0.001."),
      (.above(0), 0, "“value” must be a number above 0."),
      (.within(0...1), 1.5, "“value” must be a number from 0 to 1."),
      (.inside(0..<1), 1, "“value” must be a number from 0 to below 1."),
    ] as [(NumberBounds, any CustomStringConvertible & Sendable, String)]
  )
  func `is a number within its bounds`(
    bounds: NumberBounds,
    wrong: any CustomStringConvertible & Sendable,
    message: String
  ) throws {
    let value = try policy(wrong is String ? "\"\(wrong)\"" : "\(wrong)")
    #expect(value.number(bounds) == nil)
    #expect(value.messages == [message])
    #expect(try policy("0.5").number(bounds)?.value == 0.5)
  }

  @Test func `may be written as a text, if its system reads texts`() throws {
    #expect(try policy("\"3\"", Self.texts).integer(1...5)?.value == 3)
    #expect(try policy("\"0.5\"", Self.texts).number()?.value == 0.5)
    #expect(try policy("\"True\"", Self.texts).flag()?.value == true)
    #expect(try policy("\"True\"").flag() == nil)
    #expect(try policy("\"inf\"", Self.texts).number(.above(0)) == nil)
  }

  @Test func `is one of a system's words, with a suggestion if it is not`() throws {
    #expect(
      try policy("\"retry\"").word(["retry", "fail"]) { "“\($0)” is not an action." }?.value == "retry"
    )
    let value = try policy("\"retyr\"")
    #expect(value.word(["retry", "fail"]) { "“\($0)” is not an action." } == nil)
    #expect(value.messages == ["“retyr” is not an action. Did you mean “retry”?"])
  }

  @Test func `says its kind where another one is wanted`() throws {
    let value = try policy("{ \"a\": 1 }")
    #expect(value.list().isEmpty)
    #expect(value.requiredText() == nil)
    #expect(try policy("[]").mapping("a retry policy") == nil)
    #expect(
      value.messages == [
        "“value” must be a list. It is a mapping.", "“value” must be a string. It is a mapping.",
      ]
    )
  }

  @Test func `has the place of what is written, and the findings of the whole policy`() throws {
    let root = try policy("{ \"retry\": { \"count\": 9 } }")
    let count = try #require(root["retry"]?["count"])
    #expect(count.integer(0...2) == nil)
    #expect(count.integer(0...9)?.place.bytes == 22..<23)
    #expect(root.messages == ["“count” must be an integer from 0 to 2."])
    #expect(root.findings.diagnostics.all.first?.range.bytes == 22..<23)
  }

  @Test func `gives a rule what it can have, and reports the rest`() throws {
    let value = try policy("5000")
    #expect(Node(value.tries(5_000), at: value.place).text == "1000")
    #expect(Node(value.delay(seconds: 1.5), at: value.place).text == "1500ms")
    #expect(Node(value.delay(seconds: 0), at: value.place).text == "0s")
    #expect(Node(value.multiplier(0.5), at: value.place).text == "1")
    #expect(Node(value.multiplier(5_000), at: value.place).text == "1000")
    #expect(value.origins("a*").isEmpty)
    #expect(value.findings.diagnostics.all.map { $0.code } == Array(repeating: "lost-in-import", count: 4))
  }
}
