internal import Records
internal import RuleLanguage

/// An error that fails again, and what has to change before another try succeeds.
struct VainError {
  enum Need {
    case nothing, transaction, data, server, time

    /// For the sentence `“rule” retries NAME, …`.
    var sentence: String {
      switch self {
      case .nothing: "which can't succeed"
      case .transaction: "which succeeds in a new transaction only"
      case .data: "which fails again while the same data is stored"
      case .server: "which fails again at the same server"
      case .time: "which is ended again while it takes as long"
      }
    }
  }

  let name: String
  let need: Need
}

/// Numbers that say something only together with their client, which the type beside them names.
enum VainCodes {
  /// Such a code of a client that the conditions beside it name.
  static func code(in comparing: Comparing, beside others: [Comparing]) -> VainError? {
    let clients = Set(others.flatMap { $0.isNegated ? [] : Client.named(in: $0) })
    guard !clients.isEmpty else { return known(comparing, beside: others) }
    if let word = comparing.comparison.name {
      guard word == "ERR", clients.contains(.redis) else { return nil }
      return VainError(name: "Redis's ERR", need: .nothing)
    }
    guard case .code(let ranges) = comparing.comparison else { return nil }
    for client in clients.sorted(by: { $0.rawValue < $1.rawValue }) {
      if client == .mail {
        guard
          let code = (500...599).first(where: { code in
            ranges.contains { $0.holds(.integer(Int64(code))) }
          })
        else { continue }
        return VainError(name: "\(client.rawValue)'s \(code)", need: .nothing)
      }
      let codes = ranges.compactMap { range in
        if range.lower == range.upper, case .integer(let code) = range.lower { code } else { nil }
      }
      for code in codes {
        if client == .sql {
          if let need = sqlState(String(code)) { return VainError(name: "“\(code)”", need: need) }
        } else if let (_, need) = client.codes.first(where: { $0.0.contains(code) }) {
          return VainError(name: "\(client.rawValue)'s \(code)", need: need)
        }
      }
    }
    return nil
  }

  /// A SQLSTATE of digits that stands alone: nobody else numbers errors so.
  private static func known(_ comparing: Comparing, beside others: [Comparing]) -> VainError? {
    let isOfAnother = others.contains { other in
      guard !other.isNegated, case .field(let field) = other.subject else { return false }
      return field == .type || field == .domain
    }
    guard !isOfAnother, case .code(let ranges) = comparing.comparison,
      let code = constraints.first(where: { code in
        ranges.contains { $0.lower == $0.upper && $0.holds(.integer(code)) }
      })
    else { return nil }
    return sqlState(String(code)).map { VainError(name: "“\(code)”", need: $0) }
  }

  /// The constraints that hold for a row: not null, foreign key, unique, check.
  private static let constraints: [Int64] = [23_502, 23_514, 23_503, 23_505]

  /// SQLSTATE: the classes of the standard, and conditions of PostgreSQL.
  static func sqlState(_ code: String) -> VainError.Need? {
    guard code.utf8.count == 5 else { return nil }
    switch code {
    case "23502", "23514", "25P02": return .nothing
    case "25P03": return .transaction
    case "25006": return .server
    case "57014": return .time
    default: break
    }
    switch code.prefix(2) {
    case "22", "28", "42", "3D", "0A": return .nothing
    case "23": return .data
    default: return nil
    }
  }
}

/// A client, or those that number errors alike.
private enum Client: String {
  case sql = "SQLSTATE"
  case mysql = "MySQL"
  case sqlite = "SQLite"
  case amqp = "AMQP"
  case ldap = "LDAP"
  case mail = "SMTP"
  case clickHouse = "ClickHouse"
  case mongo = "MongoDB"
  case mqtt = "MQTT"
  case jetStream = "JetStream"
  case redis = "Redis"

  static func named(in comparing: Comparing) -> [Client] {
    switch comparing.subject {
    case .field(.message): return comparing.comparison.first(of: messages) == nil ? [] : [.sql]
    case .field(.domain), .field(.origin):
      let words = comparing.comparison.name.map { CamelWords.of($0[...]) } ?? []
      return words.contains { databases.contains($0) } ? [.sql] : []
    default: break
    }
    guard comparing.subject == .field(.type),
      let name = comparing.comparison.typeName ?? comparing.comparison.typeGlob
    else { return [] }
    let parts = name.split(separator: ".")
    guard let last = parts.last else { return [] }
    if parts.count > 1, let clients = packages[String(parts[0])] { return clients }
    return types[String(last.drop { $0 == "*" })] ?? []
  }

  /// Words of a domain or an origin.
  private static let databases: Set<String> = ["sqlstate", "postgres", "postgresql", "psycopg", "asyncpg"]

  /// Messages of PostgreSQL.
  private static let messages = [
    "invalid input syntax for type", "syntax error at or near", "violates not-null constraint",
    "violates foreign key constraint", "violates check constraint", "violates unique constraint",
    "value too long for type character varying", "current transaction is aborted",
  ]

  private static let packages: [String: [Client]] = [
    "psycopg": [.sql], "psycopg2": [.sql], "asyncpg": [.sql], "pg8000": [.sql],
    "sqlalchemy": [.sql, .mysql, .sqlite],
    "pymysql": [.mysql], "MySQLdb": [.mysql], "mysql": [.mysql], "asyncmy": [.mysql], "aiomysql": [.mysql],
    "mariadb": [.mysql],
    "sqlite3": [.sqlite], "aiosqlite": [.sqlite],
    "pika": [.amqp], "aiormq": [.amqp], "amqp": [.amqp],
    "ldap3": [.ldap], "smtplib": [.mail], "aiosmtplib": [.mail], "clickhouse_connect": [.clickHouse],
    "pymongo": [.mongo], "aiomqtt": [.mqtt], "nats": [.jetStream],
  ]

  /// Types without their package: those of every database's client in Python (PEP 249), and those of one.
  private static let types: [String: [Client]] = [
    "OperationalError": [.mysql, .sqlite], "IntegrityError": [.mysql, .sqlite], "DataError": [.mysql],
    "DatabaseError": [.mysql, .sqlite], "InternalError": [.mysql],
    "ChannelClosedByBroker": [.amqp], "ConnectionClosedByBroker": [.amqp],
    "SMTPRecipientsRefused": [.mail], "SMTPRecipientRefused": [.mail], "SMTPSenderRefused": [.mail],
    "SMTPDataError": [.mail], "SMTPResponseException": [.mail], "SMTPConnectError": [.mail],
    "OperationFailure": [.mongo], "WriteError": [.mongo], "MqttConnectError": [.mqtt],
    "ResponseError": [.redis],
  ]

  /// The numbers are facts of the servers' documentation: MySQL's and MariaDB's error references, SQLite's “Result and Error Codes”,
  /// AMQP 0-9-1 (“Reply Code Definitions”), RFC 4511, ClickHouse's ErrorCodes.cpp, MongoDB's error_codes.yml, MQTT 5 (2.4),
  /// nats-server's errors.json.
  var codes: [(Set<Int64>, VainError.Need)] {
    switch self {
    case .sql, .mail, .redis: []
    case .mysql:
      [
        (
          [
            1044, 1045, 1048, 1049, 1054, 1064, 1109, 1142, 1143, 1146, 1227, 1264, 1292, 1305, 1364, 1365,
            1366, 1406, 1698, 3819, 4025,
          ], .nothing
        ),
        ([1062, 1169, 1451, 1452, 1586], .data), ([1290, 1792, 1836], .server), ([1317, 1969, 3024], .time),
      ]
    case .sqlite:
      [
        ([1, 14, 20, 25, 26, 275, 1299, 3091], .nothing), ([13, 19, 787, 1555, 2067, 2579], .data),
        ([8], .server), ([9], .time),
      ]
    case .amqp: [([311, 312, 402, 403, 404, 406, 501, 502, 503, 504, 505, 530, 540], .nothing)]
    case .ldap:
      [([2, 7, 8, 16, 17, 19, 21, 32, 34, 48, 49, 50, 64, 65, 66, 67, 69], .nothing), ([20, 68], .data)]
    case .clickHouse:
      [([16, 36, 46, 47, 60, 62, 81, 192, 193, 194, 497, 516], .nothing), ([242], .server), ([159], .time)]
    case .mongo: [([2, 9, 13, 14, 18, 26, 59, 72, 73, 121], .nothing), ([11000], .data), ([50], .time)]
    case .mqtt: [([130, 132, 133, 134, 135, 138, 140, 144, 149], .nothing)]
    case .jetStream: [([10014, 10058, 10059, 10071, 10116], .nothing)]
    }
  }
}
