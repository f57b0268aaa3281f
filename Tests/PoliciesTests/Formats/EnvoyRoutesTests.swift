import RuleEngine
import Testing

@Suite("Envoy's routes")
struct EnvoyRoutesTests {
  /// Where each place that a fault may have stands once.
  private static let whole = #"""
    {
      "name": "local",
      "virtual_hosts": [{
        "name": "shop",
        "domains": ["shop.example"],
        "routes": [{
          "match": { "prefix": "/cart" },
          "route": {
            "cluster": "cart", "timeout": "0s",
            "retry_policy": {
              "retry_on": "gateway-error,retriable-status-codes,unavailable", "num_retries": 3,
              "retriable_status_codes": [429],
              "retry_back_off": { "base_interval": "0.1s", "max_interval": "1s" }
            }
          }
        }]
      }]
    }
    """#

  private static func configuration(_ policy: String) -> String {
    whole.replacing(#/"retry_policy": \{(?:[^{}]|\{[^{}]*\})*\}/#, with: "\"retry_policy\": {\(policy)}")
  }

  @Test func `are read without findings if a rule file says all of it`() {
    let compilation = compiled(Self.whole)
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.policyFormat == "envoy")
    #expect(compilation.chain != nil)
  }

  @Test func `mean the same in both spellings of protocol buffers' JSON`() throws {
    let other = Self.whole.replacing(#/_([a-z])/#) { $0.output.1.uppercased() }
    #expect(other.contains("\"numRetries\"") && compiled(other).diagnostics.isEmpty)
    var decisions = try ImportedDecisions(other)
    let record =
      #"{"operation":"1","attempt":3,"status":429,"url.path":"/cart/1","http.request.header.host":"SHOP.example"}"#
    #expect(try decisions.decision(on: record).evaluation == "retry")
  }

  @Test(
    arguments: [
      #"{"version": 1, "responders": [{"id": "app"}], "meta": {"virtual_hosts": [{"domains": ["*"]}]}}"#,
      #"{"apiVersion": "networking.istio.io/v1alpha3", "kind": "EnvoyFilter", "spec": {"virtual_hosts": [{"domains": ["*"]}]}}"#,
    ]
  )
  func `other files with such a key are none`(file: String) {
    #expect(compiled(file).policyFormat == nil)
  }

  @Test(
    arguments: [
      ("gateway-error,", "gateway_error,", "faulty-policy"),
      ("gateway-error,", "reset-before-request,", "lost-in-import"),
      ("gateway-error,", "http3-post-connect-failure,", "lost-in-import"), ("gateway-error,", "", ""),
      ("retriable-status-codes,", "", "faulty-policy"),
      (#""retriable_status_codes": [429],"#, "", "faulty-policy"),
      ("[429]", "[425]", "lost-in-import"), ("[429]", "[-1]", "faulty-policy"), ("[429]", #"["429"]"#, ""),
      (#""num_retries": 3"#, #""num_retries": "three""#, "faulty-policy"),
      (#""num_retries""#, #""num_retry""#, "faulty-policy"),
      (#""num_retries": 3"#, #""num_retries": 3, "per_try_timeout": "2s""#, "lost-in-import"),
      (
        #""num_retries": 3"#, #""num_retries": 3, "retry_host_predicate": [{ "name": "previous_hosts" }]"#, ""
      ),
      (#""num_retries": 3"#, #""num_retries": 2000"#, "lost-in-import"),
      (#""num_retries": 3"#, #""retriable_headers": [{ "name": "retry" }]"#, "faulty-policy"),
      (
        #""num_retries": 3"#, #""retriable_request_headers": [{ "nam": "retry" }]"#,
        "faulty-policy faulty-policy"
      ),
      (
        #""num_retries": 3"#,
        #""rate_limited_retry_back_off": { "reset_headers": [{ "name": "Retry-After" }] }"#, "lost-in-import"
      ),
      (#""0s""#, #""3s""#, "lost-in-import"), (#""0s""#, #""3""#, "faulty-policy lost-in-import"),
      (#""0.1s""#, #""2s""#, "faulty-policy"), (#""0.1s""#, #""0s""#, "faulty-policy"),
      (#""0.1s""#, #""100ms""#, "faulty-policy"),
      (#""base_interval": "0.1s", "#, "", "faulty-policy"),
      (#""max_interval""#, #""maximum""#, "faulty-policy"),
      (#""prefix": "/cart""#, #""prefix": 5"#, "faulty-policy"), (#""prefix""#, #""prefx""#, "faulty-policy"),
      (#""prefix": "/cart""#, #""prefix": "/", "query_parameters": [{ "name": "a" }]"#, "lost-in-import"),
      (#""match": { "prefix": "/cart" },"#, "", "faulty-policy"),
      (#"["shop.example"]"#, "[]", "faulty-policy"),
      (#"["shop.example"]"#, #"["shop.example", "Shop.example"]"#, "faulty-policy"),
      (#""cluster""#, #""clutser""#, "faulty-policy"),
      (
        #""timeout": "0s""#, #""timeout": "0s", "hedge_policy": { "hedge_on_per_try_timeout": true }"#,
        "lost-in-import"
      ),
      (#""name": "shop","#, #""name": "shop", "retry_policy": { "num_retries": 1 },"#, "faulty-policy"),
    ]
  )
  func `have their findings for each thing that Envoy rejects, ignores or a rule file can't say`(
    good: String,
    bad: String,
    codes: String
  ) throws {
    let place = try #require(Self.whole.firstRange(of: good))
    let text = Self.whole[..<place.lowerBound] + bad + Self.whole[place.upperBound...]
    let found = compiled(String(text)).diagnostics
    #expect(found.map { $0.code }.joined(separator: " ") == codes, "\(found)")
  }

  @Test func `in a bootstrap file an unknown field is an error, since Envoy does not start`() {
    func file(_ key: String) -> String {
      "{\"\(key)\": {\"listeners\": [{\"filter_chains\": [{\"filters\": [{\"typed_config\": {\"route_config\": \(Self.whole.replacing("num_retries", with: "num_retry"))}}]}]}]}}"
    }
    #expect(compiled(file("static_resources")).hasErrors)
    #expect(!compiled(file("resources")).hasErrors)
  }

  // MARK: - Envoy's own tests

  /// A try that failed, as Envoy's tests have it, and a record of it.
  private enum Failure {
    case remoteReset, refusedStream, overflow, connectFailure
    case response([String: String])

    func record(attempt: Int, _ request: [String: String]) -> String {
      var members = ["operation": "r", "http.request.header.host": "shop.example", "url.path": "/cart"]
      switch self {
      case .remoteReset: members["code"] = "UR"
      case .refusedStream:
        members["code"] = "UR"
        members["details"] = "upstream_reset_before_response_started{remote_refused_stream_reset}"
      case .overflow: members["code"] = "UO"
      case .connectFailure: members["code"] = "UF"
      case .response(let headers):
        for (name, value) in headers where name != ":status" {
          members["http.response.header.\(name)"] = value
        }
      }
      for (name, value) in request {
        members[name == ":method" ? "http.request.method" : "http.request.header.\(name)"] = value
      }
      var text = members.map { "\"\($0)\":\"\($1)\"" }
      if case .response(let headers) = self { text.append("\"status\":\(headers[":status"] ?? "200")") }
      return "{\"type\":\"failure\",\"attempt\":\(attempt),\(text.sorted().joined(separator: ","))}"
    }
  }

  private struct Case: Sendable {
    let name: String
    let policy: String
    var request: [String: String] = [:]
    let steps: [(failure: Failure, isRetried: Bool)]

    init(_ name: String, on words: String, _ steps: [(Failure, Bool)]) {
      self.init(name, on: words, "\"num_retries\": 1", steps)
    }

    init(
      _ name: String,
      on words: String,
      _ more: String,
      request: [String: String] = [:],
      _ steps: [(Failure, Bool)]
    ) {
      self.name = name
      policy = "\"retry_on\": \"\(words)\", \(more)"
      self.request = request
      self.steps = steps
    }
  }

  private static func status(_ status: Int, _ headers: [String: String] = [:]) -> Failure {
    .response(headers.merging([":status": "\(status)"]) { $1 })
  }

  private static let pushback = #"""
    "retriable_headers": [
      { "name": "X-Upstream-Pushback" }, { "name": "should-retry", "exact_match": "yes" },
      { "name": "X-Verdict", "prefix_match": "retry" },
      { "name": ":status", "range_match": { "start": 500, "end": 505 } }
    ]
    """#
  private static let reading = #"""
    "retriable_request_headers": [
      { "name": ":method", "exact_match": "GET" }, { "name": ":method", "exact_match": "HEAD" }
    ]
    """#

  /// envoyproxy/envoy, test/common/router/retry_state_impl_test.cc, commit 00961253e1300295f91e0a77453dd2c2d72635ad. What the request
  /// asks for there stands in the policy here. Left out: headers of the request, limits of clusters, and `x-envoy-overloaded`, which
  /// later versions no longer ask for (the newest retry_state_impl.cc).
  private static let cases = [
    Case("PolicyRefusedStream", on: "refused-stream", [(.refusedStream, true), (.refusedStream, false)]),
    Case("Policy5xxResetOverflow", on: "5xx", [(.overflow, false)]),
    Case("Policy5xxRemoteReset", on: "5xx", [(.remoteReset, true), (.remoteReset, false)]),
    Case("Policy5xxRemote503", on: "5xx", [(status(503), true), (status(503), false)]),
    Case(
      "PolicyResourceExhaustedRemoteRateLimited",
      on: "resource-exhausted",
      [(status(200, ["grpc-status": "8", "x-envoy-ratelimited": "true"]), false)]
    ),
    Case("PolicyGatewayErrorRemote502", on: "gateway-error", [(status(502), true), (status(502), false)]),
    Case("PolicyGatewayErrorRemote503", on: "gateway-error", [(status(503), true), (status(503), false)]),
    Case("PolicyGatewayErrorRemote504", on: "gateway-error", [(status(504), true), (status(504), false)]),
    Case("PolicyGatewayErrorResetOverflow", on: "gateway-error", [(.overflow, false)]),
    Case(
      "PolicyGatewayErrorRemoteReset",
      on: "gateway-error",
      [(.remoteReset, true), (.remoteReset, false)]
    ),
    Case("PolicyGrpcCancelled", on: "cancelled", grpc(1)),
    Case("PolicyGrpcDeadlineExceeded", on: "deadline-exceeded", grpc(4)),
    Case("PolicyGrpcResourceExhausted", on: "resource-exhausted", grpc(8)),
    Case("PolicyGrpcUnavilable", on: "unavailable", grpc(14)),
    Case("PolicyGrpcInternal", on: "internal", grpc(13)),
    Case(
      "Policy5xxRemote200RemoteReset",
      on: "5xx",
      [(status(200), false), (.remoteReset, true), (.remoteReset, false)]
    ),
    Case("PolicyConnectFailureOtherReset", on: "connect-failure", [(.remoteReset, false)]),
    Case("PolicyConnectFailureResetConnectFailure", on: "connect-failure", [(.connectFailure, true)]),
    Case("PolicyRetriable4xxRetry", on: "retriable-4xx", [(status(409), true)]),
    Case("PolicyRetriable4xxNoRetry", on: "retriable-4xx", [(status(400), false)]),
    Case("PolicyRetriable4xxReset", on: "retriable-4xx", [(.remoteReset, false)]),
    Case(
      "RetriableStatusCodes",
      on: "retriable-status-codes",
      #""retriable_status_codes": [409]"#,
      [(status(409), true)]
    ),
    Case(
      "RetriableStatusCodesUpstreamReset",
      on: "retriable-status-codes",
      #""retriable_status_codes": [409]"#,
      [(.remoteReset, false)]
    ),
    Case(
      "RetriableHeadersPolicySetViaRequestHeader, 1",
      on: "5xx",
      pushback,
      [(status(200, ["x-upstream-pushback": "true"]), false)]
    ),
    pushed(status(200), false), pushed(status(200, ["x-upstream-pushback": "true"]), true),
    pushed(status(200, ["x-upstream-pushback": "false"]), true),
    pushed(status(200, ["should-retry": "yes"]), true),
    pushed(status(200, ["should-retry": "no"]), false),
    pushed(status(200, ["x-verdict": "retry-please"]), true),
    pushed(status(200, ["x-verdict": "dont-retry-please"]), false), pushed(status(499), false),
    pushed(status(500), true), pushed(status(503), true), pushed(status(504), true),
    pushed(status(505), false),
    Case(
      "RetriableHeadersMergedConfigAndRequestHeaders, 1",
      on: "retriable-headers",
      #""retriable_headers": [{ "name": ":status", "exact_match": "200", "invert_match": true }]"#,
      [(status(200), false)]
    ),
    Case("PolicyResetRemoteReset", on: "reset", [(.remoteReset, true), (.remoteReset, false)]),
    Case("PolicyLimitedByRequestHeaders, 1", on: "5xx", reading, [(status(500), false)]),
    Case(
      "PolicyLimitedByRequestHeaders, 2",
      on: "retriable-4xx",
      reading,
      request: [":method": "GET"],
      [(status(409), true)]
    ),
    Case(
      "PolicyLimitedByRequestHeaders, 3",
      on: "5xx",
      reading,
      request: [":method": "GET"],
      [(status(500), true)]
    ),
    Case(
      "PolicyLimitedByRequestHeaders, 4",
      on: "5xx",
      reading,
      request: [":method": "HEAD"],
      [(status(500), true)]
    ),
    Case(
      "PolicyLimitedByRequestHeaders, 5",
      on: "retriable-4xx",
      reading,
      request: [":method": "HEAD"],
      [(status(500), false)]
    ),
    Case(
      "PolicyLimitedByRequestHeaders, 6",
      on: "5xx",
      reading,
      request: [":method": "POST"],
      [(status(500), false)]
    ),
    Case(
      "RouteConfigNoRetriesAllowed",
      on: "connect-failure",
      #""num_retries": 0"#,
      [(.connectFailure, false)]
    ),
    Case("RouteConfigNoHeaderConfig", on: "connect-failure", #""num_retries": 1"#, [(.connectFailure, true)]),
    Case(
      "MaxRetriesHeader",
      on: "connect-failure,cancelled",
      #""num_retries": 3"#,
      [(.connectFailure, true), (.connectFailure, true), (.connectFailure, true), (.connectFailure, false)]
    ),
    Case(
      "NoPreferredOverLimitExceeded",
      on: "5xx",
      #""num_retries": 1"#,
      [(status(503), true), (status(200), false)]
    ),
    Case(
      "ParseRetryOn, 2",
      on: "xxx,gateway-error,connect-failure",
      [(.connectFailure, true), (status(500), false)]
    ),
    Case("ParseRetryOn, 3", on: " 5xx,gateway-error ,  connect-failure   ", [(status(500), true)]),
    Case(
      "ParseRetryOn, 4",
      on: " 5 xx,gateway-error ,  connect-failure   ",
      [(status(500), false), (status(502), true)]
    ),
    Case("ParseRetryGrpcOn, 4", on: "   cancelled,deadline-exceeded   ,   resource- exhausted   ", grpc(4)),
  ]

  private static func grpc(_ status: Int) -> [(Failure, Bool)] {
    let failure = Self.status(200, ["grpc-status": "\(status)"])
    return [(failure, true), (failure, false)]
  }

  private static func pushed(_ failure: Failure, _ isRetried: Bool) -> Case {
    Case(
      "RetriableHeadersPolicyViaRetryPolicyConfiguration",
      on: "retriable-headers",
      pushback,
      [(failure, isRetried)]
    )
  }

  @Test(arguments: cases.indices) func `are tried again after the failures of Envoy's own tests`(index: Int)
    throws
  {
    let each = Self.cases[index]
    var decisions = try ImportedDecisions(Self.configuration(each.policy))
    var attempt = 1
    for (failure, isRetried) in each.steps {
      let evaluation = try decisions.decision(on: failure.record(attempt: attempt, each.request)).evaluation
      #expect(evaluation == (isRetried ? "retry" : "cancel"), "\(each.name), try \(attempt)")
      if isRetried { attempt += 1 }
    }
  }

  /// The same file, Backoff, CustomBackOffInterval and CustomBackOffIntervalDefaultMax: the remainder is taken of these, in milliseconds.
  @Test(
    arguments: [
      ("", [25, 50, 100]),
      (
        #", "retry_back_off": { "base_interval": "0.1s", "max_interval": "1.2s" }"#,
        [100, 200, 400, 800, 1_200]
      ),
      (#", "retry_back_off": { "base_interval": "0.1s" }"#, [100, 200, 400, 800, 1_000]),
    ]
  )
  func `wait from zero up to the delays of Envoy's own tests`(backoff: String, longest: [Double]) throws {
    var decisions = try ImportedDecisions(
      Self.configuration(#""retry_on": "connect-failure", "num_retries": 10"# + backoff)
    )
    for (index, longest) in longest.enumerated() {
      let record = Failure.connectFailure.record(attempt: index + 1, [:])
      let delays = try (0..<400).map { id in
        try decisions.delay(of: record.replacing("{\"type\"", with: "{\"id\":\"\(id)\",\"type\"")) * 1_000
      }
      #expect(delays.allSatisfy { $0 <= longest }, "try \(index + 1)")
      #expect(
        (delays.max() ?? 0) > longest * 0.95 && (delays.min() ?? 0) < longest * 0.05,
        "try \(index + 1)"
      )
    }
  }

  // MARK: - Policies and routes

  private static let hosts = #"""
    {"virtual_hosts": [
      {"name": "any", "domains": ["*"], "routes": [{"name": "any", "match": {"prefix": "/"}, "route": {}}],
       "retry_policy": {"retry_on": "5xx"}},
      {"name": "suffix", "domains": ["*.shop.example", "*-eu.shop.example"], "retry_policy": {"retry_on": "5xx", "num_retries": 4},
       "routes": [
         {"name": "pay", "match": {"path": "/pay"}, "route": {"retry_policy": {"retry_on": "reset"}}},
         {"name": "moved", "match": {"safe_regex": {"regex": "/v[0-9]/.*"}}, "redirect": {}},
         {"name": "files", "match": {"path_separated_prefix": "/files", "case_sensitive": false}, "route": {}},
         {"name": "rest", "match": {"prefix": "/", "headers": [{"name": "x-debug", "present_match": false}]}, "route": {}}
       ]},
      {"name": "exact", "domains": ["www.shop.example"], "routes": [
        {"name": "exact", "match": {"prefix": "/"}, "route": {"retry_policy": {"retry_on": "retriable-4xx"}}}]}
    ]}
    """#

  @Test(
    arguments: [
      (#""http.request.header.host":"other.example","url.path":"/pay""#, "any"),
      (#""http.request.header.host":"a.SHOP.example","url.path":"/pay""#, "pay.failed"),
      (#""http.request.header.host":"www.shop.example","url.path":"/pay""#, "exact.failed"),
      (#""http.request.header.host":".shop.example","url.path":"/pay""#, "any"),
      (#""http.request.header.host":"a.shop.example","url.path":"/v1/pay""#, "moved.failed"),
      (#""http.request.header.host":"a.shop.example","url.path":"/v/v1/pay""#, "rest"),
      (#""http.request.header.host":"a.shop.example","url.path":"/FILES/1""#, "files"),
      (#""http.request.header.host":"a.shop.example","url.path":"/filesystem""#, "rest"),
      (
        #""http.request.header.host":"a.shop.example","url.path":"/x","http.request.header.x-debug":"1""#,
        "any"
      ),
    ]
  )
  func `are found by host, the exact one first, and then in their order`(request: String, rule: String) throws
  {
    var decisions = try ImportedDecisions(Self.hosts)
    let decision = try decisions.decision(on: "{\"operation\":\"1\",\"attempt\":1,\"status\":503,\(request)}")
    // Where no route of a virtual host matches Envoy answers 404; no later virtual host is asked.
    #expect(decision.rule == (request.contains("x-debug") ? "suffix.failed" : rule))
    #expect(
      decision.evaluation == (rule.hasSuffix("failed") || request.contains("x-debug") ? "cancel" : "retry")
    )
  }

  @Test
  func
    `have the policy of their cluster, else their own, else that of their virtual host, never two of them`()
    throws
  {
    let file = #"""
      {"static_resources": {
        "listeners": [{"filter_chains": [{"filters": [{"typed_config": {"route_config": {"virtual_hosts": [{"name": "v", "domains": ["*"], "retry_policy": {"retry_on": "5xx", "num_retries": 9}, "routes": [
          {"name": "cluster", "match": {"prefix": "/c"}, "route": {"cluster": "c", "retry_policy": {"retry_on": "5xx"}}},
          {"name": "own", "match": {"prefix": "/o"}, "route": {"cluster": "o", "retry_policy": {"retry_on": "5xx"}}},
          {"name": "host", "match": {"prefix": "/h"}, "route": {"cluster": "o"}}]}]}}}]}]}],
        "clusters": [{"name": "c", "typed_extension_protocol_options": {
          "envoy.extensions.upstreams.http.v3.HttpProtocolOptions": {"retry_policy": {"retry_on": "connect-failure", "num_retries": 4}}}}]
      }}
      """#
    var decisions = try ImportedDecisions(file)
    func tries(_ path: String, _ failure: String) throws -> Int {
      var attempt = 1
      while try decisions.decision(
        on:
          "{\"type\":\"f\",\"operation\":\"\(path)\",\"attempt\":\(attempt),\"url.path\":\"\(path)\",\(failure)}"
      ).evaluation == "retry" { attempt += 1 }
      return attempt
    }
    #expect(try tries("/c", #""code":"UF""#) == 5)
    #expect(try tries("/c", #""status":500"#) == 1)
    #expect(try tries("/o", #""status":500"#) == 2)
    #expect(try tries("/h", #""status":500"#) == 10)
  }

  @Test func `a limit for a try that is no shorter than the route's has no effect`() {
    let text = Self.configuration(#""retry_on": "5xx", "per_try_timeout": "20s""#)
      .replacing(#", "timeout": "0s""#, with: "")
    #expect(
      findings(text) == [
        "10:25 lost-in-import: The timeout (15s) counts from the start of a request; the rule's deadline begins with the first failure.",
        "10:64 lost-in-import: No rule ends a try that is too slow: it is an error with the code “UT”.",
        "10:64 faulty-policy: “per_try_timeout” has no effect: the timeout of the whole request is no longer (15s).",
      ]
    )
  }
}
