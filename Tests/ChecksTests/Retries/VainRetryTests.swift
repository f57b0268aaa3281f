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
      "FileNotFoundError", "asyncpg.exceptions.InvalidPasswordError",
    ]
  )
  func types(type: String) {
    #expect(Self.findings("{ type: \(type) }").count == 1)
  }

  @Test(
    "What may succeed later, or in a transaction begun anew, is not reported",
    arguments: [
      "{ code: 40P01 }", "{ code: 57P01 }", "{ code: BUSY }", "{ code: 23505 }",
      "{ type: psycopg.errors.UniqueViolation }", "{ type: psycopg.OperationalError }",
    ]
  )
  func others(condition: String) {
    #expect(Self.findings(condition) == [])
  }
}
