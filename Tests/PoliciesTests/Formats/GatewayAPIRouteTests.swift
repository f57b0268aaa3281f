import RuleEngine
import Testing

@Suite("HTTP routes of the Gateway API")
struct GatewayAPIRouteTests {
  private static func route(_ rules: String, more: String = "") -> String {
    """
    {"apiVersion": "gateway.networking.k8s.io/v1", "kind": "HTTPRoute", "metadata": {"name": "retries"},
     "spec": {\(more)"rules": [\(rules)]}}
    """
  }

  private static func rule(_ path: String, _ rest: String) -> String {
    #"{"matches": [{"path": {"type": "PathPrefix", "value": "\#(path)"}}], \#(rest)}"#
  }

  /// kubernetes-sigs/gateway-api, conformance/tests/httproute-retry.yaml, -connection-error.yaml and -with-timeouts.yaml, commit
  /// 4564255ac2c35d582249b3cdf261bdf51c8bca32.
  private static let conformance = route(
    [
      rule("/retry/code-500-attempts-3", #""retry": {"codes": [500], "attempts": 3}"#),
      rule("/retry/code-all-attempts-2", #""retry": {"codes": [500, 502, 503, 504], "attempts": 2}"#),
      rule("/retry/no-status-code-attempts-3", #""retry": {"attempts": 3}"#),
      rule(
        "/retry/backend-request-timeout-200ms",
        #""retry": {"attempts": 2}, "timeouts": {"backendRequest": "200ms"}"#
      ),
    ].joined(separator: ",")
  )

  /// The cases of the Go files beside them: the failure of each try, how many of them there are, and whether the request succeeds.
  @Test(
    arguments: [
      ("/retry/code-500-attempts-3", "500", 2, true), ("/retry/code-500-attempts-3", "500", 4, false),
      ("/retry/code-500-attempts-3", "503", 2, false), ("/retry/code-all-attempts-2", "500", 1, true),
      ("/retry/code-all-attempts-2", "500", 3, false), ("/retry/code-all-attempts-2", "502", 1, true),
      ("/retry/code-all-attempts-2", "502", 3, false), ("/retry/code-all-attempts-2", "503", 1, true),
      ("/retry/code-all-attempts-2", "503", 3, false), ("/retry/code-all-attempts-2", "504", 1, true),
      ("/retry/code-all-attempts-2", "504", 3, false), ("/retry/no-status-code-attempts-3", "UC", 2, true),
      ("/retry/no-status-code-attempts-3", "UC", 4, false),
      ("/retry/backend-request-timeout-200ms", "UT", 2, true),
      ("/retry/backend-request-timeout-200ms", "UT", 3, false),
    ]
  )
  func `pass the Gateway API's conformance tests`(path: String, failure: String, count: Int, succeeds: Bool)
    throws
  {
    var decisions = try ImportedDecisions(Self.conformance)
    let what = Int(failure).map { "\"status\":\($0)" } ?? "\"code\":\"\(failure)\""
    let evaluations = try (1...count).map { attempt in
      try decisions.decision(
        on: #"{"type":"failure","operation":"1","attempt":\#(attempt),"url.path":"\#(path)",\#(what)}"#
      ).evaluation
    }
    #expect(evaluations.allSatisfy { $0 == "retry" } == succeeds, "\(evaluations)")
  }

  @Test func `have at most findings about what is left to the gateway`() {
    let compilation = compiled(
      Self.route(Self.rule("/", #""retry": {"codes": [503], "attempts": 2, "backoff": "100ms"}"#))
    )
    #expect(compilation.policyFormat == "gateway-api")
    #expect(compilation.diagnostics.map { $0.code } == ["lost-in-import"])
    #expect(
      compiled(#"{"apiVersion": "gateway.networking.k8s.io/v1", "kind": "Gateway", "spec": {}}"#).policyFormat
        == nil
    )
  }

  @Test(
    arguments: [
      (#""retry": {"attempts": 0, "backoff": "1s"}"#, "lost-in-import faulty-policy"),
      (#""retry": {"attempts": 1, "backoff": "1 s"}"#, "faulty-policy lost-in-import"),
      (#""retry": {"codes": [200], "attempts": 1, "backoff": "1s"}"#, "faulty-policy lost-in-import"),
      (#""retry": {"code": [500], "attempts": 1, "backoff": "1s"}"#, "faulty-policy lost-in-import"),
      (#""retry": {}"#, "lost-in-import lost-in-import"),
      (#""retries": {"attempts": 1}"#, "faulty-policy"),
      (
        #""retry": {"attempts": 1, "backoff": "1s"}, "timeouts": {"request": "1s", "backendRequest": "2s"}"#,
        "lost-in-import lost-in-import lost-in-import faulty-policy"
      ),
    ]
  )
  func `have their findings for what Kubernetes rejects or a rule file can't say`(rule: String, codes: String)
  {
    let found = compiled(Self.route(Self.rule("/", rule))).diagnostics
    #expect(
      found.map { $0.code }.sorted() == codes.split(separator: " ").map(String.init).sorted(),
      "\(found)"
    )
  }

  @Test(
    arguments: [
      (#""url.path":"/shop/cart""#, "exact"), (#""url.path":"/shop/cart/1""#, "long"),
      (#""url.path":"/shopping""#, "rest"), (#""url.path":"/shop""#, "short"),
      (#""url.path":"/shop/1","http.request.method":"GET""#, "method"),
      (#""url.path":"/shop/1","http.request.method":"PUT","http.request.header.a":"1""#, "header"),
      (#""url.path":"/v1/x""#, "expression"),
    ]
  )
  func `have matches, of which the most specific one decides, not the first`(request: String, name: String)
    throws
  {
    let retry = #""retry": {"codes": [503], "attempts": 1}"#
    let rules = [
      ("rest", ""), ("short", #""matches": [{"path": {"value": "/shop"}}],"#),
      ("header", #""matches": [{"path": {"value": "/shop/"}, "headers": [{"name": "A", "value": "1"}]}],"#),
      ("method", #""matches": [{"path": {"value": "/shop/"}, "method": "GET"}],"#),
      ("long", #""matches": [{"path": {"value": "/shop/cart"}}],"#),
      ("exact", #""matches": [{"path": {"type": "Exact", "value": "/shop/cart"}}],"#),
      ("expression", #""matches": [{"path": {"type": "RegularExpression", "value": "/v[0-9]/.*"}}],"#),
    ].map { "{\"name\": \"\($0)\", \($1)\(retry)}" }
    var decisions = try ImportedDecisions(Self.route(rules.joined(separator: ",")))
    let decision = try decisions.decision(on: #"{"operation":"1","attempt":1,"status":503,\#(request)}"#)
    #expect(decision.evaluation == "retry" && decision.rule == name)
  }

  @Test func `of several routes those of the longest host name are asked, all of them together`() throws {
    let text = [
      Self.route(#"{"name": "any", "retry": {"codes": [500]}}"#),
      Self.route(#"{"name": "wild", "retry": {"codes": [500]}}"#, more: #""hostnames": ["*.shop.example"],"#),
      Self.route(#"{"name": "a", "retry": {"codes": [500]}}"#, more: #""hostnames": ["www.shop.example"],"#),
      Self.route(
        #"{"name": "b", "matches": [{"path": {"value": "/pay"}}], "retry": {"codes": [500]}}"#,
        more: #""hostnames": ["www.shop.example", "pay.example"],"#
      ),
    ].joined(separator: ",")
    var decisions = try ImportedDecisions("[\(text)]")
    for (host, path, rule) in [
      ("other", "/", "any"), ("a.shop.example", "/pay", "wild"), ("www.shop.example", "/x", "a"),
      ("WWW.shop.example:80", "/pay", "b"), ("pay.example", "/x", "pay.example.failed"),
    ] {
      let record =
        #"{"operation":"\#(host)","attempt":1,"status":500,"url.path":"\#(path)","http.request.header.host":"\#(host)"}"#
      #expect(try decisions.decision(on: record).rule == rule)
    }
  }

  @Test func `a retry budget is lost`() {
    let text = """
      [\(Self.route(#"{}"#)),
       {"apiVersion": "gateway.networking.x-k8s.io/v1alpha1", "kind": "XBackendTrafficPolicy",
        "spec": {"targetRefs": [], "retryConstraint": {"budget": {"percent": 20}}}}]
      """
    #expect(
      findings(text) == [
        "4:49 lost-in-import: A budget is a share of all requests to a backend, those that succeed included. A rule does not count those."
      ]
    )
  }
}
