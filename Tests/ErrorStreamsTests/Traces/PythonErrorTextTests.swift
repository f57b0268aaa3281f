import ErrorStreams
import Foundation
import RuleEngine
import Testing

@Suite("Python's exceptions in texts")
struct PythonErrorTextTests {
  /// The members of the only record of a log whose traceback ends with the line, without time, severity and attributes.
  private static func error(_ line: String) throws -> String {
    let read = try ReadStream(
      Array(
        """
        2026-11-22 05:00:00,123 ERROR shop: cannot pay
        Traceback (most recent call last):
          File "a.py", line 1, in b
            c()
        \(line)

        """.utf8
      )
    )
    #expect(read.records.count == 1, "\(read.format): \(read.rejected)")
    let record = read.records.first ?? ""
    let start = try #require(record.range(of: "\"type\""))
    let end = try #require(record.range(of: ",\"attributes\":"))
    return String(record[start.lowerBound..<end.lowerBound])
  }

  @Test("An exception of Python's own is every class above it, as in a record of the Python recorder")
  func classes() throws {
    let above: KeyValuePairs = [
      "ValueError": #"["Exception","BaseException"]"#,
      "KeyboardInterrupt": #"["BaseException"]"#,
      "FileNotFoundError": #"["OSError","Exception","BaseException"]"#,
      "ConnectionResetError": #"["ConnectionError","OSError","Exception","BaseException"]"#,
      "json.decoder.JSONDecodeError": #"["ValueError","Exception","BaseException"]"#,
      "http.client.RemoteDisconnected":
        #"["ConnectionResetError","ConnectionError","OSError","http.client.BadStatusLine","http.client.HTTPException","Exception","BaseException"]"#,
    ]
    for (name, bases) in above {
      #expect(try Self.error("\(name): x") == #""type":"\#(name)","is":\#(bases),"message":"x""#)
    }
    #expect(try Self.error("shop.ValueError: x") == #""type":"shop.ValueError","message":"x""#)
  }

  @Test("A cancelled task is cancelled, as in a record")
  func cancelled() throws {
    #expect(
      try Self.error("asyncio.exceptions.CancelledError")
        == #""type":"asyncio.exceptions.CancelledError","is":["BaseException"],"cancelled":true,"message":"cannot pay""#
    )
  }

  @Test("The number of an OSError is its code, on the system that has it")
  func systemCodes() throws {
    #expect(
      try Self.error("ConnectionRefusedError: [Errno 111] Connection refused")
        == #""type":"ConnectionRefusedError","is":["ConnectionError","OSError","Exception","BaseException"],"domain":"NSPOSIXErrorDomain","code":111,"platform":"linux","message":"[Errno 111] Connection refused""#
    )
    let codes: KeyValuePairs = [
      "a.E: [Errno 61] Connection refused": #""domain":"NSPOSIXErrorDomain","code":61,"platform":"darwin""#,
      "a.E: [Errno 61] No data available": #""domain":"NSPOSIXErrorDomain","code":61,"platform":"linux""#,
      "a.E: [Errno -2] Name or service not known":
        #""domain":"NSPOSIXErrorDomain","code":-2,"platform":"linux""#,
      "a.E: [WinError 10061] No connection could be made": #""code":10061"#,
    ]
    for (line, members) in codes {
      let message = line.split(separator: " ", maxSplits: 1)[1]
      #expect(try Self.error(line) == #""type":"a.E",\#(members),"message":"\#(message)""#)
    }
    #expect(try Self.error("a.E: [Errno x] y") == #""type":"a.E","message":"[Errno x] y""#)
  }

  @Test(
    "A code that the client of a server puts into the text, or its class means, is the error's code",
    arguments: [
      ("psycopg.errors.UniqueViolation: duplicate key", "\"23505\""),
      ("psycopg2.errors.DeadlockDetected: deadlock detected", "\"40P01\""),
      ("asyncpg.exceptions.ReadOnlySQLTransactionError: x", "\"25006\""),
      ("asyncpg.exceptions.SerializationError: x", "\"40001\""),
      ("pymysql.err.OperationalError: (1213, 'Deadlock found')", "1213"),
      ("MySQLdb.IntegrityError: (1062, \"Duplicate entry '1'\")", "1062"),
      ("mysql.connector.errors.IntegrityError: 1062 (23000): Duplicate entry '1'", "1062"),
      ("mysql.connector.errors.InterfaceError: 2003: Can't connect", "2003"),
      ("sqlalchemy.exc.IntegrityError: (psycopg.errors.UniqueViolation) duplicate key", "\"23505\""),
      ("sqlalchemy.exc.OperationalError: (pymysql.err.OperationalError) (1205, 'Lock wait timeout')", "1205"),
      (
        "sqlalchemy.exc.IntegrityError: (sqlalchemy.dialects.postgresql.asyncpg.IntegrityError) <class 'asyncpg.exceptions.UniqueViolationError'>: x",
        "\"23505\""
      ),
      ("pika.exceptions.ChannelClosedByBroker: (404, \"NOT_FOUND - no queue 'q'\")", "404"),
      (
        "pika.exceptions.ProbableAccessDeniedError: ConnectionClosedByBroker: (530) 'NOT_ALLOWED - vhost'",
        "530"
      ),
      ("aiormq.exceptions.ChannelPreconditionFailed: PRECONDITION_FAILED - inequivalent arg", "406"),
      ("amqp.exceptions.NotFound: Queue.declare: (404) NOT_FOUND - no queue 'q'", "404"),
      ("redis.exceptions.ResponseError: WRONGTYPE Operation against a key", "\"WRONGTYPE\""),
      ("redis.exceptions.ReadOnlyError: You can't write against a read only replica.", "\"READONLY\""),
      ("redis.exceptions.AuthenticationError: HELLO must be called with the client", "\"NOAUTH\""),
      (
        "redis.exceptions.ResponseError: Command # 1 (LPUSH a b) of pipeline caused error: WRONGTYPE Operation",
        "\"WRONGTYPE\""
      ),
      ("redis.exceptions.ResponseError: unknown command 'MISSING'", "\"ERR\""),
      ("sqlite3.OperationalError: database is locked", "5"),
      ("sqlite3.IntegrityError: NOT NULL constraint failed: t.v", "1299"),
      ("smtplib.SMTPRecipientsRefused: {'b@shop.example': (550, b'no such mailbox')}", "550"),
      ("cimpl.KafkaException: KafkaError{code=_TRANSPORT,val=-195,str=\"x\"}", "\"_TRANSPORT\""),
      ("oracledb.exceptions.DatabaseError: ORA-00942: table or view does not exist", "\"ORA-00942\""),
      ("ldap3.core.exceptions.LDAPNoSuchObjectResult: LDAPNoSuchObjectResult - 32 - noSuchObject - x", "32"),
      ("smtplib.SMTPAuthenticationError: (535, b'5.7.8 no')", "535"),
      (
        "clickhouse_connect.driver.exceptions.DatabaseError: Received ClickHouse exception, code: 516, x",
        "516"
      ),
    ]
  )
  func codes(line: String, code: String) throws {
    let error = try Self.error(line)
    #expect(error.contains(",\"code\":\(code),"), "\(error)")
    #expect(!error.contains("\"status\""))
  }

  @Test("NATS' answers have a status and a code of their own")
  func nats() throws {
    let line = "nats.js.errors.NotFoundError: nats: NotFoundError: code=404 err_code=10059 description='x'"
    #expect(try Self.error(line).contains(#","code":10059,"status":404,"#))
  }

  @Test(
    "A text without a client's code has none",
    arguments: [
      "ValueError: (1, 'x')", "shop.E: (x, 'y')", "pymysql.err.InterfaceError: (0, '')",
      "psycopg.OperationalError: connection failed",
      "redis.exceptions.ConnectionError: Error 111 connecting to h:1.",
      "sqlalchemy.exc.TimeoutError: QueuePool limit (1) reached", "sqlalchemy.exc.StatementError: (",
      "pika.exceptions.StreamLostError: Transport indicated EOF", "shop.E: 404",
      "mysql.connector.errors.Error: x", "sqlite3.ProgrammingError: Cannot operate on a closed database.",
      "smtplib.SMTPRecipientsRefused: {'a@shop.example': (550, b'no'), 'b@shop.example': (451, b'later')}",
    ]
  )
  func noCodes(line: String) throws {
    #expect(try !Self.error(line).contains("\"code\""))
  }

  @Test(
    "The further lines of a gRPC error have its code and its message",
    arguments: ["grpc._channel._InactiveRpcError", "grpc.aio._call.AioRpcError"]
  )
  func statusOfRPC(type: String) throws {
    let log = """
      2026-11-28 00:43:00,997 ERROR app: call failed
      Traceback (most recent call last):
        File "/srv/a.py", line 3, in f
      \(type): <RpcError of RPC that terminated with:
      \tstatus = StatusCode.UNAVAILABLE
      \tdetails = "connection refused"
      \tdebug_error_string = "UNKNOWN:x"
      >

      """
    let read = try ReadStream(Array(log.utf8))
    #expect(read.records.count == 1)
    #expect(
      read.records.first?.contains(#""code":"UNAVAILABLE","message":"connection refused""#) == true,
      "\(read.records)"
    )
  }

  @Test(
    "A number of a mail server or a database is a code, never a status",
    arguments: [
      ("aiosmtplib.errors.SMTPResponseException: (550, 'no such user')", 550),
      ("smtplib.SMTPDataError: (554, b'5.7.1 rejected')", 554),
      ("clickhouse_connect.driver.exceptions.DatabaseError: returned response code 403: Code: 516. No", 516),
    ]
  )
  func numbersOfServers(line: String, code: Int) throws {
    let record = try Self.error(line)
    #expect(record.contains("\"code\":\(code)"))
    #expect(!record.contains("\"status\""))
  }

  @Test(
    "A cause that was never raised has no heading, and is read; an error of SQLAlchemy has its driver's code"
  )
  func causesWithoutHeading() throws {
    let log = """
      2026-11-28 00:43:00,997 ERROR shop: order 7
      asyncpg.exceptions.UndefinedTableError: relation "orders" does not exist

      The above exception was the direct cause of the following exception:

      Traceback (most recent call last):
        File "/srv/a.py", line 3, in f
      sqlalchemy.exc.ProgrammingError: (sqlalchemy.dialects.postgresql.asyncpg.ProgrammingError) relation "orders" does not exist

      """
    let read = try ReadStream(Array(log.utf8))
    #expect(read.records.count == 1)
    let record = read.records.first ?? ""
    #expect(record.contains(#""type":"sqlalchemy.exc.ProgrammingError","code":"42P01""#), "\(record)")
    #expect(
      record.contains(#""underlying":[{"type":"asyncpg.exceptions.UndefinedTableError","code":"42P01""#),
      "\(record)"
    )
  }

  @Test("Where the log names the type, the traceback of the same exception adds what it is")
  func namedTypes() throws {
    let read = try ReadStream(
      Array(
        (#"{"@timestamp":"2026-11-22T05:00:00Z","log.level":"error","message":"m","ecs.version":"8.11.0","error":{"type":"ConnectionRefusedError","message":"[Errno 111] Connection refused","stack_trace":"Traceback (most recent call last):\n  File \"a.py\", line 1, in b\nConnectionRefusedError: [Errno 111] Connection refused\n"}}"#
          + "\n").utf8
      )
    )
    #expect(
      read.records.first?.contains(
        #""is":["ConnectionError","OSError","Exception","BaseException"],"domain":"NSPOSIXErrorDomain","code":111"#
      )
        == true,
      "\(read.records)"
    )
  }
}
