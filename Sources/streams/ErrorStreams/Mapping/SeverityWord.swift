internal import Bytes
internal import Records

enum SeverityWord {
  /// A word in any case, of Apple's log, Google Cloud, glog, Java, Kubernetes, log15, OpenTelemetry, Python,
  /// Sentry, Serilog, swift-log and syslog; OpenTelemetry's `ERROR2` and slog's `ERROR+4` count as `ERROR`.
  static func severity(_ word: ByteSlice) -> Severity? {
    guard let packed = PackedWord(word) ?? PackedWord(withoutNumber(withoutEnumeration(word))) else {
      return nil
    }
    for (name, severity) in words where name == packed { return severity }
    return nil
  }

  /// OpenTelemetry's `SEVERITY_NUMBER_ERROR2`, as printers of Protocol Buffers write it.
  private static func withoutEnumeration(_ word: ByteSlice) -> ByteSlice {
    let prefix: StaticString = "SEVERITY_NUMBER_"
    return word.hasPrefix(ByteSlice(prefix)) ? word[prefix.utf8CodeUnitCount..<word.count] : word
  }

  private static func withoutNumber(_ word: ByteSlice) -> ByteSlice {
    var word = word
    if let sign = word.firstIndex(of: UInt8(ascii: "+")) ?? word.firstIndex(of: UInt8(ascii: "-")), sign > 0,
      word[(sign + 1)..<word.count].wholeNumber != nil
    {
      word = word[0..<sign]
    }
    if word.count > 4, let last = Optional(word[word.count - 1]), last >= UInt8(ascii: "2"),
      last <= UInt8(ascii: "4")
    {
      word = word[0..<(word.count - 1)]
    }
    return word
  }

  private static let words = named.compactMap { name, severity in
    PackedWord(ByteSlice(name)).map { ($0, severity) }
  }

  private static let named: [(StaticString, Severity)] = [
    ("error", .error), ("info", .info), ("warn", .warning), ("warning", .warning), ("debug", .debug),
    ("fatal", .fatal), ("critical", .critical), ("notice", .notice), ("trace", .trace), ("err", .error),
    ("crit", .critical), ("alert", .critical), ("emerg", .fatal), ("emergency", .fatal), ("panic", .fatal),
    ("fault", .fatal), ("severe", .error), ("failure", .error), ("fail", .error), ("exception", .error),
    ("dpanic", .critical), ("default", .info), ("information", .info), ("informational", .info),
    ("log", .info),
    ("normal", .info), ("config", .debug), ("fine", .debug), ("verbose", .trace), ("finer", .trace),
    ("finest", .trace), ("success", .info), ("eror", .error), ("dbug", .debug), ("trce", .trace),
    ("inf", .info), ("wrn", .warning), ("dbg", .debug), ("ftl", .fatal), ("vrb", .trace),
    // Erlang's, cut to four letters: RabbitMQ.
    ("erro", .error), ("noti", .notice), ("debg", .debug), ("aler", .critical), ("emer", .fatal),
    // Python's, cut to five: Pyramid, devpi, Alembic.
    ("warni", .warning), ("criti", .critical),
    ("e", .error), ("w", .warning), ("i", .info), ("d", .debug),
    ("f", .fatal), ("t", .trace), ("v", .trace),
  ]

  /// RFC 5424 section 6.2.1.
  static func syslog(_ number: Int64) -> Severity? {
    switch number {
    case 0: .fatal
    case 1, 2: .critical
    case 3: .error
    case 4: .warning
    case 5: .notice
    case 6: .info
    case 7: .debug
    default: nil
    }
  }

  /// A level between two is the lower one.
  static func bunyan(_ number: Int64) -> Severity? {
    switch number {
    case 1..<20: .trace
    case 20..<30: .debug
    case 30..<40: .info
    case 40..<50: .warning
    case 50..<60: .error
    case 60...100: .fatal
    default: nil
    }
  }

  /// The severity of a level of an unknown logger: tens from 10 to 60 as in Bunyan and pino, others as in
  /// OpenTelemetry.
  static func level(_ number: Int64) -> Severity? {
    number % 10 == 0 || number > 24 ? bunyan(number) : Severity(number: number)
  }

  /// RFC 9110 section 15.
  static func http(_ number: Int64) -> Severity? {
    switch number {
    case 100..<400: .info
    case 400..<500: .warning
    case 500..<600: .error
    default: nil
    }
  }

  /// A level between two is the lower one.
  static func python(_ number: Int64) -> Severity? {
    switch number {
    case 1..<10: .trace
    case 10..<20: .debug
    case 20..<30: .info
    case 30..<40: .warning
    case 40..<50: .error
    case 50...100: .critical
    default: nil
    }
  }
}

/// Up to 16 lower-case letters, for a single comparison.
private struct PackedWord: BitwiseCopyable, Equatable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0

  /// Nil if it is too long, or contains anything but letters.
  init?(_ word: ByteSlice) {
    guard word.count <= 16 else { return nil }
    for index in 0..<word.count {
      let letter = word[index] | 0x20
      guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else { return nil }
      if index < 8 {
        first = first << 8 | UInt64(letter)
      } else {
        second = second << 8 | UInt64(letter)
      }
    }
  }
}
