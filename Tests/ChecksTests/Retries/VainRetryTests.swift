import Checks
import RuleEngine
import Testing

@Suite("Retries that can't succeed", .enabled(if: YAMLEvents.isSupported))
struct VainRetryTests {
  private static func findings(_ condition: String) -> [String] {
    CheckedText(
      """
      version: 1
      responders:
        - id: app
          rules: [ { id: again, when: \(condition), then: { retry: { maxAttempts: 3 } } } ]
      """
    ).lines("vain-retry")
  }

  @Test(
    "A code of a database or broker that fails again is reported, with or without a domain",
    arguments: ["42P01", "28P01", "22P02", "25P02", "WRONGPASS", "NOPERM", "TOPIC_AUTHORIZATION_FAILED"]
  )
  func codes(code: String) {
    let found = Self.findings("{ code: \(code) }")
    #expect(
      found.count == 1 && found[0].contains("again” retries “\(code)”, which can't succeed"),
      "\(found)"
    )
  }

  @Test(
    "A type of a driver that fails again is reported",
    arguments: [
      "psycopg.errors.InFailedSqlTransaction", "psycopg.errors.InvalidPassword",
      "sqlalchemy.exc.ProgrammingError",
      "redis.exceptions.NoPermissionError", "pika.exceptions.ProbableAccessDeniedError", "PermissionError",
      "FileNotFoundError", "asyncpg.exceptions.InvalidPasswordError", "requests.exceptions.InvalidURL",
      "httpx.InvalidURL", "ssl.SSLCertVerificationError", "ModuleNotFoundError",
    ]
  )
  func types(type: String) {
    #expect(Self.findings("{ type: \(type) }").count == 1)
  }

  @Test(
    "What may succeed later, or in a transaction begun anew, is not reported",
    arguments: [
      "{ code: 40P01 }", "{ code: 57P01 }", "{ code: BUSY }", "{ code: 40001 }",
      "{ type: psycopg.OperationalError }",
    ]
  )
  func others(condition: String) {
    #expect(Self.findings(condition) == [])
  }

  @Test(
    "A base class that covers what fails again is reported",
    arguments: [
      ("{ type: OSError }", "warning", "“OSError”, also “FileNotFoundError”"),
      ("{ type: [ Busy, Exception ] }", "warning", "“Exception”, also “TypeError”"),
      (
        "{ type: ConnectionError }", "note",
        "“ConnectionError”, also “aiormq.exceptions.ProbableAuthenticationError”"
      ),
      ("{ type: redis.exceptions.ConnectionError }", "note", "also “redis.exceptions.AuthenticationError”"),
      (
        "{ type: pika.exceptions.AMQPConnectionError }", "note",
        "also “pika.exceptions.ProbableAuthenticationError”"
      ),
      ("{ type: SQLAlchemyError, attempt: 1 }", "note", "also “sqlalchemy.exc.ProgrammingError”"),
      ("{ type: psycopg.Error }", "note", "also “psycopg.ProgrammingError”"),
      ("{ type: java.sql.SQLException }", "note", "also “java.sql.SQLSyntaxErrorException”"),
      ("{ type: psycopg.errors.* }", "note", "“psycopg.errors.*”, also “psycopg.errors.SyntaxError”"),
      ("{ type: [ Busy, sqlalchemy.* ] }", "note", "“sqlalchemy.*”, also “sqlalchemy.exc.ProgrammingError”"),
      ("{ any: [ { status: 503 }, { type: OSError } ] }", "warning", "“OSError”, also “FileNotFoundError”"),
    ]
  )
  func covering(condition: String, level: String, text: String) {
    let found = Self.findings(condition)
    #expect(
      found.count == 1 && found[0].contains("\(level) “app/again” retries all of ")
        && found[0].contains(text) && found[0].contains("can't succeed"),
      "\(found)"
    )
  }

  @Test(
    "One that something else narrows is not, nor one of another program",
    arguments: [
      "{ type: OSError, code: ECONNREFUSED, domain: NSPOSIXErrorDomain }",
      "{ type: OSError, message: { contains: refused } }", "{ type: OSError, attributes: { errno: 111 } }",
      "{ type: { exactly: OSError } }", "{ type: Error }", "{ type: App.Exception }",
      "{ type: java.io.IOException }",
      "{ type: OSError, not: { type: FileNotFoundError } }", "{ status: 503, not: { type: OSError } }",
      "{ type: psycopg.OperationalError }", "{ type: BlockingIOError }",
      "{ type: psycopg.*, code: 40P01 }", "{ type: { equals: psycopg.errors.* } }", "{ type: shop.* }",
      "{ type: psycopg.errors.Serialization* }", "{ type: psycopg.*, not: { type: SyntaxError } }",
    ]
  )
  func narrowed(condition: String) {
    #expect(Self.findings(condition) == [])
  }

  @Test("Nor one whose vain part an earlier rule handles")
  func coveredEarlier() {
    let found = CheckedText(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: denied, when: { type: [ ProbableAuthenticationError, AuthenticationError, SSLError ] }, then: abort }
            - { id: again, when: { type: ConnectionError }, then: { retry: { maxAttempts: 3 } } }
      """
    ).lines("vain-retry")
    #expect(found == [])
  }
}
