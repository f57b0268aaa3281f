internal import Bytes

/// Detects the format of texts nested in other logs' records.
///
/// It belongs to one thread; a text is tried only with formats whose records may begin with its first byte.
final class EmbeddedTexts {
  private struct Candidate {
    let name: String
    let parser: any LineParser
    let makePlan: () -> FormatPlan
    /// Both are made for the first text that the format may read.
    private(set) var madePlan: FormatPlan?
    private var made: (any LineReader)?

    init(_ name: String, _ parser: any LineParser, _ makePlan: @escaping () -> FormatPlan) {
      self.name = name
      self.parser = parser
      self.makePlan = makePlan
    }

    var plan: FormatPlan {
      mutating get {
        if let madePlan { return madePlan }
        let plan = makePlan()
        madePlan = plan
        return plan
      }
    }

    var reader: any LineReader {
      mutating get {
        if let made { return made }
        let reader = parser.makeDetector()
        made = reader
        return reader
      }
    }
  }

  enum Status {
    case unrecognized
    /// The level is below that of errors.
    case below(MappingPlan)
    /// No level, and nothing that makes it an error.
    case silent(MappingPlan)
    case record(MappingPlan)
  }

  @exclusivity(unchecked) private var candidates: [Candidate]
  /// Indices in ``order`` by the first byte of a text; empty until a text may be a record, because most are sentences.
  @exclusivity(unchecked) private var starts: [Int] = []
  @exclusivity(unchecked) private var order: [Int] = []
  private let limits: Limits
  private let areBuiltIn: Bool
  /// Lines with a level, or with a failure, that no format is detected by, as in a stream: all patterns of `plain`.
  private lazy var byLevel = candidates.indices.first { candidates[$0].name == "plain" }.map { index in
    (plan: candidates[index].plan, reader: candidates[index].parser.makeReader())
  }
  @exclusivity(unchecked) private var mapper = Mapper()
  @exclusivity(unchecked) private(set) var document = Buffer<UInt8>(capacity: 1_024)

  init(_ table: FormatTable, _ limits: Limits) {
    self.limits = limits
    areBuiltIn = !table.hasOwn
    // Tables have no lines, and a trace is found by the mapping of the enclosing log.
    candidates = table.ofText.compactMap { format in
      format.isAround || format.lines is TableParser || format.lines.wholeRecords != nil
        ? nil : Candidate(format.name, format.lines, format.plan)
    }
  }

  /// The formats whose records may begin with a byte, by their places in ``order``.
  private func places(of first: UInt8) -> Range<Int> {
    if starts.isEmpty {
      starts.append(0)
      for byte in UInt8.min...UInt8.max {
        for index in candidates.indices where candidates[index].parser.mayBegin(with: byte) {
          order.append(index)
        }
        starts.append(order.count)
      }
    }
    return starts[Int(first)]..<starts[Int(first) + 1]
  }

  /// - Parameter hasLevel: whether the record around the text has a level.
  func read(_ text: ByteSlice, hasLevel: Bool) -> Status {
    guard !text.isEmpty, !areBuiltIn || Self.mayBegin(text) else { return .unrecognized }
    let end = text.firstIndex(of: UInt8(ascii: "\n"))
    let line = text[0..<(end ?? text.count)]
    for place in places(of: text[0]) {
      let index = order[place]
      if candidates[index].plan.isWithoutLevel {
        if hasLevel { continue }
        // What says nothing of a level gives way to one.
        if let status = statusByLevel(of: text, line, end) { return status }
      }
      if let status = status(of: text, line, end, candidates[index].plan, candidates[index].reader) {
        return status
      }
    }
    return statusByLevel(of: text, line, end) ?? .unrecognized
  }

  private func statusByLevel(of text: ByteSlice, _ line: ByteSlice, _ end: Int?) -> Status? {
    guard Self.hasMark(line), let byLevel else { return nil }
    return status(of: text, line, end, byLevel.plan, byLevel.reader)
  }

  /// The status of a text by a format; nil if it does not fit.
  @inline(__always)
  private func status(
    of text: ByteSlice, _ line: ByteSlice, _ end: Int?, _ format: FormatPlan, _ reader: any LineReader
  ) -> Status? {
    let plan = format.mapping
    document.removeAll()
    var outcome = reader.read(line, by: plan, to: &document)
    if outcome == .unrecognized { return nil }
    if let end {
      if outcome != .document {
        guard reader.appendDocument(of: line, to: &document) else { return nil }
        outcome = .document
      }
      document.appendMore(text[(end + 1)..<text.count], after: line)
    }
    switch outcome {
    case .unrecognized: return nil
    case .notAnError: return .below(plan)
    case .silent: return .silent(plan)
    case .document:
      if plan.isDecidedByFields { return .record(plan) }
      guard isMarked(plan) else { return nil }
      switch mapper.status(plan) {
      case .possible: return .record(plan)
      case .below: return .below(plan)
      case .silent: return .silent(plan)
      }
    }
  }

  private static func hasMark(_ line: ByteSlice) -> Bool { LevelMark.isIn(line) && !LevelMark.isEdge(line) }

  /// Most sentences begin with a word in letters, one of them lower-case, and a blank or the end; a record of a
  /// built-in format does only if a digit follows (`http 2026-11-21T…`), if it is Django's, or if it ends with an error of the
  /// system.
  static func mayBegin(_ text: ByteSlice) -> Bool {
    var hasSmall = false
    for index in 0..<text.count {
      let byte = text[index]
      let letter = byte | 0x20
      guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else {
        if !hasSmall || byte != UInt8(ascii: " ") { return true }
        return index + 1 < text.count && text[index + 1].isDigit || isKnownSentence(text)
          || OSErrorText.ending(of: text.firstLine) != nil
      }
      hasSmall = hasSmall || byte == letter
    }
    return !hasSmall
  }

  /// Django's line of a failed request, or a failure of the system, BIND, sshd or BorgBackup.
  private static func isKnownSentence(_ text: ByteSlice) -> Bool {
    let index = Int(text[0]) - 0x41
    guard index >= 0, index < sentences.count else { return false }
    for beginning in sentences[index] where text.hasPrefix(beginning) { return true }
    // Few sentences begin so; fewer go on so.
    return text[0] == UInt8(ascii: "U") && text.hasPrefix(ByteSlice("User "))
      && text.contains(" not allowed because ")
  }

  /// The beginnings of sentences by their first byte, from `A` on.
  private static let sentences: [[ByteSlice]] = {
    var sentences = Array(repeating: [ByteSlice](), count: 0x7B - 0x41)
    let all: [StaticString] = [
      "Internal Server Error: /", "Forbidden (", "Out of memory: ", "Memory cgroup out of memory: ",
      "Dependency failed for ", "Failed to ", "Reload failed for ", "Timed out ", "Buffer I/O error",
      "Kernel panic", "general protection fault", "critical ", "terminate called ",
      // BIND.
      "client @", "connection refused resolving ", "zone ", "host unreachable resolving ",
      "network unreachable resolving ", "timed out resolving ", "transfer of '", "loading configuration: ",
      "exiting (due to fatal error)", "creating IPv", "unable to listen on any ",
      "could not listen on ", "could not configure root hints ",
      // OpenSSH.
      "Unable to load host key", "Unable to negotiate with ", "Failed password for ", "Failed publickey for ",
      "Failed hostbased for ",
      "Failed keyboard-interactive/pam for ", "Authentication refused: ",
      "Timeout before authentication for ",
      "Disconnecting authenticating user ", "Disconnecting invalid user ", "drop connection #",
      "Cannot bind any address",
      "maximum authentication attempts exceeded ", "subsystem request for ",
      // BorgBackup.
      "Repository ", "There is already something at ", "passphrase supplied in ", "passcommand supplied in ",
      "Inconsistency detected. ", "Connection closed by remote host. Is borg", "Finished ", "Archive ",
      "The parent path of the repo directory ", "The storage quota (", "Data integrity error: ",
      "exceeded the maximum password retries", "Cache is newer than repository",
      "No key file for repository ",
      "No key entry found in the config of repository ", "Invalid key file for repository ",
      "Mismatch between repository ", "Insufficient free space to complete transaction",
      "Object with key ",
      // C.
      "Assertion failed: ",
    ]
    for sentence in all { sentences[Int(sentence.utf8Start[0]) - 0x41].append(ByteSlice(sentence)) }
    return sentences
  }()

  func isBeginning(_ line: ByteSlice) -> Bool {
    guard !line.isEmpty, !areBuiltIn || Self.mayBegin(line) else { return false }
    for place in places(of: line[0]) {
      let index = order[place]
      let plan = candidates[index].plan.mapping
      if plan.isDecidedByFields {
        if candidates[index].reader.isBeginning(line) { return true }
        continue
      }
      document.removeAll()
      if candidates[index].reader.appendDocument(of: line, to: &document), isMarked(plan) {
        return true
      }
    }
    return Self.hasMark(line) && byLevel?.reader.isBeginning(line) == true
  }

  func makeDocument(of line: ByteSlice, _ plan: MappingPlan) -> Bool {
    guard document.isEmpty else { return true }
    guard let index = candidates.firstIndex(where: { $0.madePlan?.mapping === plan }) else { return false }
    if candidates[index].reader.appendDocument(of: line, to: &document) { return true }
    guard let byLevel, byLevel.plan.mapping === plan else { return false }
    return byLevel.reader.appendDocument(of: line, to: &document)
  }

  private func isMarked(_ plan: MappingPlan) -> Bool {
    guard mapper.scan(document.slice, limits) else { return false }
    mapper.find(plan)
    return mapper.isMarked(plan)
  }
}

extension Buffer where Element == UInt8 {
  /// Adds a record's continuation lines to the last document, with what belongs to the trace of the first
  /// line: the heading of a traceback, as from Python's `logging.error(traceback.format_exc())`, or an exception.
  mutating func appendMore(_ more: ByteSlice, after first: ByteSlice) {
    let key = ByteSlice(",\"more\":\"")
    if slice.hasSuffix(ByteSlice("\"}\n")), slice.firstIndex(of: key) != nil {
      // Its first line had some of them.
      removeLast(3)
      append("\\n")
    } else {
      removeLast(2)
      append(key)
    }
    let heading = ByteSlice("Traceback (most recent call last):")
    if first.trimmedAtEnd.hasSuffix(heading) {
      append(heading)
      append("\\n")
    }
    let exception =
      TraceLines.isFrame(more.firstLine)
      ? TraceLines.exception(atEndOf: first)
      : UncaughtException.heading(atEndOf: first, before: more) ?? PHPTrace.first(in: first, before: more)
    if !exception.isEmpty {
      JSONText.append(escaped: exception, to: &self)
      append("\\n")
    }
    if more.firstIndex(of: TerminalCodes.escape) == nil {
      JSONText.append(escaped: more, to: &self)
    } else {
      var plain = Buffer<UInt8>(capacity: more.count)
      TerminalCodes.appendPlain(more, to: &plain)
      JSONText.append(escaped: plain.slice, to: &self)
    }
    append("\"}\n")
  }
}
