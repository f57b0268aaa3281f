internal import Bytes

/// A line that begins as the one before does, to the number of Erlang's process: one message of several lines. Or a line of
/// LXC's about the failure of the one before.
enum RepeatedPrefix {
  /// `2026-11-27 23:07:20.860642+00:00 [error] <0.679.0> `
  ///
  /// - Parameter record: the lines of the record; nil if the first one need not begin one.
  @inline(__always)
  static func isRepeated(_ line: ByteSlice, of first: ByteSlice, in record: ByteSlice? = nil) -> Bool {
    if !first.isEmpty, first[0] == UInt8(ascii: "l"), first.hasPrefix(LXCFailure.mark) {
      return LXCFailure.goesOn(line, after: record?.lastLine ?? first, from: record == nil ? nil : first)
    }
    guard let open = first[0..<min(first.count, 64)].firstIndex(of: UInt8(ascii: "<")) else { return false }
    return isRepeated(line, of: first, open)
  }

  private static func isRepeated(_ line: ByteSlice, of first: ByteSlice, _ open: Int) -> Bool {
    var index = open + 1
    for part in 0..<3 {
      let digits = index
      while index < first.count, first[index].isDigit { index += 1 }
      guard index > digits, index < first.count,
        first[index] == (part < 2 ? UInt8(ascii: ".") : UInt8(ascii: ">"))
      else { return false }
      index += 1
    }
    // Without parts of a second, lines of the same time need not be one message.
    let prefix = first[0..<index]
    return line.hasPrefix(prefix) && hasParts(prefix[0..<open])
  }

  private static func hasParts(_ time: ByteSlice) -> Bool {
    guard let point = time.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return point > 0 && point + 6 < time.count && (1...6).allSatisfy { time[point + $0].isDigit }
  }
}
