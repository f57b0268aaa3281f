import RuleEngine
import Testing

@Suite("Settings of AWS's clients")
struct BotocoreSettingsTests {
  private static let config = """
    # Ours
    [default]
    region = eu-central-1
    retry_mode = standard
    s3 =
        retry_mode = none of ours
    max_attempts: 4
    [profile batch]
    output = json
    """

  private static func tries(_ text: String, _ service: String = "S3") throws -> Int? {
    let record = #"{"status": 500, "attempt": 1, "attributes": {"rpc.service": "\#(service)"}}"#
    let found = try resolution(of: record, by: text, name: "config")
    return found.split(separator: #""maxAttempts":"#).last.flatMap { Int($0.prefix { $0.isNumber }) }
  }

  @Test func `of a config file or of the environment, which goes first, set the tries`() throws {
    #expect(try Self.tries(Self.config) == 4)
    #expect(try Self.tries("AWS_MAX_ATTEMPTS=7\n" + Self.config) == 7)
    #expect(try Self.tries("export AWS_MAX_ATTEMPTS='2'\nHOME=/home/me\n") == 2)
    #expect(try Self.tries("AWS_RETRY_MODE=standard") == 3)
    #expect(try Self.tries("AWS_RETRY_MODE=standard", "DynamoDB") == 4)
    #expect(try Self.tries(Self.config, "DynamoDB Streams") == 4)
    #expect(try Self.tries("AWS_PROFILE=batch\nAWS_RETRY_MODE=standard\n\(Self.config)") == 3)
  }

  @Test func `of the only profile that has some are those of the rules`() throws {
    let text = "[default]\nregion = x\n[profile batch]\nmax_attempts = 6\n"
    #expect(try Self.tries(text) == 6)
    #expect(findings(text, name: "config").contains { $0.contains("AWS_PROFILE") } == false)
    let other = text + "[profile night]\nmax_attempts = 9\n"
    #expect(try Self.tries(other) == 3)
    #expect(findings(other, name: "config").count { $0.contains("write AWS_PROFILE=") } == 2)
  }

  @Test func `share a quota by service, whose retries cost by the kind of error`() throws {
    var evaluator = RuleEvaluator(
      try #require(compiled("AWS_RETRY_MODE=standard\nAWS_MAX_ATTEMPTS=1000", name: "config").chain)
    )
    func retries(_ error: String, _ service: String) throws -> Int {
      try (0..<200).count { _ in
        let record = #"{\#(error), "attempt": 1, "attributes": {"rpc.service": "\#(service)"}}"#
        return try evaluator.resolution(of: record).contains(#""evaluation":"retry""#)
      }
    }
    #expect(try retries(#""status": 503"#, "S3") == 35)
    // 10 of 500 tokens are left.
    #expect(try retries(#""status": 503, "code": "SlowDown""#, "S3") == 2)
    #expect(try retries(#""status": 429"#, "SQS") == 100)
  }

  @Test(
    arguments: [
      ("retry_mode = standard", "retry_mode = Standard", "faulty-policy"),
      ("retry_mode = standard", "retry_mode = legacy", "faulty-policy"),
      ("retry_mode = standard", "retry_mode = adaptive", "lost-in-import"),
      ("retry_mode = standard", "retry_modes = standard", "faulty-policy"),
      ("max_attempts: 4", "max_attempts: 0", "faulty-policy"),
      ("max_attempts: 4", "max_attempts: many", "faulty-policy"),
      ("max_attempts: 4", "max_attempts: 4\nmax_attempts: 4", "faulty-policy"),
      ("max_attempts: 4", "max_attempts: 2000", "lost-in-import"),
      ("max_attempts: 4", "max_attempts 4", "faulty-policy"),
      ("# Ours", "; Ours", ""), ("[profile batch]", "[default]", "faulty-policy"),
      ("[profile batch]", "[sso-session x]", ""),
      ("[default]", "AWS_PROFILE=night\n[default]", "faulty-policy lost-in-import"),
    ])
  func `have their findings for each thing that botocore rejects, or a rule file can't say`(
    good: String,
    bad: String,
    codes: String
  ) throws {
    // Of each file two things are lost or doubtful: what a model says, and whether a read that timed out was done.
    let usual = ["lost-in-import", "code-without-domain", "unknown-outcome"]
    var found = try findingCodes(in: Self.config, changing: good, to: bad, name: "config").split(
      separator: " "
    )
    .map { String($0) }
    for code in usual { found.firstIndex(of: code).map { _ = found.remove(at: $0) } }
    #expect(found.joined(separator: " ") == codes)
  }

  @Test(arguments: ["[default]\nregion = x", "max_attempts = 4", "", "key = value", "[profile x]\nretry = 3"])
  func `without a retry mode or a number of tries are none`(text: String) {
    #expect(compiled(text, name: "config").policyFormat == nil)
  }
}
