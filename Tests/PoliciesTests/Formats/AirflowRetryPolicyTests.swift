import RuleEngine
import Testing

@Suite("A retry policy of Airflow")
struct AirflowRetryPolicyTests {
  /// Where each place that a fault may have stands once.
  private static let whole = #"""
    {
      "retries": 3,
      "retry_delay": 60,
      "retry_policy": {
        "__type": "ExceptionRetryPolicy",
        "rules": [
          { "exception": "requests.exceptions.HTTPError", "action": "retry", "match_subclasses": true, "retry_delay": 300.0, "reason": "Rate limit" },
          { "exception": ["builtins.PermissionError", "google.auth.exceptions.RefreshError"], "action": "fail", "match_subclasses": false }
        ],
        "default": "default"
      }
    }
    """#

  @Test func `is read without findings if a rule file says all of it`() {
    let compilation = compiled(Self.whole)
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.policyFormat == "airflow")
    #expect(compilation.chain != nil)
  }

  @Test func `alone it does not say how often a task is tried`() {
    let text = #"{"__type": "ExceptionRetryPolicy", "rules": [], "default": "fail"}"#
    #expect(
      findings(text) == [
        #"1:12 lost-in-import: How often a task is tried, only its own “retries” say; the rules try it 1,000 times. Write { "retries": 2, "retry_policy": … } around the policy."#
      ]
    )
  }

  @Test func `a class behind Exception never takes effect, unless it is none of its exceptions`() {
    func found(_ name: String) -> [String] {
      findings(
        #"{"retries": 2, "retry_policy": {"__type": "ExceptionRetryPolicy", "default": "fail", "rules": ["#
          + #"{"exception": "builtins.Exception", "action": "retry", "match_subclasses": true}, "#
          + #"{"exception": "\#(name)", "action": "fail", "match_subclasses": true}]}}"#
      )
      .filter { $0.contains("never takes effect") }
    }
    #expect(found("builtins.ValueError").count == 1)
    #expect(found("builtins.Exception").count == 1)
    #expect(found("builtins.SystemExit") == [])
    #expect(found("our.errors.Unknown") == [])
  }

  /// A task with two retries and a chain of these policies.
  private static func chain(_ policies: String) -> String {
    #"{ "retries": 2, "retry_delay": 60, "retry_policy": { "__type": "ChainRetryPolicy", "policies": [ \#(policies) ] } }"#
  }

  @Test func `a policy of a chain leaves to the next what it says “default” to, and what it does not name`()
    throws
  {
    let first =
      #"{ "__type": "ExceptionRetryPolicy", "rules": [ { "exception": "builtins.PermissionError", "action": "fail" }, "#
      + #"{ "exception": "builtins.OSError", "action": "default" }, { "exception": "builtins.TimeoutError", "action": "fail" } ] }"#
    let last =
      #"{ "__type": "ExceptionRetryPolicy", "rules": [ { "exception": "builtins.TimeoutError", "action": "retry", "retry_delay": 5.0 } ], "default": "fail" }"#
    let chain = try #require(compiled(Self.chain("\(first), \(last)")).chain)
    var evaluator = RuleEvaluator(chain)
    func outcome(_ type: String) throws -> String {
      try evaluator.resolution(of: #"{"type": "\#(type)", "attempt": 1, "operation": "a"}"#)
    }
    #expect(try outcome("PermissionError").contains(#""cancel""#))
    #expect(try outcome("TimeoutError").contains(#""delay":5"#))
    #expect(try outcome("ConnectionError").contains(#""cancel""#))
    #expect(try outcome("airflow.sdk.exceptions.AirflowFailException").contains("never-retried"))
    let usual = try #require(compiled(Self.chain(first)).chain)
    evaluator = RuleEvaluator(usual)
    #expect(try outcome("ConnectionError").contains(#""delay":60"#))
  }

  @Test func `chains in chains are one; what is code is left out, which is said; an empty one is rejected`() {
    let policy = #"{ "__type": "ExceptionRetryPolicy", "rules": [] }"#
    let inner = #"{ "__type": "ChainRetryPolicy", "policies": [ \#(policy) ] }"#
    #expect(findings(Self.chain("\(inner), \(policy)")).isEmpty)
    let code = #"{ "__type": "LLMRetryPolicy", "instructions": "…" }"#
    let lost = findings(Self.chain("\(code), \(policy)"))
    #expect(lost.count == 1 && lost[0].contains("lost-in-import: This policy is code."), "\(lost)")
    let empty = findings(Self.chain(""))
    #expect(empty.count == 1 && empty[0].contains("faulty-policy: “policies” must list"), "\(empty)")
    let misspelt = Self.chain(policy).replacing("policies", with: "policy")
    #expect(findings(misspelt).contains { $0.contains("“policy”") })
  }

  @Test
  func `a rule of a later policy is said to be idle if an earlier policy decides about all its exceptions`() {
    func policy(_ rules: String) -> String {
      #"{ "__type": "ExceptionRetryPolicy", "rules": [ \#(rules) ] }"#
    }
    func rule(_ name: String, _ action: String, _ more: String = "") -> String {
      #"{ "exception": "builtins.\#(name)", "action": "\#(action)"\#(more) }"#
    }
    func both(_ one: String, _ other: String) -> String {
      #"{ "exception": [ "builtins.\#(one)", "builtins.\#(other)" ], "action": "retry" }"#
    }
    func isIdle(_ earlier: String, _ later: String) -> Bool {
      let last = policy(rule("KeyError", "retry"))
      return findings(Self.chain("\(policy(earlier)), \(policy(later)), \(last)")).contains {
        $0.contains("an earlier policy decides")
      }
    }
    let only = #", "match_subclasses": false"#
    #expect(isIdle(rule("OSError", "fail"), rule("OSError", "retry")))
    #expect(isIdle(rule("OSError", "retry"), rule("ConnectionResetError", "fail")))
    #expect(isIdle(rule("OSError", "retry"), rule("PermissionError", "fail", only)))
    #expect(isIdle(rule("Exception", "fail"), rule("ValueError", "retry")))
    #expect(
      isIdle(
        "\(rule("OSError", "fail")), \(rule("ValueError", "fail"))",
        both("TimeoutError", "ValueError")
      )
    )
    // An ancestor, a sibling, the class alone, and what the earlier policy leaves to the next one.
    #expect(!isIdle(rule("ConnectionError", "fail"), rule("OSError", "retry")))
    #expect(!isIdle(rule("ConnectionError", "fail"), rule("PermissionError", "retry")))
    #expect(!isIdle(rule("OSError", "fail", only), rule("OSError", "retry")))
    #expect(!isIdle(rule("OSError", "default"), rule("OSError", "retry")))
    #expect(
      !isIdle("\(rule("ConnectionError", "default")), \(rule("OSError", "fail"))", rule("OSError", "retry"))
    )
    #expect(
      !isIdle(
        rule("OSError", "fail"),
        both("OSError", "ValueError")
      )
    )
  }

  @Test func `a type that is misspelt is named, and its policy is read`() {
    let policy =
      #"{ "__type": "ExceptionRetryPolicy", "rules": [ { "exception": "builtins.OSError", "action": "retry" } ] }"#
    for (wrong, meant) in [
      ("ChainRetryPolcy", "ChainRetryPolicy"), ("chainRetryPolicy", "ChainRetryPolicy"),
      ("ExceptionRetryPolicys", "ExceptionRetryPolicy"),
    ] {
      let text =
        meant.hasPrefix("Chain") ? Self.chain(policy) : #"{ "retries": 2, "retry_policy": \#(policy) }"#
      let found = findings(text.replacing("\"\(meant)\"", with: "\"\(wrong)\""))
      #expect(found.count == 1, "\(found)")
      #expect(
        found.allSatisfy { $0.contains("“\(wrong)” is not a policy of Airflow. Did you mean “\(meant)”?") }
      )
    }
  }

  @Test func `a chain of nothing but code leaves all to the task; what is never asked or misspelt is said`()
    throws
  {
    let code = #"{ "__type": "LLMRetryPolicy" }"#
    var evaluator = RuleEvaluator(try #require(compiled(Self.chain(code)).chain))
    let resolution = try evaluator.resolution(of: #"{"type": "ValueError", "attempt": 1, "operation": "a"}"#)
    #expect(resolution.contains(#""delay":60"#))
    let last =
      #"{ "__type": "ExceptionRetryPolicy", "rules": [ { "exception": "builtins.KeyError", "action": "retry" } ] }"#
    let ends = #"{ "__type": "ExceptionRetryPolicy", "rules": [], "default": "fail" }"#
    #expect(findings(Self.chain("\(ends), \(last)")).contains { $0.contains("never asked") })
    #expect(findings(Self.chain("\(last), \(ends)")).allSatisfy { !$0.contains("never asked") })
    let misspelt = last.replacing("ExceptionRetryPolicy", with: "ExceptionRetryPolcy")
    let found = findings(Self.chain("\(misspelt), \(last)"))
    #expect(found.contains { $0.contains("Did you mean “ExceptionRetryPolicy”?") })
  }

  @Test func `a rule file and another system's policy are none`() {
    #expect(compiled(#"{"version": 1, "responders": [{"id": "a"}], "retry_policy": {}}"#).policyFormat == nil)
    #expect(compiled(#"{"__type": "LLMRetryPolicy", "rules": []}"#).policyFormat == nil)
  }

  @Test(
    arguments: [
      (#""retries": 3"#, #""retries": "3""#, "faulty-policy"),
      (#""retries": 3"#, #""retries": 1000"#, "lost-in-import"),
      (#""retries": 3"#, #""retries": 0"#, ""), (#""retries": 3,"#, "", "lost-in-import"),
      (#""retry_delay": 60"#, #""retry_delay": "1m""#, "faulty-policy"),
      (#""retry_delay": 60"#, #""retry_delay": -1"#, "faulty-policy"),
      (#""retry_delay": 60"#, #""retry_delay": 4e7"#, "lost-in-import"),
      (#""retry_delay": 60"#, #""retry_exponential_backoff": 2"#, ""),
      (#""retry_delay": 60"#, #""retry_exponential_backoff": true"#, ""),
      (#""retry_delay": 60"#, #""retry_exponential_backoff": 1"#, ""),
      (#""retry_delay": 60"#, #""retry_exponential_backoff": 1.5"#, "lost-in-import"),
      (#""retry_delay": 60"#, #""retry_exponential_backoff": "2""#, "faulty-policy"),
      (#""requests.exceptions.HTTPError""#, #""HTTPError""#, "faulty-policy"),
      (#""requests.exceptions.HTTPError""#, #""requests.exceptions.HTTPErorr""#, "faulty-policy"),
      (#""requests.exceptions.HTTPError""#, #""requests.HTTPError""#, ""),
      (#""requests.exceptions.HTTPError""#, #""our errors.HTTPError""#, "faulty-policy"),
      (#""requests.exceptions.HTTPError""#, "5", "faulty-policy"),
      (#""requests.exceptions.HTTPError""#, "[]", "faulty-policy"),
      (#""exception": "requests.exceptions.HTTPError", "#, "", "faulty-policy"),
      (#""action": "retry", "#, "", "faulty-policy"),
      (#""action": "retry""#, #""action": "Retry""#, "faulty-policy"),
      (#""action": "retry""#, #""action": "fail""#, "faulty-policy"),
      (#""match_subclasses": true"#, #""match_subclasses": "true""#, "faulty-policy"),
      (#""match_subclasses": true"#, #""matchSubclasses": true"#, "faulty-policy"),
      ("300.0", "null", "faulty-policy"), ("300.0", "1e15", "faulty-policy"), ("300.0", "0", ""),
      (#""Rate limit""#, "5", "faulty-policy"), (#""Rate limit""#, "null", ""),
      (#""default": "default""#, #""default": "never""#, "faulty-policy"),
      (#""default": "default""#, #""fallback": "fail""#, "faulty-policy"),
    ]
  )
  func `has its findings for each thing that Airflow rejects, ignores or a rule file can't say`(
    good: String,
    bad: String,
    codes: String
  ) throws {
    #expect(try findingCodes(in: Self.whole, changing: good, to: bad) == codes)
  }

  @Test func `rules may be neither missing nor of another kind`() {
    for rules in [#""rule": []"#, #""rules": {}"#, #""rules": ["builtins.OSError"]"#, #""rules": null"#] {
      let found = compiled(#"{"retries": 1, "retry_policy": {"__type": "ExceptionRetryPolicy", \#(rules)}}"#)
        .diagnostics
      #expect(found.contains { $0.code == "faulty-policy" && $0.severity == .error }, "\(rules): \(found)")
    }
  }
}
