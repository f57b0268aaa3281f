import Checks
import RuleEngine
import Testing

@Suite("A retry of errors that leave open whether the work was done", .enabled(if: YAMLEvents.isSupported))
struct UnknownOutcomeTests {
  private static func findings(
    _ condition: String,
    before earlier: String = "",
    then verdict: String = "{ retry: { maxAttempts: 3 } }",
    do actions: String = "[]"
  ) -> [String] {
    CheckedText(
      """
      version: 1
      categories:
        - { name: lost, when: { inside: { type: pika.exceptions.StreamLostError } } }
        - { name: lost-reads, when: { type: ReadTimeout, attributes: { method: GET } } }
      responders:
        - id: app
          rules:
            \(earlier)
            - { id: again, when: \(condition), do: \(actions), then: \(verdict) }
          otherwise: { then: cancel }
      """
    ).lines("unknown-outcome")
  }

  @Test(
    "A connection that broke, and an answer that did not come in time, are reported",
    arguments: [
      ("{ type: ReadTimeout }", "“ReadTimeout”"),
      ("{ type: [ requests.exceptions.ConnectTimeout, requests.exceptions.ReadTimeout ] }", "ReadTimeout”"),
      ("{ type: { exactly: ConnectionResetError } }", "“ConnectionResetError”"),
      ("{ type: \"nats.*TimeoutError\" }", "“nats.*TimeoutError”"),
      ("{ type: asyncpg.exceptions.ConnectionDoesNotExistError }", "ConnectionDoesNotExistError”"),
      ("{ code: \"08006\" }", "“08006”"),
      ("{ code: { glob: \"08???\" } }", "“08006”"),
      ("{ code: \"08*\" }", "“08006”"),
      ("{ code: [ REQUEST_TIMED_OUT, NOT_CONTROLLER ] }", "“REQUEST_TIMED_OUT”"),
      ("{ type: pymysql.*, code: [ 2003, 2013 ] }", "MySQL's error 2013"),
      ("{ type: \"*OperationalError\", payload: { 0: 2013 } }", "MySQL's error 2013"),
      (
        "{ domain: NSURLErrorDomain, code: NSURLErrorNetworkConnectionLost }",
        "NSURLErrorNetworkConnectionLost"
      ),
      ("{ case: URLError.timedOut }", "NSURLErrorTimedOut"),
      ("{ domain: NSPOSIXErrorDomain, code: ECONNRESET }", "ECONNRESET"),
      ("{ domain: grpc, code: DEADLINE_EXCEEDED }", "DEADLINE_EXCEEDED"),
      (
        "{ message: { contains: Lost connection to MySQL server } }",
        "“Lost connection to MySQL server during query”"
      ),
      (
        "{ message: { matches: \"(?i)closed the connection|reset by peer\" } }",
        "“server closed the connection"
      ),
      ("{ attributes: { error.connection_invalidated: true } }", "an invalidated connection"),
      ("{ underlying: { type: ConnectionResetError } }", "“ConnectionResetError”"),
      ("{ type: psycopg.OperationalError }", "“psycopg.OperationalError”, also of a connection that broke,"),
      ("{ type: [ Busy, sqlalchemy.exc.DBAPIError ], attempt: 1 }", "“sqlalchemy.exc.DBAPIError”"),
      ("{ any: [ { status: 503 }, { type: OperationalError } ] }", "“OperationalError”"),
      ("{ type: pika.exceptions.AMQPConnectionError }", "“pika.exceptions.AMQPConnectionError”"),
      ("{ category: lost }", "“pika.exceptions.StreamLostError”"),
    ]
  )
  func found(condition: String, name: String) {
    let found = Self.findings(condition)
    #expect(
      found.count == 1 && found[0].contains("note “app/again” retries ") && found[0].contains(name)
        && found[0].contains("leaves open whether the work was done"),
      "\(found)"
    )
  }

  @Test(
    "What never arrived, and what was answered, is not",
    arguments: [
      "{ type: [ ConnectionRefusedError, ConnectTimeout, ConnectTimeoutError ] }",
      "{ type: UnroutableError }",
      "{ type: pymysql.*, code: [ 2003, 1213 ] }",
      "{ domain: NSURLErrorDomain, code: NSURLErrorCannotConnectToHost }",
      "{ domain: acme.pay, code: 2013 }", "{ domain: NSPOSIXErrorDomain, code: ECONNREFUSED }",
      "{ code: [ 40P01, 57P01, 53300, NOT_CONTROLLER ] }", "{ status: 5xx }",
      "{ type: [ redis.*, Connection* ] }", "{ type: sqlite3.OperationalError }", "{ type: ConnectionError }",
      "{ type: psycopg.OperationalError, message: { contains: Connection refused } }",
      "{ type: pymysql.err.OperationalError, code: [ 2003, 1213 ] }",
      "{ type: sqlalchemy.exc.TimeoutError }", "{ message: { contains: too many clients } }",
      "{ status: 503, not: { type: ReadTimeout } }",
      "{ attributes: { error.connection_invalidated: false } }",
    ]
  )
  func others(condition: String) {
    #expect(Self.findings(condition) == [])
  }

  @Test(
    "A rule that asks what was tried is not",
    arguments: [
      "{ type: ReadTimeout, operation: loadCatalog }",
      "{ type: ReadTimeout, not: { operation: \"*.commit\" } }",
      "{ type: ReadTimeout, attributes: { idempotent: true } }",
      "{ type: ReadTimeout, attributes: { http.request.method: [ GET, PUT ] } }",
      "{ type: ReadTimeout, attributes: { idempotencyKey: { exists: true } } }",
      "{ type: ReadTimeout, custom: isRead }", "{ category: lost-reads }",
    ]
  )
  func asked(condition: String) {
    #expect(Self.findings(condition) == [])
  }

  @Test("Nor one behind a rule that ends some of these errors by what was tried, or all of them")
  func earlier() {
    #expect(
      Self.findings(
        "{ type: ReadTimeout }",
        before: "- { id: writes, when: { attributes: { idempotent: false } }, then: cancel }"
      ) == []
    )
    #expect(
      Self.findings(
        "{ type: [ Busy, ReadTimeout ] }",
        before: "- { id: gone, when: { type: ReadTimeout }, then: cancel }"
      )
        == []
    )
    #expect(
      Self.findings(
        "{ type: ReadTimeout }",
        before: "- { id: paid, when: { type: Busy, operation: pay }, then: cancel }"
      ).count == 1,
      "the rule before it is about other errors"
    )
  }

  @Test("Nor one that finds out first, that does not try again, or that says why")
  func doneFirst() {
    #expect(
      Self.findings("{ type: ReadTimeout }", do: "[ { perform: findOut, failed: cancel } ]") == []
    )
    #expect(Self.findings("{ type: ReadTimeout }", do: "[ { perform: reconnect } ]").count == 1)
    #expect(Self.findings("{ type: ReadTimeout }", then: "{ retry: { maxAttempts: 1 } }") == [])
    #expect(Self.findings("{ type: ReadTimeout }", then: "cancel") == [])
    #expect(
      Self.findings(
        "{ type: ReadTimeout }, suppress: { unknown-outcome: every call reads }"
      ) == []
    )
  }

  @Test("A rule that several responders inherit is reported once")
  func inherited() {
    let found = CheckedText(
      """
      version: 1
      responders:
        - { id: base, abstract: true, rules: [ { id: again, when: { type: ReadTimeout }, then: retry } ] }
        - { id: app, extends: { from: base } }
        - { id: cart, parent: app, origins: [ cart.* ], extends: { from: base } }
      """
    ).lines("unknown-outcome")
    #expect(found.count == 1, "\(found)")
  }
}
