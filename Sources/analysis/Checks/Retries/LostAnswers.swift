internal import Patterns
internal import Records
internal import RuleLanguage

/// The errors of a connection that broke, or of a client that stopped waiting, after a request may have arrived.
enum LostAnswers {
  /// Such an error that a comparison matches, in words.
  static func name(in comparing: Comparing, beside others: [Comparing]) -> String? {
    guard !comparing.isNegated else { return nil }
    switch comparing.subject {
    case .field(.code): return code(comparing, beside: others)
    case .field(.type): return type(comparing.comparison)
    case .field(.message):
      guard case .exists = comparing.comparison else {
        return comparing.comparison.first(of: messages).map { "“\($0)”" }
      }
      return nil
    case .attribute(let path):
      // SQLAlchemy says so of every driver.
      guard path.split(separator: ".").last == "connection_invalidated",
        case .equal(.bool(true)) = comparing.comparison
      else { return nil }
      return "an invalidated connection"
    case .payload:
      return mysql(comparing.comparison.numbers ?? [])
    case .field, .problem, .problemExtension, .with, .outcome, .elapsed: return nil
    }
  }

  private static func type(_ comparison: Comparison) -> String? {
    if let name = comparison.typeName {
      guard !others.contains(where: { name == $0 || name.hasSuffix(".\($0)") }),
        let last = name.split(separator: ".").last, types.contains(String(last))
      else { return nil }
      return "“\(name)”"
    }
    // A glob over all of a package, or over one base class and what is below it, says nothing of an answer.
    guard let glob = comparison.typeGlob, let last = glob.split(separator: ".").last, !last.hasSuffix("*")
    else { return nil }
    let pattern = GlobPattern(String(last))
    return types.contains { pattern.matches($0) } ? "“\(glob)”" : nil
  }

  /// A class of a driver whose errors are of connections that were refused, and of those that broke, too.
  static func isBase(_ name: String) -> Bool {
    bases.contains(name) || bareBases.contains(name)
  }

  private static func code(_ comparing: Comparing, beside others: [Comparing]) -> String? {
    let domains = Set(
      others.compactMap { other -> String? in
        guard !other.isNegated, other.subject == .field(.domain) else { return nil }
        return other.comparison.name
      })
    guard case .code(let ranges) = comparing.comparison else {
      return comparing.comparison.first(of: words).map { "“\($0)”" }
    }
    // With several domains it is unknown which of them the code belongs to.
    guard let domain = domains.first else {
      return mysql(ranges) ?? (isMQTT(others) ? mqtt(ranges) : nil)
    }
    guard domains.count == 1, let table = codes[domain] else { return nil }
    return table.first { code, _ in ranges.contains { $0.lower == $0.upper && $0.holds(.integer(code)) } }?.1
  }

  private static func mysql(_ ranges: [NumberRange]) -> String? {
    [2013, 2055].first { code in
      ranges.contains { $0.lower == $0.upper && $0.holds(.integer(code)) }
    }.map { "MySQL's error \($0)" }
  }

  /// The client of MQTT has sent, or not, what it says.
  private static func isMQTT(_ others: [Comparing]) -> Bool {
    others.contains { !$0.isNegated && $0.comparison.typeName?.hasSuffix("MqttCodeError") == true }
  }

  private static func mqtt(_ ranges: [NumberRange]) -> String? {
    [(4, "MQTT_ERR_NO_CONN"), (7, "MQTT_ERR_CONN_LOST")].first { code, _ in
      ranges.contains { $0.lower == $0.upper && $0.holds(.integer(code)) }
    }?.1
  }

  private static let codes: [String: [(Int64, String)]] = [
    "NSURLErrorDomain": [(-1001, "NSURLErrorTimedOut"), (-1005, "NSURLErrorNetworkConnectionLost")],
    // On Darwin and on Linux.
    "NSPOSIXErrorDomain": [(54, "ECONNRESET"), (104, "ECONNRESET")],
    "grpc": [(4, "DEADLINE_EXCEEDED")],
  ]

  /// SQLSTATEs, errors of Kafka, and those of Node's clients.
  private static let words = [
    "08006", "08003", "08007", "40003",
    "REQUEST_TIMED_OUT", "NETWORK_EXCEPTION", "NOT_ENOUGH_REPLICAS_AFTER_APPEND", "_MSG_TIMED_OUT",
    "ECONNRESET", "ESOCKETTIMEDOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT",
  ]

  /// Their names without modules.
  private static let types: Set<String> = [
    "ConnectionDoesNotExistError", "StreamLostError", "MemcacheUnexpectedCloseError",
    "LDAPSessionTerminatedByServerError", "AutoReconnect", "NetworkTimeout", "IncompleteCommit",
    "WriteTimeout", "WriteTimeoutException",
    "ConnectionResetError", "ConnectionAbortedError", "RemoteDisconnected", "ServerDisconnectedError",
    "ReadTimeout", "ReadTimeoutError", "ReadTimeoutException", "ReadError", "RemoteProtocolError",
    "KafkaTimeoutError", "SMTPServerDisconnected", "SocketTimeoutError", "SocketTimeoutException",
    "APITimeoutError", "TimeoutError", "TimeoutException",
  ]

  /// A pool without a free connection, a page that lacks an element.
  private static let others = ["sqlalchemy.exc.TimeoutError", "playwright.sync_api.TimeoutError"]

  /// The base classes of the errors that the drivers raised where a connection broke at a COMMIT, a publish or an INCR.
  private static let bases: Set<String> = [
    "psycopg.OperationalError", "psycopg2.OperationalError", "asyncpg.exceptions.PostgresConnectionError",
    "pymysql.err.OperationalError", "MySQLdb.OperationalError", "MySQLdb._exceptions.OperationalError",
    "mysql.connector.errors.OperationalError", "asyncmy.errors.OperationalError", "mariadb.OperationalError",
    "sqlalchemy.exc.OperationalError", "sqlalchemy.exc.DBAPIError", "django.db.utils.OperationalError",
    "pika.exceptions.AMQPConnectionError", "aiormq.exceptions.AMQPConnectionError",
    "kombu.exceptions.OperationalError", "pymongo.errors.ConnectionFailure",
    "redis.exceptions.ConnectionError",
  ]

  /// The names that no other library has, without a package.
  private static let bareBases: Set<String> = ["OperationalError", "DBAPIError", "AMQPConnectionError"]

  private static let messages = [
    "Lost connection to MySQL server during query", "server closed the connection unexpectedly",
    "connection was closed in the middle of operation", "Stream connection lost",
    "Server connection unexpectedly closed", "Connection reset by peer",
    "Remote end closed connection without response", "Read timed out",
    "The network connection was lost.", "StatusCode.DEADLINE_EXCEEDED",
  ]
}

extension Comparison {
  /// The first of some texts that it matches, or that is a part of every text it matches.
  func first(of texts: [String], orPart: Bool = true) -> String? {
    if let pattern {
      let searcher = pattern.makeSearcher()
      return texts.first { searcher.matches($0) }
    }
    switch self {
    case .name(let name): return texts.first { $0 == name }
    case .text(let test):
      let operand = test.ignoresCase ? test.operand.lowercased() : test.operand
      return texts.first { text in
        let text = test.ignoresCase ? text.lowercased() : text
        let fits =
          switch test.operator {
          case .equals, .glob: text == operand
          case .contains: text.contains(operand)
          case .hasPrefix: text.hasPrefix(operand)
          case .hasSuffix: text.hasSuffix(operand)
          }
        return fits || orPart && operand.contains(text)
      }
    default: return nil
    }
  }
}
