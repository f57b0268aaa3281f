internal import Bytes

/// Writes the failure that `systemctl status` tells of before its line `Active: failed (Result: …)`, as the journal has it:
/// `(status) UNIT: Failed with result 'exit-code'. (process=main code=7)`.
///
/// A unit's lines are together in one text: the last ones of a chunk wait for the next one.
///
/// The lines: `src/systemctl/systemctl-show.c` of systemd.
struct UnitStatus: ~Copyable {
  private var held = Chunk()
  private var addedBytes = 0
  /// A unit's lines that go on for longer are cut.
  private static let mostHeld = 1 << 16
  static let mark: StaticString = "(status) "
  private static let state = ByteNeedle(" Active: ")

  /// Nil for a format without lines of systemd.
  init?(of format: String) {
    guard format == "syslog-text" || format == "journal-text" else { return nil }
  }

  /// False if all of the text is held.
  mutating func complete(_ chunk: inout Chunk) -> Bool {
    if !held.bytes.isEmpty {
      held.append(chunk)
      swap(&held, &chunk)
      held.removeAll()
    }
    if chunk.numbers.isEmpty, !chunk.endsInsideLine, !chunk.precedesLongLine,
      let start = Self.lastUnit(in: chunk.bytes.slice)
    {
      held.position = chunk.position + start
      chunk.moveText(from: start, to: &held.bytes, &held.moved)
      if start == 0 {
        held.blankLines = chunk.blankLines
        return false
      }
    }
    add(to: &chunk)
    return true
  }

  mutating func end(into chunk: inout Chunk) -> Bool {
    guard !held.bytes.isEmpty else { return false }
    chunk.removeAll()
    swap(&held, &chunk)
    add(to: &chunk)
    return true
  }

  /// The beginning of the unit whose lines the text ends with.
  private static func lastUnit(in text: ByteSlice) -> Int? {
    var end = text.count
    while end > 0, text.count - end < mostHeld {
      let start = (text[0..<(end - 1)].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      let line = text[start..<end]
      if line[0] != UInt8(ascii: " ") { return name(inHeading: line) == nil ? nil : start }
      end = start
    }
    return nil
  }

  private mutating func add(to chunk: inout Chunk) {
    chunk.position += addedBytes
    let text = chunk.bytes.slice
    var completed = Buffer<UInt8>()
    var copied = 0
    var next = 0
    while let place = Self.state.place(in: text, from: next) {
      let start = (text[0..<place].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      next = text.firstIndex(of: UInt8(ascii: "\n"), from: place) ?? text.count
      guard let result = Self.result(of: text[start..<next].trimmed),
        let name = Self.name(of: start, in: text)
      else { continue }
      completed.append(text[copied..<start])
      completed.append("(status) ")
      completed.append(name)
      completed.append(": Failed with result '")
      completed.append(result)
      completed.append("'.")
      Self.appendEnd(of: text[min(next + 1, text.count)..<text.count], to: &completed)
      copied = start
    }
    guard copied > 0 || !completed.isEmpty else { return }
    completed.append(text[copied..<text.count])
    addedBytes += completed.count - text.count
    swap(&completed, &chunk.bytes)
  }

  /// `exit-code` of `Active: failed (Result: exit-code) since …`, also while the unit waits for its restart.
  private static func result(of line: ByteSlice) -> ByteSlice? {
    let isFailed =
      line.hasPrefix(ByteSlice("Active: failed ("))
      || line.hasPrefix(ByteSlice("Active: activating (auto-restart"))
    let key = ByteSlice("(Result: ")
    guard isFailed, let start = line.firstIndex(of: key).map({ $0 + key.count }),
      let end = line.firstIndex(of: UInt8(ascii: ")"), from: start)
    else { return nil }
    return line[start..<end]
  }

  /// The name of the unit in the heading before an indented line.
  private static func name(of line: Int, in text: ByteSlice) -> ByteSlice? {
    var end = line
    while end > 0, line - end < mostHeld {
      let start = (text[0..<(end - 1)].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      if text[start] != UInt8(ascii: " ") { return name(inHeading: text[start..<end]) }
      end = start
    }
    return nil
  }

  private static let dots: [StaticString] = ["× ", "● ", "○ ", "↻ ", "x ", "* "]

  /// `shop.service` of `× shop.service - Shop`.
  private static func name(inHeading line: ByteSlice) -> ByteSlice? {
    for dot in dots where line.hasPrefix(ByteSlice(dot)) {
      let rest = line[ByteSlice(dot).count..<line.count].trimmed
      let name = rest[0..<(rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.count)]
      return UnitFailures.kinds.contains { name.hasSuffix(ByteSlice($0)) } ? name : nil
    }
    return nil
  }

  // MARK: Processes

  /// Appends ` (process=main code=7 meaning=NOTRUNNING)` by the indented lines of the unit: the main process counts, or else the first
  /// one around it that failed.
  private static func appendEnd(of text: ByteSlice, to completed: inout Buffer<UInt8>) {
    var control: ByteSlice?
    var index = 0
    while index < text.count, text[index] == UInt8(ascii: " ") {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count
      let line = text[index..<end].trimmed
      index = end + 1
      guard let ended = Self.ended(line) else { continue }
      if line.hasPrefix(ByteSlice("Main PID: ")) { return append(ended, isMain: true, to: &completed) }
      if line.hasPrefix(ByteSlice("Process: ")), !line.contains(" ExecStart="), control == nil {
        control = ended
      }
    }
    if let control { append(control, isMain: false, to: &completed) }
  }

  private static func append(_ ended: ByteSlice, isMain: Bool, to completed: inout Buffer<UInt8>) {
    completed.append(" (")
    UnitFailures.end(ended, isMain: isMain).dropLast().withUnsafeBytes { completed.append(ByteSlice($0)) }
    completed.append(")")
  }

  /// `exited, status=7/NOTRUNNING` of `Main PID: 48 (code=exited, status=7/NOTRUNNING)`; nil for a good end and for a process that runs.
  private static func ended(_ line: ByteSlice) -> ByteSlice? {
    let key = ByteSlice(" (code=")
    guard line.hasSuffix(ByteSlice(")")), let start = line.lastIndex(of: UInt8(ascii: "(")),
      start > 0, line[(start - 1)..<line.count].hasPrefix(key)
    else { return nil }
    let ended = line[(start - 1 + key.count)..<(line.count - 1)]
    return ended == "exited, status=0/SUCCESS" || ended == "exited, status=0" ? nil : ended
  }
}
