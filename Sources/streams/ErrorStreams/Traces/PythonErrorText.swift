internal import Bytes

/// The members that the name and the text of a Python exception give besides its message, as the Python recorder writes it: the
/// classes above it, and the code that clients of databases, brokers and other servers put into the text.
enum PythonErrorText {
  static func complete(_ error: inout ErrorTexts.Error) {
    error.above = PythonClasses.above(error.type)
    error.isCancelled = PythonClasses.isCancelled(error.type)
    guard error.code.isEmpty else { return }
    if readSystemCode(&error) { return }
    ClientErrorText.complete(&error)
    guard error.code.isEmpty, error.status.isEmpty else { return }
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

  /// The error that a program tells as Python writes its value, as Dask does: `Exception: "ConnectionError('gateway 3')"`.
  static func told(in text: ByteSlice) -> ErrorTexts.Error? {
    for line in text.lines where isTold(line) {
      var value = line[mark.count..<line.count].trimmed
      if value.count > 1, isQuote(value[0]), value[value.count - 1] == value[0] {
        value = value[1..<(value.count - 1)]
      }
      guard let open = value.firstIndex(of: UInt8(ascii: "(")), value.hasSuffix(ByteSlice(")")),
        var error = ErrorLine.error(value[0..<open])
      else { continue }
      let argument = value[(open + 1)..<(value.count - 1)]
      error.message = argument
      if !argument.isEmpty, isQuote(argument[0]) {
        error.message = argument[1..<(argument.lastIndex(of: argument[0], from: 1) ?? argument.count)]
      }
      complete(&error)
      return error
    }
    return nil
  }

  /// Whether a line tells an error so.
  static func isTold(_ line: ByteSlice) -> Bool {
    guard line.hasPrefix(mark), line.contains("(") else { return false }
    let line = line.trimmedAtEnd
    return line.hasSuffix(ByteSlice(")")) || line.hasSuffix(ByteSlice(")\""))
      || line.hasSuffix(ByteSlice(")'"))
  }

  private static let mark = ByteSlice("Exception: ")

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
  }

  /// `… [Errno 2] No such file or directory: 'shop.yaml'` in the first line of a log's message, behind other words.
  static func readToldSystemCode(_ error: inout ErrorTexts.Error) {
    guard error.code.isEmpty, error.status.isEmpty, case let line = error.message.firstLine,
      let place = line.firstIndex(of: ByteSlice("[Errno "))
    else { return }
    var told = ErrorTexts.Error(message: line[place..<line.count])
    guard readSystemCode(&told) else { return }
    (error.domain, error.code, error.platform) = (told.domain, told.code, told.platform)
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
    } else if package == "redis" || package == "valkey" {
      error.code = wordOfRedis(text, of: type)
    } else if package == "glide_shared" || package == "pymemcache" {
      error.code = leadingWord(text, ends: [" ", ": "])
    } else if package == "sqlite3" {
      error.code = SQLiteTexts.code(of: text)
    } else if package == "smtplib" || package == "aiosmtplib" {
      error.code = numberOfRecipients(text)
    } else if package == "cimpl" || package == "confluent_kafka" {
      error.code = leadingWord(behind(text, "KafkaError{code="), ends: [","])
    } else if package == "nats" {
      error.status = leadingNumber(behind(text, ": code="))
      error.code = leadingNumber(behind(text, " err_code="))
    } else if package == "oracledb" || package == "cx_Oracle" {
      error.code = leadingWord(text, ends: [": "])
    } else if package == "clickhouse_connect" || package == "clickhouse_driver" {
      error.code = leadingNumber(behind(text, "ode: "))
      error.status = leadingNumber(behind(text, "HTTP driver received HTTP status "))
    } else if package == "neo4j" {
      error.code = leadingWord(behind(text, "{neo4j_code: "), ends: ["}"], takesSmall: true)
    } else if package == "aiomqtt" {
      error.code = leadingNumber(behind(text, "[code:"))
    } else if ["pika", "aiormq", "aio_pika", "amqp", "kombu"].contains(where: { package == $0 }) {
      error.code = AMQPReplies.code(in: text)
    } else if package == "botocore" {
      // `An error occurred (ThrottlingException) when calling the PutItem operation: Rate exceeded`
      error.code = leadingWord(behind(text, "An error occurred ("), ends: [")"], takesSmall: true)
    } else {
      error.status = HTTPTexts.status(in: text, of: package)
    }
  }

  /// The members that a client's name and text tell of an error that a log has without a trace.
  static func told(_ type: ByteSlice, _ message: ByteSlice) -> ErrorTexts.Error? {
    var error = ErrorTexts.Error()
    error.type = type
    error.message = message
    complete(&error)
    return error.code.isEmpty && error.status.isEmpty ? nil : error
  }

  /// The packages whose errors wrap those of clients, and have their status.
  static func isWrapper(_ type: ByteSlice) -> Bool {
    guard let dot = type.firstIndex(of: UInt8(ascii: ".")) else { return false }
    let package = type[0..<dot]
    return package == "litellm" || package == "instructor" || package == "pydantic_ai" || package == "dspy"
      || package == "huggingface_hub" || package.hasPrefix(ByteSlice("langchain"))
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

  /// The word before the server's answer. redis-py takes the words that it knows off the text, and has classes for most.
  private static func wordOfRedis(_ text: ByteSlice, of type: ByteSlice) -> ByteSlice {
    let name = type.lastIndex(of: UInt8(ascii: ".")).map { type[($0 + 1)..<type.count] } ?? type
    for (known, word) in redisClasses where known == name { return word }
    for (start, word) in redisTexts where text.hasPrefix(start) { return word }
    guard name == "ResponseError" else { return ByteSlice("") }
    let answer = behind(text, " of pipeline caused error: ")
    let word = leadingWord(answer.isEmpty ? text : answer, ends: [" ", ": "])
    return word.isEmpty ? ByteSlice("ERR") : word
  }

  private static let redisClasses: [(ByteSlice, ByteSlice)] = [
    (ByteSlice("OutOfMemoryError"), ByteSlice("OOM")), (ByteSlice("ExecAbortError"), ByteSlice("EXECABORT")),
    (ByteSlice("BusyLoadingError"), ByteSlice("LOADING")),
    (ByteSlice("NoScriptError"), ByteSlice("NOSCRIPT")),
    (ByteSlice("ReadOnlyError"), ByteSlice("READONLY")),
    (ByteSlice("NoPermissionError"), ByteSlice("NOPERM")),
    (ByteSlice("AskError"), ByteSlice("ASK")), (ByteSlice("TryAgainError"), ByteSlice("TRYAGAIN")),
    (ByteSlice("MovedError"), ByteSlice("MOVED")), (ByteSlice("ClusterDownError"), ByteSlice("CLUSTERDOWN")),
    (ByteSlice("ClusterCrossSlotError"), ByteSlice("CROSSSLOT")),
    (ByteSlice("MasterDownError"), ByteSlice("MASTERDOWN")),
  ]

  private static let redisTexts: [(ByteSlice, ByteSlice)] = [
    (ByteSlice("invalid username-password pair"), ByteSlice("WRONGPASS")),
    (ByteSlice("Authentication required"), ByteSlice("NOAUTH")),
    (ByteSlice("HELLO must be called with"), ByteSlice("NOAUTH")),
  ]

  /// The number that a mail server answered each of the recipients with, if it is the same:
  /// `{'a@shop.example': (550, b'no')}`, `[SMTPRecipientRefused(550, 'no', 'a@shop.example')]`.
  private static func numberOfRecipients(_ text: ByteSlice) -> ByteSlice {
    guard !text.isEmpty, text[0] == UInt8(ascii: "{") || text[0] == UInt8(ascii: "[") else {
      return ByteSlice("")
    }
    var number = ByteSlice("")
    var index = 0
    while let open = text.firstIndex(of: UInt8(ascii: "("), from: index) {
      index = open + 1
      let next = leadingNumber(text[index..<text.count])
      guard next.count == 3, text[(index + 3)..<text.count].hasPrefix(ByteSlice(", ")) else { continue }
      guard number.isEmpty || number == next else { return ByteSlice("") }
      number = next
    }
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

/// SQLite's texts, which Python's module raises without their codes.
///
/// A text that stands for several extended codes has the code that they extend; that of UNIQUE is a primary key's, too.
/// Source: sqlite.org, “Result and Error Codes”; `sqlite3_errstr`.
enum SQLiteTexts {
  static func code(of text: ByteSlice) -> ByteSlice {
    for (start, code) in codes where text.hasPrefix(start) { return code }
    return ByteSlice("")
  }

  private static let codes: [(ByteSlice, ByteSlice)] = [
    (ByteSlice("no such "), ByteSlice("1")), (ByteSlice("near \""), ByteSlice("1")),
    (ByteSlice("database is locked"), ByteSlice("5")),
    (ByteSlice("database table is locked"), ByteSlice("6")),
    (ByteSlice("database schema is locked"), ByteSlice("6")),
    (ByteSlice("attempt to write a readonly database"), ByteSlice("8")),
    (ByteSlice("interrupted"), ByteSlice("9")), (ByteSlice("disk I/O error"), ByteSlice("10")),
    (ByteSlice("database disk image is malformed"), ByteSlice("11")),
    (ByteSlice("database or disk is full"), ByteSlice("13")),
    (ByteSlice("unable to open database file"), ByteSlice("14")),
    (ByteSlice("locking protocol"), ByteSlice("15")),
    (ByteSlice("database schema has changed"), ByteSlice("17")),
    (ByteSlice("string or blob too big"), ByteSlice("18")),
    (ByteSlice("UNIQUE constraint failed"), ByteSlice("19")),
    (ByteSlice("CHECK constraint failed"), ByteSlice("275")),
    (ByteSlice("FOREIGN KEY constraint failed"), ByteSlice("787")),
    (ByteSlice("NOT NULL constraint failed"), ByteSlice("1299")),
    (ByteSlice("cannot store "), ByteSlice("3091")), (ByteSlice("datatype mismatch"), ByteSlice("20")),
    (ByteSlice("not authorized"), ByteSlice("23")), (ByteSlice("file is not a database"), ByteSlice("26")),
  ]
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
