import Source
import Testing

@testable import Policies

@Suite("A mapping of a policy")
struct PolicyMappingTests {
  private func mapping(_ json: String, _ dialect: PolicyDialect = .strict) throws -> PolicyMapping {
    try #require(try policy(json, dialect).mapping("a retry policy"))
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
    #expect(mapping.value.messages.isEmpty)
  }

  @Test func `compares keys without case where its system does, and the first one counts`() throws {
    let mapping = try mapping("{ \"DELAY\": 1, \"Delay\": 2 }", PolicyDialect(keys: .anyCase))
    #expect(mapping.integer("Delay", 0...9)?.value == 1)
    #expect(mapping.value["delay"]?.writtenInteger == 1)
  }
}
