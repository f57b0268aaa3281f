internal import Bytes
internal import Records

/// The times of a journal's lines, of which only differences matter: for how long a unit ran before it failed.
///
/// The journal's styles: journalctl(1), `--output`.
struct UnitClock: ~Copyable {
  private let format: String
  private var times = PartialTimes()
  private var written = Buffer<UInt8>()
  /// The time of the last record, for one that begins in an earlier chunk.
  private var last: Int64?

  init(of format: String) {
    self.format = format
    // A leap year has every day.
    times.years = YearWindow(from: MonthAndHour(month: 1, day: 1, hour: 0), of: 2000)
  }

  /// The time in microseconds of a line in a text; nil if it can't be read.
  mutating func time(ofLine line: Range<Int>, in text: ByteSlice) -> Int64? {
    switch format {
    case "journald":
      let line = text[line]
      let key = ByteSlice("\"__REALTIME_TIMESTAMP\":\"")
      guard let start = line.firstIndex(of: key).map({ $0 + key.count }),
        let end = line.firstIndex(of: UInt8(ascii: "\""), from: start)
      else { return nil }
      return line[start..<end].wholeNumber
    case "journal": return timeOfRecord(before: line.lowerBound, in: text) ?? last
    default: return time(ofPrefixOf: text[line])
    }
  }

  /// Notes the time of the last record of a chunk, of which more may follow.
  mutating func end(of text: ByteSlice) {
    if format == "journal" { last = timeOfRecord(before: text.count, in: text) ?? last }
  }

  /// The time of a record in the styles `verbose` and `export`, which is in a line before its message.
  private mutating func timeOfRecord(before end: Int, in text: ByteSlice) -> Int64? {
    var end = end
    while end > 0 {
      let start = (text[0..<(end - 1)].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      let line = text[start..<end]
      end = start
      let key = ByteSlice("__REALTIME_TIMESTAMP=")
      if line.hasPrefix(key) { return line[key.count..<line.count].trimmed.wholeNumber }
      if let cursor = line.firstIndex(of: ByteSlice(" [s=")) { return time(of: line[0..<cursor]) }
    }
    return nil
  }

  /// The time before the host and the identifier: `Nov 27 23:46:05 vm systemd[1]: `, and after the priority of syslog's lines.
  private mutating func time(ofPrefixOf line: ByteSlice) -> Int64? {
    var prefix = line
    if line.hasPrefix(ByteSlice("<")), let close = line.firstIndex(of: UInt8(ascii: ">")) {
      prefix = line[(close + 1)..<line.count]
      if prefix.hasPrefix(ByteSlice("1 ")) {
        prefix = prefix[2..<prefix.count]
        return prefix.firstIndex(of: UInt8(ascii: " ")).flatMap { time(of: prefix[0..<$0]) }
      }
    }
    guard let colon = prefix.firstIndex(of: ByteSlice(": ")),
      let identifier = prefix[0..<colon].lastIndex(of: UInt8(ascii: " ")),
      let host = prefix[0..<identifier].lastIndex(of: UInt8(ascii: " "))
    else { return nil }
    return time(of: prefix[0..<host])
  }

  /// A date and time, or seconds, in brackets or not.
  private mutating func time(of text: ByteSlice) -> Int64? {
    var text = text.trimmed
    if text.hasPrefix(ByteSlice("[")), text.hasSuffix(ByteSlice("]")) {
      text = text[1..<(text.count - 1)].trimmed
    }
    if !text.isEmpty, text[0].isDigit, text.firstIndex(of: UInt8(ascii: ":")) == nil {
      return Double(String(text)).flatMap { $0 < 9e12 ? Int64(($0 * 1e6).rounded()) : nil }
    }
    written.removeAll()
    guard TimeText.append(text, &times, to: &written) else { return nil }
    return Timestamp(written.slice(1..<(written.count - 1)))?.microseconds
  }
}

extension ByteSlice {
  /// The second of the day at the first time in a line, such as `23:46:06`.
  var secondOfDay: Int? {
    var from = 2
    while let colon = firstIndex(of: UInt8(ascii: ":"), from: from) {
      from = colon + 1
      guard colon >= 2, colon + 6 <= count, self[colon + 3] == UInt8(ascii: ":"),
        let hour = self[(colon - 2)..<colon].wholeNumber,
        let minute = self[(colon + 1)..<(colon + 3)].wholeNumber,
        let second = self[(colon + 4)..<(colon + 6)].wholeNumber
      else { continue }
      return Int(hour * 3_600 + minute * 60 + second)
    }
    return nil
  }
}
