internal import Bytes

/// The members that the name and the text of a Python exception give besides its message, as the Python recorder writes it: the
/// classes above it, and the code that clients of databases, brokers and other servers put into the text.
enum PythonErrorText {
  static func complete(_ error: inout ErrorTexts.Error) {
    error.above = PythonClasses.above(error.type)
    error.isCancelled = PythonClasses.isCancelled(error.type)
    guard error.code.isEmpty else { return }
    if readSystemCode(&error) { return }
    // A text such as Kafka's or one of Python's own has no code before it.
    guard error.type.firstIndex(of: UInt8(ascii: ".")) != nil else { return }
    var text = error.message
    let driver = self.driver(error.type, &text)
    if let state = state(of: driver) {
      error.code = state
      error.isCodeText = true
    } else {
      readCode(text, of: driver, into: &error)
    }
  }

  /// `[Errno 111] Connection refused`, or `[WinError 10061] …`.
  private static func readSystemCode(_ error: inout ErrorTexts.Error) -> Bool {
    let text = error.message
    guard !text.isEmpty, text[0] == UInt8(ascii: "[") else { return false }
    let isWindows = text.hasPrefix(ByteSlice("[WinError "))
    guard isWindows || text.hasPrefix(ByteSlice("[Errno ")) else { return false }
    let start = isWindows ? 10 : 7
    guard let close = text.firstIndex(of: UInt8(ascii: "]")), text[start..<close].wholeNumber != nil else {
      return false
    }
    error.code = text[start..<close]
    if isWindows { return true }
    error.domain = ByteSlice("NSPOSIXErrorDomain")
    let reason = text[(close + 1)..<text.count].trimmed
    let isDarwin = darwin.contains { error.code == $0.number && reason.hasPrefix($0.reason) }
    error.platform = isDarwin ? ByteSlice("darwin") : ByteSlice("linux")
    return true
  }

  /// The numbers of Darwin that are other errors of Linux.
  private static let darwin: [(number: ByteSlice, reason: ByteSlice)] = [
    (ByteSlice("35"), ByteSlice("Resource temporarily unavailable")),
    (ByteSlice("48"), ByteSlice("Address already in use")),
    (ByteSlice("49"), ByteSlice("Can't assign requested address")),
    (ByteSlice("51"), ByteSlice("Network is unreachable")),
    (ByteSlice("54"), ByteSlice("Connection reset by peer")),
    (ByteSlice("57"), ByteSlice("Socket is not connected")),
    (ByteSlice("60"), ByteSlice("Operation timed out")),
    (ByteSlice("61"), ByteSlice("Connection refused")),
    (ByteSlice("62"), ByteSlice("Too many levels of symbolic links")),
    (ByteSlice("63"), ByteSlice("File name too long")),
    (ByteSlice("64"), ByteSlice("Host is down")),
    (ByteSlice("65"), ByteSlice("No route to host")),
    (ByteSlice("66"), ByteSlice("Directory not empty")),
  ]

  /// The class of the driver's error, whose text remains: SQLAlchemy has it before the text,
  /// `(psycopg.errors.UniqueViolation) …`, with asyncpg `(…IntegrityError) <class 'asyncpg…'>: …`.
  private static func driver(_ type: ByteSlice, _ text: inout ByteSlice) -> ByteSlice {
    guard type.hasPrefix(ByteSlice("sqlalchemy.")), !text.isEmpty, text[0] == UInt8(ascii: "("),
      let close = text.firstIndex(of: UInt8(ascii: ")"))
    else { return type }
    let driver = text[1..<close]
    text = text[(close + 1)..<text.count].trimmed
    let mark = ByteSlice("<class '")
    guard text.hasPrefix(mark), let quote = text.firstIndex(of: UInt8(ascii: "'"), from: mark.count) else {
      return driver
    }
    let inner = text[mark.count..<quote]
    text = text[min(text.count, quote + 3)..<text.count].trimmed
    return inner
  }

  /// The SQLSTATE of a class of psycopg or asyncpg.
  private static func state(of type: ByteSlice) -> ByteSlice? {
    let isPostgres =
      type.hasPrefix(ByteSlice("psycopg.errors.")) || type.hasPrefix(ByteSlice("psycopg2.errors."))
      || type.hasPrefix(ByteSlice("asyncpg.exceptions."))
      || type.hasPrefix(ByteSlice("sqlalchemy.dialects.postgresql.asyncpg."))
    guard isPostgres, let dot = type.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return PostgresConditions.state(of: type[(dot + 1)..<type.count])
  }

  private static func readCode(_ text: ByteSlice, of type: ByteSlice, into error: inout ErrorTexts.Error) {
    let package = type[0..<(type.firstIndex(of: UInt8(ascii: ".")) ?? type.count)]
    if let number = numberOfTuple(text) {
      error.code = number
    } else if package == "mysql" || package == "ldap3" {
      error.code = leadingNumber(package == "ldap3" ? behind(text, " - ") : text)
    } else if ["redis", "valkey", "glide_shared", "pymemcache"].contains(where: { package == $0 }) {
      error.code = leadingWord(text, ends: [" ", ": "])
    } else if package == "cimpl" || package == "confluent_kafka" {
      error.code = leadingWord(behind(text, "KafkaError{code="), ends: [","])
    } else if package == "nats" {
      error.status = leadingNumber(behind(text, ": code="))
      error.code = leadingNumber(behind(text, " err_code="))
    } else if package == "oracledb" || package == "cx_Oracle" {
      error.code = leadingWord(text, ends: [": "])
    } else if package == "clickhouse_connect" || package == "clickhouse_driver" {
      error.code = leadingNumber(behind(text, "ode: "))
    } else if package == "neo4j" {
      error.code = leadingWord(behind(text, "{neo4j_code: "), ends: ["}"], takesSmall: true)
    } else if package == "aiomqtt" {
      error.code = leadingNumber(behind(text, "[code:"))
    } else if ["pika", "aiormq", "aio_pika", "amqp", "kombu"].contains(where: { package == $0 }) {
      error.code = AMQPReplies.code(in: text)
    }
  }

  /// Its arguments as text, the first of them a number and the second a text: `(1213, 'Deadlock found')`.
  private static func numberOfTuple(_ text: ByteSlice) -> ByteSlice? {
    guard !text.isEmpty, text[0] == UInt8(ascii: "("), let comma = text.firstIndex(of: ByteSlice(", ")) else {
      return nil
    }
    let number = text[1..<comma]
    var quote = comma + 2
    if quote < text.count, text[quote] == UInt8(ascii: "b") { quote += 1 }
    guard number.wholeNumber != nil, !(number == "0"), quote < text.count,
      text[quote] == UInt8(ascii: "'") || text[quote] == UInt8(ascii: "\"")
    else { return nil }
    return number
  }

  private static func behind(_ text: ByteSlice, _ mark: StaticString) -> ByteSlice {
    let mark = ByteSlice(mark)
    guard let place = text.firstIndex(of: mark) else { return ByteSlice("") }
    return text[(place + mark.count)..<text.count]
  }

  private static func leadingNumber(_ text: ByteSlice) -> ByteSlice {
    var end = 0
    while end < text.count, text[end].isDigit { end += 1 }
    return text[0..<end]
  }

  /// A word of two letters or more, before one of the texts.
  private static func leadingWord(
    _ text: ByteSlice, ends: [StaticString], takesSmall: Bool = false
  ) -> ByteSlice {
    var end = 0
    while end < text.count {
      let byte = text[end]
      let isSmall = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      let isPart = byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      guard isPart && !isSmall || takesSmall && (isSmall || byte == UInt8(ascii: ".")) else { break }
      end += 1
    }
    let rest = text[end..<text.count]
    guard end > 1, ends.contains(where: { rest.hasPrefix(ByteSlice($0)) }) else { return ByteSlice("") }
    return text[0..<end]
  }
}

/// The reply codes of AMQP 0-9-1 in the texts of its clients: `Queue.declare: (404) NOT_FOUND - no queue`,
/// `ACCESS_REFUSED - Login was refused`.
enum AMQPReplies {
  static func code(in text: ByteSlice) -> ByteSlice {
    for (name, code) in replies {
      guard let place = text.firstIndex(of: name) else { continue }
      if text[(place + name.count)..<text.count].hasPrefix(ByteSlice(" - ")) { return code }
    }
    return ByteSlice("")
  }

  private static let replies: [(ByteSlice, ByteSlice)] = [
    (ByteSlice("CONTENT_TOO_LARGE"), ByteSlice("311")), (ByteSlice("NO_ROUTE"), ByteSlice("312")),
    (ByteSlice("NO_CONSUMERS"), ByteSlice("313")), (ByteSlice("CONNECTION_FORCED"), ByteSlice("320")),
    (ByteSlice("INVALID_PATH"), ByteSlice("402")), (ByteSlice("ACCESS_REFUSED"), ByteSlice("403")),
    (ByteSlice("NOT_FOUND"), ByteSlice("404")), (ByteSlice("RESOURCE_LOCKED"), ByteSlice("405")),
    (ByteSlice("PRECONDITION_FAILED"), ByteSlice("406")), (ByteSlice("FRAME_ERROR"), ByteSlice("501")),
    (ByteSlice("SYNTAX_ERROR"), ByteSlice("502")), (ByteSlice("COMMAND_INVALID"), ByteSlice("503")),
    (ByteSlice("CHANNEL_ERROR"), ByteSlice("504")), (ByteSlice("UNEXPECTED_FRAME"), ByteSlice("505")),
    (ByteSlice("RESOURCE_ERROR"), ByteSlice("506")), (ByteSlice("NOT_ALLOWED"), ByteSlice("530")),
    (ByteSlice("NOT_IMPLEMENTED"), ByteSlice("540")), (ByteSlice("INTERNAL_ERROR"), ByteSlice("541")),
  ]
}
