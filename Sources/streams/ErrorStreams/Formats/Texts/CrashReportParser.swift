package import Bytes

/// Apple's crash reports as text, which KSCrash and others write too: lines `Key: value`, then threads and images.
package struct CrashReportParser: LineParser, LineReader {
  package init() {}

  package var summary: String { "`Incident Identifier: …` or `Process: NAME [PID]`, then the report" }

  package var wholeRecords: TextMapping.Continuation? { .all }

  package func isBeginning(_ line: ByteSlice) -> Bool { Self.isIncident(line) || Self.isProcess(line) }

  /// A report that begins with its incident has its process in a later line, so only the second one begins another.
  package func ends(after first: ByteSlice) -> any LineReader {
    Self.isIncident(first) ? EndsOfIncident() : self
  }

  package var endsOfAny: any LineReader { Incidents() }

  private struct Incidents: LineReader {
    func isBeginning(_ line: ByteSlice) -> Bool { CrashReportParser.isIncident(line) }

    func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
  }

  /// A reader for the lines of one report, in their order.
  private final class EndsOfIncident: LineReader {
    private var hasProcess = false

    func isBeginning(_ line: ByteSlice) -> Bool {
      if CrashReportParser.isIncident(line) { return true }
      guard CrashReportParser.isProcess(line) else { return false }
      defer { hasProcess = true }
      return hasProcess
    }

    func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
  }

  private static func isIncident(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("Incident Identifier:"))
  }

  private static func isProcess(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("Process:")) && line.trimmed.hasSuffix(ByteSlice("]"))
  }

  package func appendDocument(of report: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    guard isBeginning(report.firstLine) else { return false }
    CrashReportText(report).append(to: &text)
    return true
  }
}

private struct CrashReportText {
  private let report: ByteSlice
  /// The lines before the threads.
  private let head: ByteSlice
  private let images: ByteSlice
  private let process: ByteSlice
  private let program: ByteSlice

  init(_ report: ByteSlice) {
    self.report = report
    head = report[0..<(report.firstIndex(of: ByteSlice("\nThread ")) ?? report.count)]
    images = Self.section("\nBinary Images:", of: report) ?? ByteSlice("")
    let name = Self.value("Process:", of: head)
    process = name[0..<(name.lastIndex(of: UInt8(ascii: "[")) ?? name.count)].trimmed
    program = Self.value("Path:", of: head)
  }

  func append(to text: inout Buffer<UInt8>) {
    var document = CrashDocument()
    document.append("time", value("Date/Time:"))
    document.append("incident", value("Incident Identifier:"))
    appendError(to: &document)
    appendOrigin(to: &document)
    document.append("codes", value("Exception Codes:"))
    document.append("subtype", value("Exception Subtype:"))
    document.append("process", process)
    document.append("bundle", value("Identifier:"))
    document.append("version", value("Version:"))
    document.append("os", value("OS Version:"))
    document.append("model", value("Hardware Model:"))
    document.append("arch", value("Code Type:"))
    document.end(to: &text)
  }

  /// `EXC_CRASH (SIGABRT)`; the exception if its name is known.
  private func appendError(to document: inout CrashDocument) {
    var kind = value("Exception Type:")
    var signal = ByteSlice("")
    if let open = kind.firstIndex(of: ByteSlice(" (")), kind.hasSuffix(ByteSlice(")")) {
      signal = kind[(open + 2)..<(kind.count - 1)]
      kind = kind[0..<open].trimmed
    }
    let said = said
    let exception = UncaughtException.read(said)
    document.append("type", exception?.type ?? kind)
    if exception != nil { document.append("exception", kind) }
    document.append("signal", signal)
    let reason = TerminationReason(value("Termination Reason:"))
    document.append(
      message: [
        exception?.message ?? (said == "abort() called" ? ByteSlice("") : SwiftFatalError.message(of: said)),
        value("Termination Description:"), value("Exception Message:"), value("Exception Subtype:"),
        reason.indicator, said, codesInWords,
      ]
    )
    document.append(reason)
  }

  /// `KERN_INVALID_ADDRESS at 0x10`, in older reports.
  private var codesInWords: ByteSlice {
    let codes = value("Exception Codes:")
    return codes.isEmpty || codes[0].isDigit ? ByteSlice("") : codes
  }

  /// The message of the process, without the loader's word before it.
  private var said: ByteSlice {
    let said = paragraph("\nApplication Specific Information:")
    let loader = ByteSlice("dyld3 mode\n")
    return said.hasPrefix(loader) ? said[loader.count..<said.count] : said
  }

  /// The first frame outside of the system: where the exception was thrown, or else of the crashed thread.
  private func appendOrigin(to document: inout CrashDocument) {
    let thrown =
      Self.section("\nLast Exception Backtrace:", of: report)
      ?? Self.section("\nApplication Specific Backtrace ", of: report)
    let thread = crashedThread
    let queue = ByteSlice("Dispatch queue: ")
    if let place = thread.name.firstIndex(of: queue) {
      document.append("thread", thread.name[0..<place].trimmed)
      document.append("queue", thread.name[(place + queue.count)..<thread.name.count].trimmed)
    } else {
      document.append("thread", thread.name)
    }
    guard let frame = thrown.flatMap({ ownFrame(of: $0) }) ?? ownFrame(of: thread.frames) else {
      document.append("origin", process)
      return
    }
    document.append(origin: frame.symbol, image: frame.image, offset: frame.offset)
  }

  /// The thread with the name, in its heading (`Thread 0 Crashed:: NAME`) or in the line before (`Thread 0 name:
  /// NAME`).
  private var crashedThread: (name: ByteSlice, frames: ByteSlice) {
    let heading = ByteSlice("\nThread ")
    var from = 0
    var name = ByteSlice("")
    while let place = report.firstIndex(of: heading, from: from) {
      let line = report[(place + 1)..<report.count].firstLine
      from = place + heading.count
      if let named = line.firstIndex(of: ByteSlice(" name:")) {
        name = line[(named + 6)..<line.count].trimmed
        continue
      }
      let crashed = ByteSlice(" Crashed:")
      guard let mark = line.firstIndex(of: crashed) else {
        name = ByteSlice("")
        continue
      }
      let rest = line[min(mark + crashed.count + 1, line.count)..<line.count].trimmed
      let feed = report.firstIndex(of: UInt8(ascii: "\n"), from: from) ?? report.count
      return (rest.isEmpty ? name : rest, report[feed..<report.count])
    }
    return (ByteSlice(""), ByteSlice(""))
  }

  private struct Frame {
    var image: ByteSlice
    var symbol = ByteSlice("")
    var offset: Int64?
  }

  /// - Parameter frames: a line each, up to a line without a number.
  private func ownFrame(of frames: ByteSlice) -> Frame? {
    for (index, whole) in frames.lines.enumerated() {
      let line = whole.trimmedAtEnd
      if index == 0, line.isEmpty { continue }
      guard !line.isEmpty, line[0].isDigit else { return nil }
      if let frame = Self.frame(line), isOwn(frame.image) { return frame }
    }
    return nil
  }

  /// `5   Shop   0x0000f6d9 -[Cart total] + 101 (Cart.m:12)`, `5 Shop 0x0000f6d9 0x8000 + 30425`, and the latter with
  /// a symbol: `… + 30425 (-[Cart total] + 101)`.
  private static func frame(_ line: ByteSlice) -> Frame? {
    var start = 0
    while start < line.count, line[start] > 0x20 { start += 1 }
    var address = start
    while let found = line.firstIndex(of: ByteSlice("0x"), from: address) {
      address = found
      if line[found - 1] <= 0x20 { break }
      address = found + 2
    }
    guard address < line.count, address > start else { return nil }
    var frame = Frame(image: line[start..<address].trimmed)
    guard let space = line.firstIndex(of: UInt8(ascii: " "), from: address) else { return frame }
    let rest = line[space..<line.count].trimmed
    let plus = ByteSlice(" + ")
    guard rest.hasPrefix(ByteSlice("0x")), let sign = rest.firstIndex(of: plus) else {
      frame.symbol = withoutOffset(rest)
      return frame
    }
    let offset = rest[(sign + plus.count)..<rest.count]
    guard let open = offset.firstIndex(of: ByteSlice(" (")) else {
      frame.offset = offset.wholeNumber
      return frame
    }
    frame.offset = offset[0..<open].wholeNumber
    let symbol = offset[(open + 2)..<offset.count]
    frame.symbol = withoutOffset(symbol.hasSuffix(ByteSlice(")")) ? symbol[0..<(symbol.count - 1)] : symbol)
    return frame
  }

  /// Up to the last plus.
  private static func withoutOffset(_ symbol: ByteSlice) -> ByteSlice {
    var end = symbol.count
    var from = 0
    while let place = symbol.firstIndex(of: ByteSlice(" + "), from: from) {
      end = place
      from = place + 1
    }
    return symbol[0..<end]
  }

  /// Whether an image is the app's, by its path in the list of images: `0x10000 - 0x1ffff Shop arm64 <UUID>
  /// /path/Shop.app/Shop`.
  private func isOwn(_ image: ByteSlice) -> Bool {
    for whole in images.lines {
      let line = whole.trimmed
      guard let dash = line.firstIndex(of: ByteSlice("- ")), let path = line.firstIndex(of: ByteSlice(" /")),
        path > dash + 2
      else { continue }
      var name = line[(dash + 2)..<path].trimmed
      name =
        name[min((name.firstIndex(of: UInt8(ascii: " ")) ?? name.count) + 1, name.count)..<name.count].trimmed
      if name.hasPrefix(ByteSlice("+")) { name = name[1..<name.count] }
      guard name.hasPrefix(image), image.count == name.count || name[image.count] == UInt8(ascii: " ") else {
        continue
      }
      let file = line[(path + 1)..<line.count]
      return file == program || !SystemImage.has(path: file)
    }
    return image == process
  }

  private func value(_ key: StaticString) -> ByteSlice { Self.value(key, of: head) }

  /// The value of the first line that begins with a key.
  private static func value(_ key: StaticString, of head: ByteSlice) -> ByteSlice {
    let key = ByteSlice(key)
    let line = head.lines.first { $0.hasPrefix(key) }
    return line.map { $0[key.count..<$0.count].trimmed } ?? ByteSlice("")
  }

  /// The text behind the heading's line.
  private static func section(_ heading: StaticString, of report: ByteSlice) -> ByteSlice? {
    guard let place = report.firstIndex(of: ByteSlice(heading)) else { return nil }
    let feed = report.firstIndex(of: UInt8(ascii: "\n"), from: place + 1) ?? report.count
    return report[min(feed + 1, report.count)..<report.count]
  }

  /// The lines up to a blank one.
  private func paragraph(_ heading: StaticString) -> ByteSlice {
    guard let text = Self.section(heading, of: report) else { return ByteSlice("") }
    let rest = text.trimmed
    return rest[0..<(rest.firstIndex(of: ByteSlice("\n\n")) ?? rest.count)].trimmed
  }
}
