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

  private static let all: Set<String> = [
    "unauthorized", "unauthorised", "unauthenticated", "authorization", "authorisation", "authentication",
    "forbidden",
    "decoding", "encoding", "parse", "parsing", "parser", "malformed", "validation",
  ]
}
