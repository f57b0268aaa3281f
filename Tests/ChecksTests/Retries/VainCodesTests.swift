import Checks
import RuleEngine
import Testing

/// Rules that a person would write for failures that clients raised on real servers, and whether another try is right.
@Suite("Retries of drivers' errors, beside the table of drivers", .enabled(if: YAMLEvents.isSupported))
struct VainCodesTests {
  private static func findings(_ condition: String) -> [String] {
    let text = CheckedText(
      """
      version: 1
      responders:
        - id: app
          rules: [ { id: again, when: \(condition), then: { retry: { maxAttempts: 3 } } } ]
          otherwise: { then: cancel }
      """
    )
    return text.lines("vain-retry") + text.lines("unknown-outcome")
  }

  @Test(
    "What can't succeed is warned of",
    arguments: [
      // PostgreSQL: by type, by SQLSTATE beside the client, and by message where there is neither.
      "{ type: psycopg.errors.SyntaxError }", "{ type: psycopg.errors.UndefinedTable }",
      "{ type: asyncpg.exceptions.UndefinedColumnError }", "{ type: psycopg.errors.NotNullViolation }",
      "{ type: psycopg.errors.InFailedSqlTransaction }", "{ type: asyncpg.exceptions.InvalidPasswordError }",
      "{ type: psycopg.DataError }", "{ type: psycopg.*, code: 42601 }",
      "{ type: \"sqlalchemy.exc.*\", code: \"22012\" }", "{ code: 3D000 }",
      "{ type: psycopg.OperationalError, message: { contains: password authentication failed } }",
      "{ type: psycopg2.OperationalError, message: { matches: \"(?i)database .* does not exist\" } }",
      "{ domain: sqlstate, code: 42601 }", "{ origin: postgres, code: 22012 }",
      "{ message: { contains: invalid input syntax for type }, code: 22007 }", "{ code: [ 40001, 23502 ] }",
      "{ inside: { type: psycopg.errors.InvalidTextRepresentation } }",
      "{ underlying: { code: 42P01 } }",
      // MySQL and MariaDB.
      "{ type: pymysql.err.OperationalError, code: 1045 }", "{ type: pymysql.*, code: [ 1205, 1064 ] }",
      "{ type: mysql.connector.errors.ProgrammingError }", "{ type: \"*OperationalError\", code: 1049 }",
      "{ message: { contains: \"Access denied for user\" } }",
      // SQLite and DuckDB.
      "{ type: sqlite3.OperationalError, code: 1 }", "{ type: sqlite3.IntegrityError, code: [ 1299, 275 ] }",
      "{ type: sqlite3.ProgrammingError }", "{ type: _duckdb.CatalogException }",
      // Redis, memcached, LDAP.
      "{ code: NOGROUP }", "{ type: redis.exceptions.ResponseError, code: ERR }",
      "{ type: redis.exceptions.NoPermissionError }",
      "{ type: pymemcache.exceptions.MemcacheIllegalInputError }",
      "{ type: ldap3.*, code: 49 }", "{ type: ldap3.core.exceptions.LDAPNoSuchObjectResult }",
      "{ type: ldap3.core.exceptions.LDAPBindError, message: { contains: invalidCredentials } }",
      // Brokers.
      "{ type: pika.exceptions.ChannelClosedByBroker, code: 404 }",
      "{ type: pika.exceptions.UnroutableError }",
      "{ type: ConnectionClosedByBroker, code: [ 320, 403 ] }",
      "{ type: aiormq.exceptions.ChannelPreconditionFailed }", "{ type: amqp.exceptions.NotFound }",
      "{ type: nats.js.errors.NotFoundError }", "{ type: nats.*, code: 10058 }",
      "{ message: { contains: \"Authorization Violation\" } }",
      "{ code: MSG_SIZE_TOO_LARGE }", "{ type: kafka.errors.MessageSizeTooLargeError }",
      "{ type: aiomqtt.exceptions.MqttConnectError, code: 135 }",
      // Mail, ClickHouse, MongoDB.
      "{ type: smtplib.SMTPRecipientsRefused, code: 550 }", "{ type: aiosmtplib.*, code: 500...599 }",
      "{ type: clickhouse_connect.driver.exceptions.DatabaseError, code: 516 }",
      "{ type: pymongo.errors.OperationFailure, code: 13 }",
    ]
  )
  func vain(condition: String) {
    let found = Self.findings(condition)
    #expect(
      found.count == 1 && found[0].contains("warning ") && found[0].contains("which can't succeed"),
      "\(condition): \(found)"
    )
  }

  @Test(
    "What succeeds only if something else changes has a note",
    arguments: [
      ("{ type: psycopg.errors.UniqueViolation }", "while the same data is stored"),
      ("{ type: sqlalchemy.exc.IntegrityError }", "while the same data is stored"),
      ("{ type: pymysql.*, code: 1062 }", "while the same data is stored"),
      ("{ type: sqlite3.IntegrityError, code: 1555 }", "while the same data is stored"),
      ("{ type: psycopg.*, code: 23505 }", "while the same data is stored"),
      ("{ code: \"23505\" }", "while the same data is stored"),
      ("{ any: [ { status: 503 }, { code: 23503 } ] }", "while the same data is stored"),
      ("{ type: psycopg.errors.IdleInTransactionSessionTimeout }", "in a new transaction only"),
      ("{ type: asyncpg.exceptions.ReadOnlySQLTransactionError }", "at the same server"),
      ("{ type: pymysql.*, code: 1792 }", "at the same server"),
      ("{ code: READONLY }", "at the same server"),
      ("{ type: psycopg.errors.QueryCanceled }", "while it takes as long"),
      ("{ type: \"*OperationalError\", code: 1969 }", "while it takes as long"),
    ]
  )
  func notes(condition: String, text: String) {
    let found = Self.findings(condition)
    #expect(
      found.count == 1 && found[0].contains("note ") && found[0].contains(text),
      "\(condition): \(found)"
    )
  }

  @Test("A rule that changes the server or the transaction first has none")
  func changedFirst() {
    let found = CheckedText(
      """
      version: 1
      responders:
        - id: app
          rules:
            - id: again
              when: { code: READONLY }
              do: [ { perform: reconnect } ]
              then: { retry: { maxAttempts: 3 } }
      """
    ).lines("vain-retry")
    #expect(found == [])
  }

  @Test(
    "What leaves open whether the work was done has a note",
    arguments: [
      "{ type: psycopg.OperationalError, message: { contains: closed the connection unexpectedly } }",
      "{ type: asyncpg.exceptions.ConnectionDoesNotExistError }", "{ type: pymysql.*, code: 2013 }",
      "{ type: sqlalchemy.exc.DBAPIError, attributes: { error.connection_invalidated: true } }",
      "{ type: pika.exceptions.StreamLostError }",
      "{ type: aiormq.exceptions.AMQPConnectionError, message: { contains: unexpectedly closed } }",
      "{ type: aiomqtt.exceptions.MqttCodeError, code: 4 }", "{ type: nats.errors.TimeoutError }",
      "{ type: pymemcache.exceptions.MemcacheUnexpectedCloseError }",
      "{ type: glide_shared.exceptions.TimeoutError }", "{ type: kafka.errors.KafkaTimeoutError }",
      "{ type: ldap3.core.exceptions.LDAPSessionTerminatedByServerError }",
      "{ type: smtplib.SMTPServerDisconnected }",
    ]
  )
  func unknown(condition: String) {
    let found = Self.findings(condition)
    #expect(
      found.count == 1 && found[0].contains("leaves open whether the work was done"),
      "\(condition): \(found)"
    )
  }

  @Test(
    "What is worth another try is not reported",
    arguments: [
      "{ type: psycopg.errors.SerializationFailure }", "{ type: psycopg.errors.DeadlockDetected }",
      "{ type: psycopg.errors.LockNotAvailable }", "{ type: psycopg.errors.AdminShutdown }",
      "{ type: asyncpg.exceptions.TooManyConnectionsError }", "{ type: ConnectionRefusedError }",
      "{ type: psycopg.OperationalError, message: { contains: Connection refused } }",
      "{ type: psycopg.OperationalError, message: { contains: remaining connection slots } }",
      "{ type: sqlalchemy.exc.*, code: 40001 }", "{ type: sqlalchemy.exc.TimeoutError }",
      "{ type: sqlite3.OperationalError, code: [ 5, 517, 262 ] }", "{ type: _duckdb.OutOfMemoryException }",
      "{ type: pymysql.err.OperationalError, code: [ 1020, 1040, 1205, 1213, 2003, 2006 ] }",
      "{ type: smtplib.SMTPRecipientsRefused, code: [ 421, 451, 452 ] }",
      "{ type: clickhouse_connect.driver.exceptions.DatabaseError, code: [ 202, 241 ] }",
      "{ type: redis.exceptions.*, code: [ OOM, NOREPLICAS, BUSY, MASTERDOWN, NOSCRIPT ] }",
      "{ type: redis.exceptions.ConnectionError, code: ERR }", "{ type: redis.exceptions.WatchError }",
      "{ type: nats.errors.NoRespondersError }", "{ type: BufferError }",
      "{ type: kafka.errors.KafkaConnectionError }", "{ code: [ _TRANSPORT, NOT_LEADER_FOR_PARTITION ] }",
      "{ type: pymongo.errors.ServerSelectionTimeoutError }", "{ type: neo4j.exceptions.ServiceUnavailable }",
      "{ type: pika.exceptions.ChannelClosedByBroker, code: 405 }", "{ type: pika.exceptions.NackError }",
      "{ type: pika.exceptions.ConnectionClosedByBroker, code: 320 }",
      "{ type: aiormq.exceptions.DeliveryError }", "{ type: aiormq.exceptions.ChannelInvalidStateError }",
      "{ type: ldap3.core.exceptions.LDAPSocketOpenError }",
      "{ type: etcd3.exceptions.ConnectionFailedError }",
      // A number or a text of anybody.
      "{ code: 1045 }", "{ code: 42601 }", "{ type: shop.OrderError, code: 404 }",
      "{ type: shop.OrderError, code: 23505 }", "{ domain: shop, code: 23505 }", "{ code: 23000...24000 }",
      "{ message: { contains: failed } }", "{ message: { matches: \"(?i)error|timeout\" } }",
    ]
  )
  func worthwhile(condition: String) {
    #expect(Self.findings(condition) == [], "\(condition)")
  }
}
