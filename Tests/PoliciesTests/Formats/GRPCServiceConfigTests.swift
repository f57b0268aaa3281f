import Policies
import RuleEngine
import Testing

@Suite("A gRPC service config")
struct GRPCServiceConfigTests {
  private func config(_ policy: String, more: String = "") -> String {
    "{\"methodConfig\": [{\"name\": [{\"service\": \"shop.Cart\"}], \"retryPolicy\": {\(policy)}}]\(more)}"
  }

  private static let whole =
    "\"maxAttempts\": 4, \"initialBackoff\": \"0.1s\", \"maxBackoff\": \"1s\", \"backoffMultiplier\": 2, \"retryableStatusCodes\": [\"UNAVAILABLE\"]"

  @Test func `is read without findings if a rule file says all of it`() {
    let compilation = compiled(config(Self.whole))
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.policyFormat == "grpc")
    #expect(compilation.chain != nil)
  }

  @Test func `a rule file is none`() {
    let compilation = compiled(
      #"{"version": 1, "responders": [{"id": "app"}], "meta": {"methodConfig": []}}"#
    )
    #expect(compilation.policyFormat == nil)
  }

  @Test(
    arguments: [
      (#""maxAttempts": 4"#, #""maxAttempts": 1"#, "faulty-policy"),
      (#""maxAttempts": 4"#, #""maxAttempts": "4""#, "faulty-policy"),
      (#""maxAttempts": 4"#, #""maxAttempts": 9"#, "lost-in-import"),
      (#""0.1s""#, #""0s""#, "faulty-policy"), (#""0.1s""#, #""100ms""#, "faulty-policy"),
      (#""0.1s""#, #""-1s""#, "faulty-policy"),
      (#""backoffMultiplier": 2"#, #""backoffMultiplier": 0"#, "faulty-policy"),
      (#""backoffMultiplier": 2"#, #""backoffMultiplier": 0.5"#, "lost-in-import"),
      (#""backoffMultiplier": 2"#, #""backoffMultiplier": 5000"#, "lost-in-import"),
      (#"["UNAVAILABLE"]"#, "[]", "faulty-policy"), (#"["UNAVAILABLE"]"#, "[99]", "faulty-policy"),
      (#"["UNAVAILABLE"]"#, #"["UNAVALABLE"]"#, "faulty-policy"),
      (#"["UNAVAILABLE"]"#, #"["unavailable"]"#, "faulty-policy"), (#""0.1s""#, #"".1s""#, "faulty-policy"),
      (#""maxAttempts": 4, "#, "", "faulty-policy"),
      (#""maxAttempts": 4"#, #""maxAttempts": 4, "perAttemptRecvTimeout": "1s""#, "lost-in-import"),
    ]
  )
  func `has one finding for each thing that gRPC rejects or a rule file can't say`(
    good: String,
    bad: String,
    code: String
  ) {
    let codes = compiled(config(Self.whole.replacing(good, with: bad))).diagnostics.map { $0.code }
    #expect(codes == [code])
  }

  @Test func `findings stand where the policy says it`() {
    let text = """
      {
        "methodConfig": [
          { "name": [{}], "hedgingPolicy": { "maxAttempts": 3 } }
        ],
        "retryThrottling": { "maxTokens": 2000, "tokenRatio": 0.1 }
      }
      """
    #expect(
      findings(text) == [
        "3:38 lost-in-import: Hedging sends a call several times before any of them fails: no rule of errors can say that.",
        "5:37 faulty-policy: “maxTokens” must be an integer from 1 to 1000.",
      ]
    )
  }

  @Test func `any names make rules with ids of their own`() {
    let names = [
      ##"{"service": "a"}"##, ##"{"service": "a", "method": "failed"}"##, ##"{"service": "#"}"##,
      ##"{"service": "#we/ird \"x", "method": "*"}"##,
    ].joined(separator: ", ")
    let compilation = compiled(
      "{\"methodConfig\": [{\"name\": [\(names)], \"retryPolicy\": {\(Self.whole)}}]}"
    )
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.chain != nil)
  }

  @Test(
    arguments: [
      ("3", "0.1", ""), ("1000", "5000.5", ""), ("10", "0.1239", ""), ("2", "0.1", "faulty-policy"),
      ("1", "1", "faulty-policy"), ("10", "0.0001", "faulty-policy"), ("10.5", "0.1", "faulty-policy"),
      ("0", "0.1", "faulty-policy"), ("10", "-1", "faulty-policy"), ("10", "null", "faulty-policy"),
    ]
  )
  func `throttling is read within gRPC's bounds`(tokens: String, ratio: String, code: String) {
    let throttling = ", \"retryThrottling\": {\"maxTokens\": \(tokens), \"tokenRatio\": \(ratio)}"
    let codes = compiled(config(Self.whole, more: throttling)).diagnostics.map { $0.code }
    #expect(codes == (code.isEmpty ? [] : [code]))
  }

  @Test func `a name that stands twice is rejected, as by gRPC`() {
    let text = #"{"methodConfig": [{"name": [{"service": "a"}, {"service": "a"}]}]}"#
    #expect(
      findings(text) == [
        "1:47 faulty-policy: This name stands twice in the config. gRPC rejects the config: delete one of them."
      ]
    )
  }

  @Test func `has the same findings in YAML and JSON`() throws {
    let policy =
      "maxAttempts: 9, initialBackoff: 0.1s, maxBackoff: 1s, backoffMultiplier: 2, retryableStatusCodes: [ 14 ]"
    var registry = Registry()
    registry.policyFormats = BuiltInPolicies.all
    let yaml = RuleSet.compile(
      name: "config.yaml",
      bytes: Array("methodConfig: [ { name: [ {} ], retryPolicy: { \(policy) } } ]\n".utf8),
      registry: registry
    )
    #expect(yaml.diagnostics.map { $0.code } == ["lost-in-import", "faulty-policy"])
    #expect(yaml.chain != nil)
  }
}
