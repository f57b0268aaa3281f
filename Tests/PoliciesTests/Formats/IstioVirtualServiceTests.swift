import RuleEngine
import Testing

@Suite("Istio's virtual services")
struct IstioVirtualServiceTests {
  private static func service(_ routes: String, hosts: String = #"["shop.example"]"#) -> String {
    """
    {"apiVersion": "networking.istio.io/v1", "kind": "VirtualService", "metadata": {"name": "shop"},
     "spec": {"hosts": \(hosts), "http": [\(routes)]}}
    """
  }

  private static func retries(_ retries: String) -> String {
    service(#"{"route": [{"destination": {"host": "shop"}}], "retries": {\#(retries)}}"#)
  }

  private static func record(_ failure: String, attempt: Int = 1, _ more: String = "") -> String {
    #"{"type":"failure","operation":"1","attempt":\#(attempt),"http.request.header.host":"shop.example",\#(failure)\#(more)}"#
  }

  @Test func `are read without findings if a rule file says all of it`() {
    let compilation = compiled(
      Self.retries(#""attempts": 3, "retryOn": "5xx,reset,429", "backoff": "100ms""#)
    )
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(compilation.policyFormat == "istio")
  }

  @Test func `stand among other resources, in a list of them, too`() {
    let services = Self.retries(#""attempts": 3"#)
    let list =
      #"{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "Service"}, \#(services)]}"#
    #expect(compiled(list).policyFormat == "istio")
    #expect(
      compiled(#"{"apiVersion": "networking.istio.io/v1", "kind": "Gateway", "spec": {}}"#).policyFormat
        == nil
    )
  }

  @Test func `stand in one of several documents of a file, each finding at its own line`() {
    let text = """
      apiVersion: v1
      kind: Service
      ---
      apiVersion: networking.istio.io/v1
      kind: VirtualService
      spec:
        hosts: [ a ]
        http: [ { route: [], retries: { attempts: 1, retryOn: "5xx, reset" } } ]
      """
    #expect(
      findings(text, name: "shop.yaml") == [
        "8:57 faulty-policy: “ reset” is not a condition for retries. Istio rejects it. Write it without spaces around it."
      ]
    )
  }

  /// istio/istio, pkg/config/validation/validation_test.go, TestValidateHTTPRetry, commit 86c9f01fd735fb01d8192f5bcaf0d424afb7f14c.
  @Test(
    arguments: [
      ("valid", #""attempts": 10, "perTryTimeout": "2s", "retryOn": "5xx,gateway-error""#, true),
      ("disable retries", #""attempts": 0"#, true),
      (
        "invalid, retry policy configured but attempts set to zero",
        #""attempts": 0, "perTryTimeout": "2s", "retryOn": "5xx,gateway-error""#, false
      ),
      ("valid default", #""attempts": 10"#, true),
      (
        "valid http status retryOn",
        #""attempts": 10, "perTryTimeout": "2s", "retryOn": "503,connect-failure""#, true
      ),
      ("invalid attempts", #""attempts": -1, "perTryTimeout": "2s""#, false),
      ("invalid timeout", #""attempts": 10, "perTryTimeout": "2.000000001s""#, false),
      ("timeout too small", #""attempts": 10, "perTryTimeout": "0.000000999s""#, false),
      ("invalid backoff", #""attempts": 10, "backoff": "0.000000999s""#, false),
      (
        "invalid policy retryOn", #""attempts": 10, "perTryTimeout": "2s", "retryOn": "5xx,invalid policy""#,
        false
      ),
      (
        "invalid http status retryOn",
        #""attempts": 10, "perTryTimeout": "2s", "retryOn": "600,connect-failure""#, false
      ),
      (
        "invalid, retryRemoteLocalities configured but attempts set to zero",
        #""attempts": 0, "retryRemoteLocalities": false"#, false
      ),
    ]
  )
  func `are rejected where Istio's own tests reject them`(name: String, retries: String, isValid: Bool) {
    let compilation = compiled(Self.retries(retries))
    #expect(compilation.hasErrors == !isValid, "\(name): \(compilation.diagnostics)")
  }

  /// The same commit, pilot/pkg/networking/core/route/retry/retry_test.go, TestRetry: what it says of `numRetries`, `retryOn` and
  /// `retriableStatusCodes`, by the failures that are tried again. Its conditions that Istio's validation rejects are left out.
  @Test(
    arguments: [
      ("TestNilRetryShouldReturnDefault", "", 3, ["UF", "14", "1", "refused"]),
      ("TestZeroAttemptsShouldReturnNilPolicy", #""attempts": 0"#, 1, []),
      (
        "TestRetryOnWithRetriableStatusCodes",
        #""attempts": 2, "retryOn": "gateway-error,retriable-status-codes,503""#, 3,
        ["502", "503", "504", "UC", "UF", "refused"]
      ),
      ("TestRetryOnWithResetBeforeRequest", #""attempts": 2, "retryOn": "reset-before-request""#, 3, ["UF"]),
      (
        "TestRetryOnContainingStatusCodes", #""attempts": 2, "retryOn": "5xx,404,503""#, 3,
        ["404", "500", "502", "503", "504", "UC", "UF", "refused"]
      ),
      ("TestMissingRetryOnShouldReturnDefaults", #""attempts": 2"#, 3, ["UF", "14", "1", "refused"]),
    ]
  )
  func `are tried again as Istio's own tests say`(
    name: String,
    retries: String,
    tries: Int,
    failures: [String]
  ) throws {
    var decisions = try ImportedDecisions(
      retries.isEmpty
        ? Self.service(#"{"route": [{"destination": {"host": "shop"}}]}"#) : Self.retries(retries)
    )
    let all = [
      "404": #""status":404"#, "500": #""status":500"#, "502": #""status":502"#, "503": #""status":503"#,
      "504": #""status":504"#, "UC": #""code":"UC""#, "UF": #""code":"UF""#, "UO": #""code":"UO""#,
      "1": #""status":200,"http.response.header.grpc-status":"1""#,
      "14": #""status":200,"http.response.header.grpc-status":"14""#,
      "refused":
        #""code":"UR","details":"upstream_reset_before_response_started{remote_refused_stream_reset}""#,
    ]
    for (failure, record) in all {
      var attempt = 1
      while try decisions.decision(on: Self.record(record, attempt: attempt)).evaluation == "retry" {
        attempt += 1
      }
      #expect(attempt == (failures.contains(failure) ? tries : 1), "\(name), \(failure)")
    }
  }

  @Test(
    arguments: [
      (#""attempts": 2, "retryOn": "gateway-error, reset""#, "faulty-policy"),
      (#""attempts": 2, "retryOn": "gateway-eror""#, "faulty-policy"), (#""attempt": 2"#, "faulty-policy"),
      (#""attempts": 2, "retryOn": "retriable-status-codes""#, "faulty-policy"),
      (#""attempts": 2, "retryOn": 503"#, ""), (#""attempts": 2, "perTryTimeout": "2 s""#, "faulty-policy"),
      (#""attempts": 2, "perTryTimeout": "1m30s""#, "lost-in-import"),
      (#""attempts": 2, "retryRemoteLocalities": true, "retryIgnorePreviousHosts": false"#, ""),
    ]
  )
  func `have their findings for what Istio rejects or a rule file can't say`(retries: String, codes: String) {
    let found = compiled(Self.retries(retries)).diagnostics
    #expect(found.map { $0.code }.joined(separator: " ") == codes, "\(found)")
  }

  @Test func `have routes, of which the first with a match decides`() throws {
    let text = Self.service(
      #"""
      {"name": "read", "match": [{"method": {"exact": "GET"}, "uri": {"prefix": "/api"}}, {"uri": {"exact": "/"}}],
       "route": [], "retries": {"attempts": 5, "retryOn": "5xx"}},
      {"name": "old", "match": [{"headers": {"x-version": {"regex": "[12]"}}}], "redirect": {}},
      {"name": "anonymous", "match": [{"withoutHeaders": {"authorization": {}}}], "route": [], "retries": {"attempts": 0}},
      {"name": "rest", "route": [], "retries": {"attempts": 1, "retryOn": "5xx"}}
      """#
    )
    let rules = try [
      (#","url.path":"/api/1","http.request.method":"GET""#, "read"), (#","url.path":"/""#, "read"),
      (
        #","url.path":"/api/1","http.request.method":"PUT","http.request.header.x-version":"2""#, "old.failed"
      ),
      (#","url.path":"/api/1","http.request.header.x-version":"12""#, "anonymous.failed"),
      (#","url.path":"/x","http.request.header.authorization":"b""#, "rest"),
    ].map { request, rule in
      var decisions = try ImportedDecisions(text)
      return (try decisions.decision(on: Self.record(#""status":503"#, request)).rule, rule)
    }
    for (found, rule) in rules { #expect(found == rule) }
  }

  @Test(
    arguments: [
      (#"["reviews"]"#, "reviews:9080", true), (#"["reviews"]"#, "reviews.default.svc.cluster.local", true),
      (#"["reviews"]"#, "reviews2", false), (#"["a.b.svc.cluster.local"]"#, "a.b", true),
      (#"["a.b.svc.cluster.local"]"#, "a.b.svc:80", true),
      (#"["*.shop.example"]"#, "a.shop.example:443", true),
      (#"["*.shop.example"]"#, "shop.example", false), (#"["*"]"#, "any", true),
    ]
  )
  func `take hosts by any of their names, with a port or without`(hosts: String, host: String, isTaken: Bool)
    throws
  {
    var decisions = try ImportedDecisions(Self.service(#"{"route": []}"#, hosts: hosts))
    let record = Self.record(#""code":"UF""#).replacing("\"shop.example\"", with: "\"\(host)\"")
    #expect(try decisions.decision(on: record).evaluation == (isTaken ? "retry" : "cancel"))
  }

  @Test func `say where a route is out of reach, and what a destination's policy loses`() {
    let text = """
      [{"apiVersion": "networking.istio.io/v1", "kind": "DestinationRule",
        "spec": {"host": "a", "trafficPolicy": {"outlierDetection": {"consecutive5xxErrors": 5}}}},
       {"apiVersion": "networking.istio.io/v1", "kind": "VirtualService", "spec": {"hosts": ["a"], "http": [
         {"route": [], "timeout": "2s", "retries": {"attempts": 2, "perTryTimeout": "2s"}},
         {"route": [], "match": [{"port": 80}]}]}}]
      """
    #expect(
      findings(text) == [
        "2:63 lost-in-import: Hosts that fail are left out for a time. A rule does not choose hosts.",
        "4:29 lost-in-import: The timeout (2s) counts from the start of a request; the rule's deadline begins with the first failure.",
        "4:79 lost-in-import: No rule ends a try that is too slow: it is an error with the code “UT”.",
        "4:79 faulty-policy: “perTryTimeout” has no effect: the timeout of the whole request is no longer (2s).",
        "5:4 faulty-policy: This route has no effect: one before it takes every request.",
      ]
    )
  }
}
