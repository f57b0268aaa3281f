internal import RuleLanguage

/// Types and cases of errors that fail again on every try, and codes of databases and brokers.
enum VainNames {
  static func name(in comparison: Comparison) -> String? {
    guard let name = comparison.typeName ?? comparison.name, !name.contains("*"),
      let last = name.split(separator: ".").last
    else { return nil }
    return types.contains(String(last)) || CamelWords.of(last).contains { all.contains($0) } ? name : nil
  }

  /// A code that needs no domain, since no other domain has such words: a SQLSTATE with a letter, an answer of Redis, an error
  /// of Kafka.
  static func code(in comparison: Comparison) -> String? {
    guard let code = comparison.name else { return nil }
    return codes.contains(code) || isSQLState(code) ? code : nil
  }

  /// PostgreSQL's classes of data that cannot be read (22), of a login (28), and of statements and their rights (42).
  private static func isSQLState(_ code: String) -> Bool {
    code.utf8.count == 5 && ["22", "28", "42"].contains { code.hasPrefix($0) }
      && code.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      && code.utf8.allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  private static let codes: Set<String> = [
    // In a failed transaction every statement fails.
    "25P02",
    "NOAUTH", "WRONGPASS", "NOPERM", "WRONGTYPE",
    "TOPIC_AUTHORIZATION_FAILED", "GROUP_AUTHORIZATION_FAILED", "CLUSTER_AUTHORIZATION_FAILED",
    "SASL_AUTHENTICATION_FAILED", "_AUTHENTICATION", "MSG_SIZE_TOO_LARGE", "UNSUPPORTED_VERSION",
  ]

  /// Whole names of drivers' and Python's types.
  private static let types: Set<String> = [
    "InFailedSqlTransaction", "InFailedSQLTransactionError", "InvalidPassword", "InvalidPasswordError",
    "NoPermissionError", "PermissionError", "FileNotFoundError", "ProgrammingError",
    "ProbableAccessDeniedError", "InsufficientPrivilege", "InsufficientPrivilegeError",
    "LDAPInvalidCredentialsResult", "PostgresSyntaxError",
  ]

  /// Types that fail again and that a base class covers, and whether nearly every program has them. A name without its package
  /// stands for that class of all packages.
  static func covered(by name: String) -> (types: [String], isCommon: Bool)? {
    // Every package has an Error.
    guard name != "Error" else { return nil }
    let bases = covering.filter { base, _ in base == name || base.hasSuffix(".\(name)") }
    guard !bases.isEmpty else { return nil }
    return (bases.map { $0.1 }, bases.contains { common.contains($0.0) })
  }

  private static let common: Set<String> = [
    "OSError", "Exception", "BaseException", "java.lang.Exception", "System.Exception",
  ]

  /// A class, with one below it that fails again.
  private static let covering: [(String, String)] = [
    ("OSError", "FileNotFoundError"), ("OSError", "aiormq.exceptions.ProbableAuthenticationError"),
    ("Exception", "TypeError"), ("BaseException", "TypeError"),
    ("java.lang.Exception", "java.lang.IllegalArgumentException"),
    ("System.Exception", "System.ArgumentException"),
    ("java.sql.SQLException", "java.sql.SQLSyntaxErrorException"),
    ("ConnectionError", "aiormq.exceptions.ProbableAuthenticationError"),
    ("redis.exceptions.ConnectionError", "redis.exceptions.AuthenticationError"),
    ("redis.exceptions.ResponseError", "redis.exceptions.NoPermissionError"),
    ("redis.exceptions.RedisError", "redis.exceptions.AuthenticationError"),
    ("aiormq.exceptions.AMQPConnectionError", "aiormq.exceptions.ProbableAuthenticationError"),
    ("aiormq.exceptions.AMQPError", "aiormq.exceptions.ProbableAuthenticationError"),
    ("pika.exceptions.AMQPConnectionError", "pika.exceptions.ProbableAuthenticationError"),
    ("pika.exceptions.AMQPError", "pika.exceptions.ProbableAuthenticationError"),
    ("amqp.exceptions.AMQPError", "amqp.exceptions.AccessRefused"),
    ("kafka.errors.KafkaError", "kafka.errors.TopicAuthorizationFailedError"),
    ("nats.errors.Error", "nats.errors.AuthorizationError"),
    ("sqlalchemy.exc.DatabaseError", "sqlalchemy.exc.ProgrammingError"),
    ("sqlalchemy.exc.DBAPIError", "sqlalchemy.exc.ProgrammingError"),
    ("sqlalchemy.exc.StatementError", "sqlalchemy.exc.ProgrammingError"),
    ("sqlalchemy.exc.SQLAlchemyError", "sqlalchemy.exc.ProgrammingError"),
    ("psycopg.DatabaseError", "psycopg.ProgrammingError"), ("psycopg.Error", "psycopg.ProgrammingError"),
    ("psycopg2.DatabaseError", "psycopg2.ProgrammingError"), ("psycopg2.Error", "psycopg2.ProgrammingError"),
    ("asyncpg.exceptions._base.PostgresError", "asyncpg.exceptions.InvalidPasswordError"),
    ("pymysql.err.DatabaseError", "pymysql.err.ProgrammingError"),
    ("pymysql.err.MySQLError", "pymysql.err.ProgrammingError"),
    ("mysql.connector.errors.DatabaseError", "mysql.connector.errors.ProgrammingError"),
    ("sqlite3.DatabaseError", "sqlite3.ProgrammingError"), ("sqlite3.Error", "sqlite3.ProgrammingError"),
    ("smtplib.SMTPException", "smtplib.SMTPAuthenticationError"),
    ("ldap3.core.exceptions.LDAPException", "ldap3.core.exceptions.LDAPInvalidCredentialsResult"),
    ("ldap3.core.exceptions.LDAPOperationResult", "ldap3.core.exceptions.LDAPInvalidCredentialsResult"),
    ("requests.exceptions.ConnectionError", "requests.exceptions.SSLError"),
    ("requests.exceptions.RequestException", "requests.exceptions.InvalidURL"),
  ]

  private static let all: Set<String> = [
    "unauthorized", "unauthorised", "unauthenticated", "authorization", "authorisation", "authentication",
    "forbidden",
    "decoding", "encoding", "parse", "parsing", "parser", "malformed", "validation",
  ]
}
