import RuleEngine
import Testing

@Suite("A retry table of botocore")
struct BotocoreRetryTableTests {
  /// Where each place that a fault may have stands once.
  private static let whole = #"""
    {
      "definitions": {
        "server": { "applies_when": { "response": { "http_status_code": 500 } } },
        "sockets": { "applies_when": { "socket_errors": ["GENERAL_CONNECTION_ERROR"] } }
      },
      "retry": {
        "__default__": {
          "max_attempts": 5,
          "delay": { "type": "exponential", "base": "rand", "growth_factor": 2 },
          "policies": { "server": { "$ref": "server" }, "sockets": { "$ref": "sockets" } }
        },
        "sqs": {
          "__default__": {
            "policies": {
              "throttled": {
                "applies_when": { "response": { "service_error_code": "RequestThrottled", "http_status_code": 403 } }
              }
            }
          }
        }
      }
    }
    """#

  /// The findings without the note that other retry modes do not read the table.
  private func others(_ compilation: RuleSet.Compilation) -> [Diagnostic] {
    compilation.diagnostics.filter { !$0.message.contains("“legacy”") }
  }

  @Test func `is read without findings if a rule file says all of it`() {
    let compilation = compiled(Self.whole)
    #expect(others(compilation).isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.policyFormat == "botocore")
    #expect(compilation.chain != nil)
  }

  @Test func `a rule file with a key of this name is none`() {
    let compilation = compiled(#"{"version": 1, "responders": [{"id": "app"}], "retry": {"attempts": 3}}"#)
    #expect(compilation.policyFormat == nil)
  }

  @Test(
    arguments: [
      (#""max_attempts": 5,"#, "", "faulty-policy"),
      (#""max_attempts": 5"#, #""max_attempts": "5""#, "faulty-policy"),
      (
        #""max_attempts": 5"#, #""max_attempts": 2000, "mode": "legacy""#,
        "lost-in-import faulty-policy lost-in-import"
      ),
      (#""type": "exponential", "#, "", "faulty-policy"), (#""exponential""#, #""linear""#, "faulty-policy"),
      (#""rand""#, #""random""#, "faulty-policy"), (#""rand""#, "0", "faulty-policy"),
      (#""base": "rand", "#, "", "faulty-policy"), (#""rand""#, "0.00000015", "lost-in-import"),
      (#""rand""#, "4e8", "lost-in-import"),
      (#""growth_factor": 2"#, #""growth_factor": -1"#, "faulty-policy"),
      (#""growth_factor": 2"#, #""growth_factor": 0.5"#, "lost-in-import"),
      (#""growth_factor": 2"#, #""growth_factor": 2000"#, "lost-in-import lost-in-import"),
      (#"{ "$ref": "server" }"#, #"{ "$ref": "sever" }"#, "faulty-policy"),
      (#"{ "$ref": "server" }"#, #"{ "$ref": 5 }"#, "faulty-policy"),
      (#"{ "$ref": "server" }"#, "null", "faulty-policy"),
      (#"{ "$ref": "server" }"#, #"{ "applies_when": {} }"#, "faulty-policy"),
      (#"{ "$ref": "server" }"#, #"{ "applies": {} }"#, "faulty-policy faulty-policy"),
      (#"{ "http_status_code": 500 }"#, "{}", "faulty-policy"), (": 500 }", ": \"500\" }", "faulty-policy"),
      (": 500 }", ": 500.5 }", "faulty-policy"), (": 500 }", ": 500.0 }", ""),
      (": 500 }", ": 204 }", "lost-in-import"),
      (": 500 }", ": 500, \"crc32body\": \"x\" }", "faulty-policy"),
      (#"["GENERAL_CONNECTION_ERROR"]"#, #"["GENERAL_CONECTION_ERROR"]"#, "faulty-policy"),
      (#"["GENERAL_CONNECTION_ERROR"]"#, #""GENERAL_CONNECTION_ERROR""#, "faulty-policy"),
      (#"["GENERAL_CONNECTION_ERROR"]"#, "[]", "faulty-policy"),
      (#", "http_status_code": 403"#, "", "faulty-policy"), (#""RequestThrottled""#, "403", "faulty-policy"),
      (#""sqs""#, #""simplequeue""#, "faulty-policy"),
      (#""throttled": {"#, #""sockets": {"#, "faulty-policy"),
      ("\"sqs\": {", "\"sqs\": { \"SendMessage\": { \"policies\": {} },", "faulty-policy"),
      ("\"sqs\": {", "\"sqs\": { \"sqs\": { \"policies\": { \"server\": { \"$ref\": \"server\" } } },", ""),
      ("\"sqs\": {", "\"sqs\": { \"sqs\": {},", "faulty-policy"),
      ("\"sqs\": {", "\"s3\": 3, \"sqs\": {", "faulty-policy"),
      (
        "\"sqs\": {", "\"s3\": { \"__default__\": { \"max_attempts\": { \"a\": 1 } } }, \"sqs\": {",
        "faulty-policy"
      ),
      ("\"retry\": {", "\"owner\": \"ours\", \"retry\": {", "faulty-policy"),
    ]
  )
  func `has its findings for each thing that botocore rejects, ignores or a rule file can't say`(
    good: String,
    bad: String,
    codes: String
  ) throws {
    let place = try #require(Self.whole.firstRange(of: good))
    let found = others(compiled(Self.whole.replacingCharacters(of: place, with: bad)))
    #expect(found.map { $0.code }.joined(separator: " ") == codes, "\(found)")
  }

  @Test func `findings stand where the table says it, each once`() {
    let text = """
      {
        "definitions": {
          "busy": { "applies_when": { "response": { "http_status_code": "503" } } }
        },
        "retry": {
          "__default__": {
            "max_attempts": 2,
            "delay": { "type": "exponential", "base": 0.05, "growth_factor": 2 },
            "policies": { "busy": { "$ref": "busy" } }
          },
          "cloudwatch": { "__default__": { "policies": { "other": { "$ref": "bussy" } } } },
          "sqs": { "SendMessage": { "policies": {} } }
        }
      }
      """
    #expect(
      findings(text).filter { !$0.contains("“legacy”") } == [
        "3:67 faulty-policy: No status equals this: the policy has no effect.",
        "11:5 faulty-policy: “cloudwatch” is the endpoint prefix of no service that botocore 1.44 knows. Did you mean “monitoring”?",
        "11:61 faulty-policy: There is no definition “bussy”: botocore can't make a client. Did you mean “busy”?",
        "12:14 faulty-policy: botocore's clients look up no operation: “SendMessage” has no effect. Move its policies to “__default__”.",
      ]
    )
  }

  @Test func `the only policy of a client catches no error`() {
    let sockets = #"{ "applies_when": { "socket_errors": ["GENERAL_CONNECTION_ERROR"] } }"#
    let table = #"""
      {"retry": {"__default__": {"max_attempts": 2, "delay": {"type": "exponential", "base": 1, "growth_factor": 1}, "policies": {"one": \#(sockets)}}}}
      """#
    #expect(
      findings(table).filter { !$0.contains("“legacy”") } == [
        "1:169 faulty-policy: This policy has no effect as the only one: botocore then catches no error."
      ]
    )
  }

  @Test func `definitions that lead to each other end`() {
    let text = Self.whole.replacing(
      #""policies": { "server": { "$ref": "server" }, "sockets": { "$ref": "sockets" } }"#,
      with:
        #""policies": { "server": { "$ref": "server" }, "sockets": { "$ref": "sockets" } }, "extra": { "$ref": "server" }"#
    ).replacing(
      #""sqs": {"#,
      with: #""s3": { "__default__": { "extra": { "again": { "$ref": "server" } } } }, "sqs": {"#
    )
    let compilation = compiled(text)
    #expect(Set(others(compilation).map { $0.code }) == ["faulty-policy"], "\(compilation.diagnostics)")
    #expect(compilation.chain != nil)
  }

  @Test func `any names make rules with ids of their own`() {
    let services = ["#", "a/b", "a.b", "a.b.failed", "every-service", "é \\\" ☃", ""].map { "\"\($0)\": {}" }
    let table = Self.whole.replacing(#""sqs": {"#, with: services.joined(separator: ", ") + #", "sqs": {"#)
    let compilation = compiled(table)
    #expect(others(compilation).map { $0.code } == services.map { _ in "faulty-policy" })
    #expect(compilation.chain != nil)
  }
}

extension String {
  fileprivate func replacingCharacters(of range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
