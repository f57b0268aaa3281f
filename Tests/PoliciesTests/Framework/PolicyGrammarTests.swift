import RuleLanguage
import Source
import Testing

@testable import Policies

@Suite("The keys of a format")
struct PolicyGrammarTests {
  private func messages(
    _ json: String,
    _ answer: PolicyAnswer = .ignored(by: "X"),
    isOpen: Bool = false,
    _ dialect: PolicyDialect = .strict
  ) throws -> [String] {
    let grammar = PolicyGrammar(
      dialect: dialect,
      [
        "root": .init("a config", answer, isOpen: isOpen, "retryPolicy:retry methods:methods"),
        "retry": .init("a retry policy", answer, "maxAttempts when"),
        "methods": .init("the methods", answer, namesHave: ["retryPolicy"], "default:root *:root"),
      ]
    )
    let value = try policy(json)
    grammar.report(in: value)
    return value.messages
  }

  @Test(
    arguments: [
      (PolicyAnswer.rejected(by: "X"), "“whn” is not a field of a retry policy. X rejects the config.", true),
      (.ignored(by: "X"), "“whn” is not a field of a retry policy. X ignores it.", false),
      (.rejectedKey(by: "X"), "“whn” is not a key of a retry policy. X rejects it.", true),
      (
        .differs("A rejects it, B ignores it."),
        "“whn” is not a field of a retry policy. A rejects it, B ignores it.", false
      ),
    ]
  )
  func `an unknown key is reported as its system answers it`(
    answer: PolicyAnswer,
    message: String,
    isFault: Bool
  )
    throws
  {
    let grammar = PolicyGrammar(["root": .init("a retry policy", answer, "max when")])
    let value = try policy("{ \"whn\": 1, \"when\": 2 }")
    grammar.report(in: value)
    #expect(value.messages == ["\(message) Did you mean “when”?"])
    #expect(value.findings.errorCount == (isFault ? 1 : 0))
  }

  @Test func `a misplaced key is led to its mapping`() throws {
    #expect(
      try messages("{ \"maxAttempts\": 1 }")
        == ["“maxAttempts” is not a field of a config. X ignores it. It belongs in a retry policy."]
    )
    #expect(
      try messages("{ \"maxAttempts\": 1, \"color\": 1 }", isOpen: true)
        == ["“maxAttempts” is not a field of a config. X ignores it. It belongs in a retry policy."]
    )
  }

  @Test func `the signs between words, the case and the number make no other key`() throws {
    for key in ["retry_policy", "RetryPolicy", "retry-policy", "retryPolicies", "retryPolcy", "rertyPolicy"] {
      #expect(
        try messages("{ \"\(key)\": {} }", isOpen: true)
          == ["“\(key)” is not a field of a config. X ignores it. Did you mean “retryPolicy”?"]
      )
    }
    #expect(try messages("{ \"retry_policy\": {} }", .ignored(by: "X"), .protocolBuffers) == [])
  }

  @Test func `a name is not a misspelt key if its value says so`() throws {
    #expect(try messages("{ \"methods\": { \"defaults\": { \"retryPolicy\": {} }, \"x\": {} } }") == [])
    #expect(
      try messages("{ \"methods\": { \"defaults\": {} } }")
        == ["“defaults” is not a field of the methods. X ignores it. Did you mean “default”?"]
    )
  }

  @Test func `gRPC in Go takes keys in any case`() throws {
    #expect(
      try messages("{ \"RetryPolicy\": {}, \"retry_policy\": {} }", .grpc) == [
        "“RetryPolicy” is not a field of a config. Only gRPC in Go takes it for “retryPolicy”, the others ignore it. Write “retryPolicy”.",
        "“retry_policy” is not a field of a config. gRPC ignores it. Did you mean “retryPolicy”?",
      ]
    )
  }

  @Test func `a document with a misspelt key is known as what it would be without`() throws {
    let formats = BuiltInPolicies.all
    func format(_ json: String) throws -> String? {
      let node = try policy(json).node
      #expect(!formats.contains { $0.recognizes(node) })
      return formats.first { $0.resembles(node) }?.name
    }
    #expect(try format("{ \"methodConfigs\": [ { \"name\": [ {} ] } ] }") == "grpc")
    #expect(try format("{ \"startAt\": \"a\", \"States\": {} }") == "asl")
    #expect(try format("{ \"apiVersions\": \"batch/v1\", \"kind\": \"Job\" }") == "kubernetes")
    #expect(try format("{ \"test\": { \"script\": \"make\", \"retries\": 2 } }") == "gitlab")
    #expect(try format("{ \"maximumIntervals\": \"1s\", \"MaximumAttempts\": 3 }") == "temporal")
    #expect(try format("{ \"version\": 3, \"services\": {} }") == nil)
  }
}
