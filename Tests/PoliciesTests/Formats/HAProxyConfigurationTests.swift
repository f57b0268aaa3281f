import RuleEngine
import Testing

@Suite("HAProxy's configuration")
struct HAProxyConfigurationTests {
  /// A backend with these lines, in the mode http.
  private static func config(_ lines: String, defaults: String = "") -> String {
    """
    defaults
      mode http
      timeout connect 400ms
      timeout server 600ms
    \(defaults)
    backend api
    \(lines)
      server a 10.0.0.1:80
      server b 10.0.0.2:80
    """
  }

  /// A record as the log tells of it.
  private static func record(_ state: String, _ status: Int = 503, method: String = "GET", attempt: Int = 1)
    -> String
  {
    let fault = state.first == "-" ? "" : #", "fault": "\#(state.prefix(1))""#
    return
      #"{"origin": "api", "attempt": \#(attempt), "status": \#(status), "message": "GET /", "attributes": {"state": "\#(state)", "server": "a", "method": "\#(method)"\#(fault)}}"#
  }

  private static func decision(_ config: String, on record: String) throws -> String {
    try #require(try decisions(config, name: "haproxy.cfg", [record]).first)
  }

  private static func said(_ config: String) -> [String] {
    findings(config, name: "haproxy.cfg").filter { $0.contains("faulty-policy") }
  }

  // MARK: - Which files

  @Test(
    arguments: [
      ("setup.cfg", "[metadata]\nname = shop"), ("global.cfg", "global\n  maxconn 10"),
      ("text.cfg", "backend work\n  is done by us"), ("a.yaml", "backend: { server: a }"),
      ("late.cfg", "x\nbackend api\n  server a 10.0.0.1:80"),
    ]
  )
  func `other files are none`(name: String, text: String) {
    #expect(compiled(text, name: name).policyFormat != "haproxy")
  }

  @Test func `are recognized by a proxy's section, whatever their name`() {
    #expect(compiled("backend api\n  server a 10.0.0.1:80", name: "api.conf").policyFormat == "haproxy")
  }

  // MARK: - Decisions, as measured of 2.6.12 and 3.0.11

  @Test(
    arguments: [
      ("SC--", 503, "retry 1/4 by api/refused"), ("sC--", 503, "retry 1/4 by api/connect-timeout"),
      ("SH--", 502, "cancel by otherwise"), ("----", 503, "cancel by otherwise"),
    ]
  )
  func `without a line, four tries to connect`(state: String, status: Int, decision: String) throws {
    #expect(try Self.decision(Self.config(""), on: Self.record(state, status)) == decision)
  }

  @Test(
    arguments: [
      ("retry-on 503", "----", "retry 1/4 by api/sent-again"),
      ("retry-on 503", "SC--", "cancel by otherwise"),
      ("retry-on conn-failure 503", "SC--", "retry 1/4 by api/refused"),
      ("retry-on none", "SC--", "cancel by otherwise"),
      ("retry-on all-retryable-errors", "sH--", "retry 1/4 by api/sent-again"),
      ("retry-on all-retryable-errors\n  retries 0", "sH--", "cancel by otherwise"),
      ("retries 1", "SC--", "retry 1/2 by api/refused"),
      ("retry-on 503\n  retry-on 504", "----", "cancel by otherwise"),
      ("retry-on 'conn-failure' \"5\"03 # again", "----", "retry 1/4 by api/sent-again"),
    ]
  )
  func `retry-on replaces the default`(lines: String, state: String, decision: String) throws {
    #expect(try Self.decision(Self.config("  " + lines), on: Self.record(state)) == decision)
  }

  @Test func `the last try is told by the record`() throws {
    let config = Self.config("  retries 2")
    #expect(try Self.decision(config, on: Self.record("SC--", attempt: 2)) == "retry 2/3 by api/refused")
    #expect(try Self.decision(config, on: Self.record("SC--", attempt: 3)) == "cancel by api/refused")
  }

  @Test(
    arguments: [
      ("if METH_POST", "POST", false), ("if METH_POST", "PUT", true), ("unless METH_GET", "HEAD", true),
      ("unless METH_GET", "PUT", false), ("if { method POST PUT }", "PUT", false), ("", "GET", false),
      ("if METH_PUT or METH_POST", "POST", false), ("if once", "DELETE", false), ("if once", "GET", true),
      ("if !METH_GET", "POST", false),
    ]
  )
  func `methods may be sent once`(condition: String, method: String, isSentAgain: Bool) throws {
    let config = Self.config(
      """
        retry-on 503
        acl once method POST DELETE
        http-request disable-l7-retry \(condition)
      """
    )
    let decision = try Self.decision(config, on: Self.record("----", method: method))
    #expect(decision.hasPrefix("retry") == isSentAgain)
  }

  @Test func `a section inherits from the defaults that it names, or from the last ones`() throws {
    let config = """
      defaults base
        mode http
        retries 1
      defaults other
        mode http
        retries 5
      backend api from base
        server a 10.0.0.1:80
      backend web
        server a 10.0.0.1:80
      """
    let web = Self.record("SC--").replacing("\"api\"", with: "\"web\"")
    #expect(try Self.decision(config, on: Self.record("SC--")) == "retry 1/2 by api/refused")
    #expect(try Self.decision(config, on: web) == "retry 1/6 by web/refused")
  }

  @Test(
    arguments: [
      ("", 0.4), ("option redispatch", 0), ("option redispatch\n  no option redispatch", 0.4),
      ("option redispatch\n  balance source", 0.4), ("option redispatch\n  cookie S insert", 0.4),
      ("timeout connect 5s", 1), ("option redispatch 0", 0.4),
    ]
  )
  func `a refused connection waits at the same server alone`(lines: String, delay: Double) throws {
    var decisions = try ImportedDecisions(Self.config("  " + lines), name: "haproxy.cfg")
    #expect(try decisions.delay(of: Self.record("SC--")) == delay)
  }

  @Test func `an answer after failures is a try that was repeated`() throws {
    let record =
      #"{"time": "2026-11-27T23:35:34Z", "origin": "api", "attempt": 4, "message": "GET /", "attributes": {"client": "10.0.0.9:5", "state": "----", "answered": "200"}}"#
    #expect(try Self.decision(Self.config(""), on: record) == "retry 1/4 by api/retried")
  }

  @Test func `no server is none to ask again`() throws {
    let record = Self.record("SC--").replacing(#""server": "a""#, with: #""server": "<NOSRV>""#)
    #expect(try Self.decision(Self.config(""), on: record) == "cancel by otherwise")
  }

  // MARK: - Findings, as HAProxy's own of `haproxy -c`

  @Test(
    arguments: [
      (
        "retrys 3", "7:3",
        "“retrys” is not a keyword of a proxy. HAProxy does not start. Did you mean “retries”?"
      ),
      ("retry-on 429", "7:12", "“429” is not a failure that “retry-on” knows."),
      ("retry-on conn_failure", "7:12", "Did you mean “conn-failure”?"),
      ("retry-on none 503", "7:12", "“none” stands alone."), ("retry-on", "7:3", "“retry-on” needs a word"),
      ("retries", "7:3", "“retries” needs a number."), ("retries 3 4", "7:13", "“retries” takes one number."),
      ("timeout conect 3s", "7:11", "Did you mean “connect”?"),
      ("retries '3", "7:11", "This quote does not end"),
      ("errorfile 418 /a.http", "7:13", "HAProxy never answers with the status “418”"),
      ("http-error status 418", "7:21", "HAProxy never answers with the status “418”"),
      ("option redispach", "7:10", "Did you mean “redispatch”?"),
    ]
  )
  func `HAProxy does not start`(line: String, place: String, message: String) {
    let config = Self.config("  " + line)
    #expect(
      Self.said(config).contains { $0.hasPrefix("\(place) ") && $0.contains(message) },
      "\(Self.said(config))"
    )
    #expect(compiled(config, name: "haproxy.cfg").hasErrors)
  }

  @Test(
    arguments: [
      ("retries abc", "“abc” is not a number. HAProxy says nothing and reads 0."),
      ("retries 3x", "reads 3"), ("retries -1", "With a negative number HAProxy tries nothing again."),
      ("retry-on 503", "“retry-on” replaces the default"),
      ("retry-on conn-failure\n  retry-on conn-failure 503", "A later “retry-on” of this section replaces"),
      ("retry-on conn-failure\n  retries 0", "“retry-on” has no effect: “retries” is 0."),
      ("option redispatch 2", "The number has no effect"),
      ("option redispatch 0", "HAProxy 2.6 redispatches with 0, and 3.0 does not."),
      ("mode tcp\n  retry-on conn-failure 503", "“503” has no effect: the mode is tcp"),
    ]
  )
  func `HAProxy starts, and does something else`(lines: String, message: String) {
    let config = Self.config("  " + lines)
    #expect(Self.said(config).contains { $0.contains(message) }, "\(Self.said(config))")
    #expect(!compiled(config, name: "haproxy.cfg").hasErrors)
  }

  @Test
  func `a second retry-on replaces the first in defaults, too`() {
    let config = Self.config("", defaults: "  retry-on conn-failure 503\n  retry-on conn-failure")
    let said = Self.said(config).filter { $0.contains("A later “retry-on” of this section replaces") }
    #expect(said.count == 1)
  }

  @Test(
    arguments: [
      "retries 3", "retry-on conn-failure 503 504", "retry-on all-retryable-errors", "retry-on none",
      "option redispatch", "option redispatch 2\n  cookie S insert indirect nocache", "errorfile 503 /a.http",
      "no option redispatch", "stats enable", "http-reuse safe", "option httpchk GET /health",
    ]
  )
  func `nothing is said of what HAProxy does`(lines: String) {
    #expect(Self.said(Self.config("  " + lines)) == [])
  }

  @Test func `a frontend has no tries`() {
    let config = """
      frontend web
        bind :80
        retries 3
        retry-on 503
        default_backend api
      """
    #expect(
      Self.said(config) == [
        "3:3 faulty-policy: HAProxy ignores “retries” in a frontend. It belongs in a backend, a listen section or the defaults.",
        "4:3 faulty-policy: “retry-on” can't stand in a frontend: HAProxy does not start. It belongs in a backend or a listen section.",
      ]
    )
  }

  @Test func `sections have names of their own, and defaults that stand before`() {
    let config = """
      backend api from base
        server a 10.0.0.1:80
      backend api
        server a 10.0.0.1:80
      """
    #expect(
      Self.said(config) == [
        "1:18 faulty-policy: No “defaults base” stands before. HAProxy does not start.",
        "3:9 faulty-policy: This name stands twice. HAProxy does not start: change one of them.",
      ]
    )
  }

  @Test func `a backend that is called as the root of the chain has its errors`() throws {
    let config = "backend haproxy\n  server a 10.0.0.1:80"
    let record = Self.record("SC--").replacing("\"api\"", with: "\"haproxy\"")
    #expect(try Self.decision(config, on: record) == "cancel by otherwise")
    #expect(compiled(config, name: "haproxy.cfg").chain != nil)
  }
}
