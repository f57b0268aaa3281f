import RuleEngine
import Testing

@Suite("LiteLLM's Router")
struct LiteLLMConfigTests {
  private func config(deployments: Int = 1, _ router: String, _ others: String = "") -> String {
    let list = (1...deployments).map {
      "  - { model_name: chat, litellm_params: { model: openai/m }, model_info: { id: \"\($0)\" } }\n"
    }
    return
      "model_list:\n\(list.joined())router_settings: \(router)\n\(others)"
  }

  private func error(_ type: String, _ status: Int, attempt: Int = 1, model: String = "chat") -> String {
    #"{"type": "litellm.exceptions.\#(type)", "status": \#(status), "operation": "1", "attempt": \#(attempt), "attributes": {"gen_ai.request.model": "\#(model)"}}"#
  }

  /// The tries of one request that always fails so.
  private func tries(_ text: String, _ type: String, _ status: Int, model: String = "chat") throws -> Int {
    let errors = (1...20).map { error(type, status, attempt: $0, model: model) }
    let decided = try decisions(text, name: "config.yaml", errors)
    return 1 + (decided.firstIndex { !$0.hasPrefix("retry") } ?? 20)
  }

  @Test func `the number of deployments decides how often a rate limit is tried`() throws {
    for (deployments, count) in [(1, 9), (2, 2), (3, 3)] {
      let text = config(deployments: deployments, "{ num_retries: 8 }")
      #expect(try tries(text, "RateLimitError", 429) == count)
    }
    #expect(try tries(config(deployments: 2, "{ num_retries: 12 }"), "InternalServerError", 500) == 10)
    #expect(try tries(config(deployments: 2, "{ num_retries: 12 }"), "APIConnectionError", 500) == 13)
  }

  @Test
  func
    `two retries are usual, and a deployment's number comes before the router's, that before the process's`()
    throws
  {
    #expect(try tries(config("{}"), "InternalServerError", 500) == 3)
    let process = "litellm_settings: { num_retries: 6 }"
    #expect(try tries(config("{}", process), "InternalServerError", 500) == 7)
    #expect(try tries(config("{ num_retries: 1 }", process), "InternalServerError", 500) == 2)
    let own = config("{ num_retries: 1 }").replacing("openai/m }", with: "openai/m, num_retries: 4 }")
    #expect(try tries(own, "InternalServerError", 500) == 5)
  }

  @Test func `a policy counts even for what is not tried again otherwise, and a group's own takes its place`()
    throws
  {
    let policy = "{ num_retries: 3, retry_policy: { BadRequestErrorRetries: 2, DefaultRetries: 1 } }"
    #expect(try tries(config(policy), "BadRequestError", 400) == 3)
    #expect(try tries(config(policy), "ContextWindowExceededError", 400) == 3)
    #expect(try tries(config(policy), "BadGatewayError", 502) == 2)
    #expect(try tries(config(policy), "APIError", 413) == 2)
    let group = config(
      "{ num_retries: 3, retry_policy: { DefaultRetries: 1 }, model_group_retry_policy: { chat: {} } }"
    )
    #expect(try tries(group, "InternalServerError", 500) == 4)
  }

  @Test func `a wrong key is tried with another deployment only`() throws {
    #expect(try tries(config("{ num_retries: 5 }"), "AuthenticationError", 401) == 1)
    #expect(try tries(config(deployments: 2, "{ num_retries: 5 }"), "AuthenticationError", 401) == 2)
    #expect(
      try tries(
        config(deployments: 2, "{ num_retries: 5, disable_cooldowns: true }"),
        "AuthenticationError",
        401
      ) == 6
    )
  }

  @Test func `failures that are allowed are asked for again`() throws {
    let allowed = config(deployments: 2, "{ num_retries: 12, allowed_fails: 2 }")
    #expect(try tries(allowed, "RateLimitError", 429) == 6)
    let policy = "{ num_retries: 12, allowed_fails_policy: { RateLimitErrorAllowedFails: 1 } }"
    #expect(try tries(config(deployments: 2, policy), "RateLimitError", 429) == 4)
    #expect(try tries(config(deployments: 2, policy), "InternalServerError", 500) == 8)
    #expect(try tries(config(policy), "RateLimitError", 429) == 2)
    #expect(try tries(config(policy), "InternalServerError", 500) == 13)
  }

  @Test func `the delays of an only deployment grow from half a second to eight`() throws {
    var decided = try ImportedDecisions(config("{ num_retries: 9, retry_after: 3 }"), name: "config.yaml")
    let delays = try (1...6).map { try decided.delay(of: error("InternalServerError", 500, attempt: $0)) }
    for (delay, least) in zip(delays, [3, 3, 3, 4, 8, 8.0]) {
      #expect(delay >= least && delay <= least + 0.75)
    }
  }

  @Test func `a fallback stands behind the retries, and refused content has a list of its own`() throws {
    let text = config(
      "{ num_retries: 1, fallbacks: [ { chat: [ long ] } ], content_policy_fallbacks: [ { long: [ chat ] } ] }"
    ).replacing(
      "router_settings",
      with: "  - { model_name: long, litellm_params: { model: openai/m } }\nrouter_settings"
    )
    let errors = [
      error("InternalServerError", 500, attempt: 2), error("ContentPolicyViolationError", 400),
      error("ContentPolicyViolationError", 400, model: "long"),
      error("InternalServerError", 500, attempt: 2, model: "long"),
    ]
    #expect(
      try decisions(text, name: "config.yaml", errors) == [
        "proceed by router/chat.fallback", "cancel by router/chat.fallback.content-policy",
        "proceed by router/long.fallback.content-policy", "cancel by otherwise",
      ]
    )
  }

  @Test(arguments: [
    ("{ cooldown_time: 0 }", "LiteLLM takes 0 for its default"),
    ("{ retry_after: 20 }", "LiteLLM waits 8 s at most"),
    ("{ allowed_fails: 3 }", "“allowed_fails” has no effect"),
    ("{ retry_policy: { NotFoundErrorRetries: 2 } }", "“NotFoundErrorRetries” has no effect"),
    (
      "{ allowed_fails_policy: { BadRequestErrorAllowedFails: 2 } }",
      "“BadRequestErrorAllowedFails” has no effect"
    ),
    (
      "{ retry_policy: { BadGatewayErrorRetries: 2 } }",
      "“BadGatewayErrorRetries” is not a field of a retry policy"
    ),
    ("{ retry_policy: { TimeoutErrorRetries: -1 } }", "must be an integer of at least 0"),
    ("{ fallbacks: [ { chat: [ lang ] } ] }", "No deployment is called “lang”"),
    (
      "{ model_group_retry_policy: { caht: { TimeoutErrorRetries: 2 } } }",
      "No deployment is called “caht”: this has no effect. Did you mean “chat”?"
    ),
    (
      "{ fallbacks: [ { caht: [ chat ] } ] }",
      "No deployment is called “caht”: these have no effect. Did you mean “chat”?"
    ),
    ("{ fallbacks: [ { chat: [ chat ] } ] }", "“chat” is the group that failed"),
    ("{ fallbacks: { chat: [ chat ] } }", "LiteLLM ignores a mapping"),
    ("{ fallbacks: [ { chat: chat } ] }", "Fallbacks must be a list"),
    ("{ fallbacks: [ { a: [ b ], b: [ c ] } ] }", "Each entry must be a mapping of one group"),
    ("{}\nlitellm_settings: { cooldown_time: 3 }", "Move it to “router_settings”"),
    ("{ num_retries: 1 }\nlitellm_settings: { num_retries: 3 }", "“num_retries” has no effect"),
    ("{}\nnum_retries: 3", "It belongs in"),
  ])
  func `what has no effect, or keeps LiteLLM from starting, is said`(router: String, message: String) {
    let found = findings(config(router), name: "config.yaml").filter { $0.contains(message) }
    #expect(found.count == 1, "\(findings(config(router), name: "config.yaml"))")
  }

  @Test func `deployments that are the same are left out together`() throws {
    let deployment = "  - { model_name: chat, litellm_params: { model: openai/m } }\n"
    let text = "model_list:\n\(deployment)\(deployment)router_settings: { num_retries: 8 }"
    #expect(try tries(text, "RateLimitError", 429) == 1)
    #expect(try tries(text, "InternalServerError", 500) == 5)
    #expect(
      findings(text, name: "config.yaml").contains { $0.hasPrefix("3:5 faulty-policy: LiteLLM takes this") }
    )
  }

  @Test func `of a group's entries the first counts, of those for all others the last`() throws {
    let text = config(
      "{ fallbacks: [ { chat: [ a ] }, { chat: [ b ] }, { \"*\": [ c ] }, { \"*\": [ d ] } ] }"
    )
    let found = findings(text, name: "config.yaml").filter { $0.contains("This entry has no effect") }
    #expect(found.count == 2, "\(found)")
    #expect(found.contains { $0.contains("“chat” has another one above") })
    #expect(found.contains { $0.contains("“*” has another one below") })
  }

  @Test func `settings without a list of models are those of groups with one deployment`() throws {
    let text = "router_settings: { num_retries: 4, fallbacks: [ { chat: [ long ] } ] }"
    #expect(try tries(text, "RateLimitError", 429, model: "other") == 5)
    let errors = [error("BadRequestError", 400), error("BadRequestError", 400, model: "other")]
    #expect(
      try decisions(text, name: "config.yaml", errors) == [
        "proceed by router/chat.fallback", "cancel by otherwise",
      ]
    )
  }

  @Test func `a group's name may be a pattern, which stands behind exact names`() throws {
    let text = """
      model_list:
        - { model_name: "openai/*", litellm_params: { model: "openai/*" } }
        - { model_name: openai/small, litellm_params: { model: openai/small, num_retries: 0 } }
      router_settings: { num_retries: 3 }
      """
    #expect(try tries(text, "InternalServerError", 500, model: "openai/large") == 4)
    #expect(try tries(text, "InternalServerError", 500, model: "openai/small") == 1)
  }
}
