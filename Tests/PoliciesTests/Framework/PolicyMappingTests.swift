import Source
import Testing

@testable import Policies

@Suite("A mapping of a policy")
struct PolicyMappingTests {
  private func mapping(_ json: String, _ dialect: PolicyDialect = .strict) throws -> PolicyMapping {
    try #require(try policy(json, dialect).mapping("a retry policy"))
  }

  @Test func `reports the keys that nobody asked for as lost`() throws {
    let mapping = try mapping("{ \"max\": 1, \"name\": 2, \"color\": 3 }")
    mapping.skip("name")
    #expect(mapping.integer("max", 0...5)?.value == 1)
    mapping.close()
    #expect(mapping.value.messages == ["“color” of a retry policy has no counterpart in a rule file."])
  }

  @Test(
    arguments: [
      (
        PolicyMapping.Consequence.rejected(by: "X"),
        "“mx” is no field of a retry policy. X rejects the config.", true
      ),
      (.ignored(by: "X"), "“mx” is no field of a retry policy. X ignores it.", false),
      (.rejectedKey(by: "X"), "“mx” is no key of a retry policy. X rejects it.", true),
      (.withoutEffect, "a retry policy has no “mx”, which has no effect.", false),
    ]
  )
  func `reports an unknown key as its system answers it`(
    consequence: PolicyMapping.Consequence,
    message: String,
    isFault: Bool
  ) throws {
    let mapping = try mapping("{ \"mx\": 1, \"when\": 2 }")
    mapping.close(knowing: ["max", "when"], consequence)
    #expect(mapping.value.messages == ["\(message) Did you mean “max”?"])
    #expect(mapping.findings.errorCount == (isFault ? 1 : 0))
  }

  @Test func `reports a key that must be there`() throws {
    let mapping = try mapping("{}")
    #expect(mapping.required("max", ". X rejects it.") == nil)
    #expect(mapping.value.messages == ["“max” is missing. X rejects it."])
  }

  @Test func `knows both spellings of protocol buffers, and null as nothing`() throws {
    let mapping = try mapping(
      "{ \"numRetries\": \"3\", \"retry_on\": \"reset\", \"timeout\": null }",
      .protocolBuffers
    )
    #expect(mapping.integer("num_retries", 0...9)?.value == 3)
    #expect(mapping.text("retryOn")?.value == "reset")
    #expect(mapping.take("timeout") == nil)
    mapping.close()
    #expect(mapping.value.messages.isEmpty)
  }

  @Test func `compares keys without case where its system does, and the first one counts`() throws {
    let mapping = try mapping("{ \"DELAY\": 1, \"Delay\": 2 }", PolicyDialect(keys: .anyCase))
    #expect(mapping.integer("Delay", 0...9)?.value == 1)
    #expect(mapping.value["delay"]?.writtenInteger == 1)
  }
}
