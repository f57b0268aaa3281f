internal import RuleLanguage

/// Types and cases of errors that fail again on every try, and codes and messages of databases and brokers.
enum VainNames {
  static func name(in comparison: Comparison) -> VainError? {
    guard let name = comparison.typeName ?? comparison.name, !name.contains("*"),
      let last = name.split(separator: ".").last.map(String.init)
    else { return nil }
    if let need = needs.first(where: { $0.0.contains(last) || $0.0.contains(name) })?.1 {
      return VainError(name: "“\(name)”", need: need)
    }
    let isVain =
      types.contains(last) || types.contains(name) || postgres.contains(last)
      || last.hasSuffix("Error") && postgres.contains(String(last.dropLast(5)))
      || isVain(CamelWords.of(last[...]))
    return isVain ? VainError(name: "“\(name)”", need: .nothing) : nil
  }

  /// Whether words of a name say that nothing changes. A chunked or transfer encoding ends in the middle with its connection.
  private static func isVain(_ words: [String]) -> Bool {
    words.contains { all.contains($0) } && !words.contains { $0 == "chunked" || $0 == "transfer" }
  }

  /// A code that needs no domain, since no other domain has such words: a SQLSTATE with a letter, an answer of Redis, an error
  /// of Kafka.
  static func code(in comparison: Comparison) -> VainError? {
    guard let code = comparison.name else { return nil }
    if codes.contains(code) { return VainError(name: "“\(code)”", need: .nothing) }
    if code == "READONLY" { return VainError(name: "“\(code)”", need: .server) }
    guard isSQLState(code), let need = VainCodes.sqlState(code) else { return nil }
    return VainError(name: "“\(code)”", need: need)
  }

  /// A message that only such an error has.
  static func message(in comparison: Comparison) -> VainError? {
    guard comparison.first(of: ordinary, orPart: false) == nil else { return nil }
    for (messages, need) in messages {
      guard let message = comparison.first(of: messages) else { continue }
      return VainError(name: "“\(message)”", need: need)
    }
    return nil
  }

  private static func isSQLState(_ code: String) -> Bool {
    code.utf8.count == 5
      && code.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      && code.utf8.allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  private static let codes: Set<String> = [
    "NOAUTH", "WRONGPASS", "NOPERM", "WRONGTYPE", "NOGROUP",
    "TOPIC_AUTHORIZATION_FAILED", "GROUP_AUTHORIZATION_FAILED", "CLUSTER_AUTHORIZATION_FAILED",
    "TRANSACTIONAL_ID_AUTHORIZATION_FAILED", "SASL_AUTHENTICATION_FAILED", "_AUTHENTICATION",
    "MSG_SIZE_TOO_LARGE", "MESSAGE_TOO_LARGE", "MESSAGE_SIZE_TOO_LARGE", "RECORD_LIST_TOO_LARGE",
    "UNSUPPORTED_VERSION", "INVALID_CONFIG", "_INVALID_ARG",
  ]

  /// Whole names of drivers' and Python's types. One with its package is meant only so.
  private static let types: Set<String> = [
    "PermissionError", "FileNotFoundError", "ProgrammingError", "DataError",
    "InFailedSQLTransactionError", "ReadOnlySQLTransactionError", "PostgresSyntaxError",
    "SQLSyntaxErrorException", "SQLDataException", "SQLFeatureNotSupportedException",
    "CatalogException", "ConversionException", "BinderException", "InvalidInputException",
    "NoPermissionError",
    "ProbableAccessDeniedError", "UnroutableError", "ChannelWrongStateError", "ChannelNotFoundEntity",
    "ChannelPreconditionFailed", "aiormq.exceptions.PublishError",
    "amqp.exceptions.NotFound", "amqp.exceptions.PreconditionFailed", "amqp.exceptions.AccessRefused",
    "amqp.exceptions.NotAllowed",
    "NoStreamResponseError", "MsgAlreadyAckdError", "MaxPayloadError", "BadSubjectError",
    "nats.js.errors.NotFoundError", "nats.js.errors.BadRequestError", "nats.errors.ConnectionClosedError",
    "MessageSizeTooLargeError", "RecordTooLargeException", "kafka.errors.IllegalStateError",
    "pymongo.errors.ConfigurationError", "pymongo.errors.InvalidURI", "pymongo.errors.InvalidName",
    "DocumentTooLarge",
    "MemcacheIllegalInputError", "MemcacheClientError", "MemcacheUnknownCommandError",
    "LDAPInvalidCredentialsResult", "LDAPNoSuchObjectResult", "LDAPStrongerAuthRequiredResult",
    "LDAPInsufficientAccessRightsResult", "LDAPObjectClassViolationResult",
    "LDAPNotAllowedOnNotLeafResult", "LDAPInvalidDnError", "LDAPInvalidDNSyntaxResult",
    "LDAPInvalidFilterError", "LDAPAttributeError", "LDAPProtocolErrorResult",
    "SMTPNotSupportedError",
    "InvalidURL", "requests.exceptions.MissingSchema", "requests.exceptions.InvalidSchema",
    "httpx.UnsupportedProtocol", "SSLCertVerificationError", "ModuleNotFoundError", "NotImplementedError",
    "java.lang.IllegalArgumentException",
  ]

  /// Conditions of PostgreSQL as psycopg names them; asyncpg's names end in Error.
  private static let postgres: Set<String> = [
    "InFailedSqlTransaction", "InvalidPassword", "InsufficientPrivilege", "SyntaxError",
    "InvalidAuthorizationSpecification", "InvalidCatalogName", "UndefinedTable", "UndefinedColumn",
    "UndefinedFunction", "UndefinedObject", "DuplicateTable", "DatatypeMismatch",
    "InvalidTextRepresentation", "DivisionByZero", "StringDataRightTruncation", "NumericValueOutOfRange",
    "InvalidParameterValue", "InvalidDatetimeFormat", "NotNullViolation", "CheckViolation",
    "FeatureNotSupported",
  ]

  private static let needs: [(Set<String>, VainError.Need)] = [
    (
      [
        "IntegrityError", "UniqueViolation", "UniqueViolationError", "ForeignKeyViolation",
        "ForeignKeyViolationError", "ExclusionViolation", "ExclusionViolationError",
        "IntegrityConstraintViolationError", "SQLIntegrityConstraintViolationException",
        "ConstraintException", "DuplicateKeyError", "DuplicateKeyException",
        "DataIntegrityViolationException", "LDAPEntryAlreadyExistsResult",
      ], .data
    ),
    (["IdleInTransactionSessionTimeout", "IdleInTransactionSessionTimeoutError"], .transaction),
    (["ReadOnlySqlTransaction", "ReadOnlySQLTransactionError", "redis.exceptions.ReadOnlyError"], .server),
    (["QueryCanceled", "QueryCanceledError"], .time),
  ]

  /// Parts of messages, and longer ones for patterns.
  private static let messages: [([String], VainError.Need)] = [
    (
      [
        "password authentication failed", "password authentication failed for user", "Access denied for user",
        "no pg_hba.conf entry for host", "invalid username-password pair", "Authorization Violation",
        "invalidCredentials", "Unknown database", "does not exist", "database \"shop\" does not exist",
        "no such table", "doesn't exist",
        "permission denied for", "syntax error at or near", "You have an error in your SQL syntax",
        "object too large for cache", "unknown command", "wrong kind of value",
        "StatusCode.INVALID_ARGUMENT", "StatusCode.NOT_FOUND", "StatusCode.ALREADY_EXISTS",
        "StatusCode.PERMISSION_DENIED", "StatusCode.FAILED_PRECONDITION",
        "StatusCode.UNIMPLEMENTED", "StatusCode.UNAUTHENTICATED",
        "current transaction is aborted", "Current transaction is aborted",
      ], .nothing
    ),
    (
      [
        "duplicate key value violates unique constraint", "UNIQUE constraint failed", "Duplicate entry",
        "PRIMARY KEY or UNIQUE constraint",
      ], .data
    ),
    (["canceling statement due to statement timeout"], .time),
  ]

  /// Messages that others have, too: a pattern that matches one of them is about something else.
  private static let ordinary = [
    "connection failed", "connection to server at \"127.0.0.1\" failed: Connection refused",
    "command timed out for user", "too many connections for database", "request failed: timeout",
    "error in table", "statement: retry transaction", "unknown error", "server is unavailable",
    "unique", "value", "exist", "database", "StatusCode.UNAVAILABLE",
  ]

  /// Types that fail again and that a base class covers, and whether nearly every program has them. A name without its package
  /// stands for that class of all packages.
  static func covered(by name: String) -> (types: [String], isCommon: Bool)? {
    // Every package has an Error.
    guard name != "Error" else { return nil }
    if name.hasSuffix(".*") {
      let package = name.dropLast()
      return packaged.first { $0.hasPrefix(package) }.map { ([$0], false) }
    }
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

  /// Types that fail again, of packages that a glob may name.
  private static let packaged =
    [
      "psycopg.errors.SyntaxError", "psycopg2.errors.SyntaxError", "MySQLdb.ProgrammingError",
      "pymongo.errors.ConfigurationError", "openai.AuthenticationError", "anthropic.AuthenticationError",
      "botocore.exceptions.ParamValidationError", "httpx.UnsupportedProtocol",
      "aiohttp.client_exceptions.InvalidURL",
    ] + covering.map { $0.1 }.filter { $0.contains(".") }

  private static let all: Set<String> = [
    "unauthorized", "unauthorised", "unauthenticated", "authorization", "authorisation", "authentication",
    "forbidden",
    "decoding", "encoding", "parse", "parsing", "parser", "malformed", "validation",
  ]
}
