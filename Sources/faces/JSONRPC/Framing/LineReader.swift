/// Takes the messages of the Model Context Protocol out of a stream of bytes: a line of JSON each.
package struct LineReader {
  /// A message, or the reason why there is none.
  package enum Line: Equatable {
    case message([UInt8])
    case fault(String)
  }

  /// The longest message in bytes: several times the largest recorded error.
  package static let longest = 8 << 20

  private var bytes: [UInt8] = []
  /// The bytes before it are used up.
  private var start = 0
  /// There is no end of a line in the bytes before it.
  private var searched = 0
  /// The rest of a line that is too long is still to come.
  private var skips = false

  package init() {}

  package mutating func append(_ more: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += more
  }

  /// The next message; nil if its line has not ended. Empty lines are skipped.
  package mutating func next() -> Line? {
    while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[start..<end]
      (start, searched) = (end + 1, end + 1)
      if skips {
        skips = false
      } else if line.count > Self.longest {
        return Self.tooLong
      } else if !Self.isBlank(line) {
        return .message(Array(line))
      }
    }
    searched = bytes.count
    guard bytes.count - start > Self.longest || skips else { return nil }
    bytes.removeAll()
    (start, searched) = (0, 0)
    if skips { return nil }
    skips = true
    return Self.tooLong
  }

  /// The message without an end of its line, at the end of the stream.
  package mutating func last() -> Line? {
    defer { start = bytes.count }
    let rest = bytes[start...]
    return skips || Self.isBlank(rest) ? nil : .message(Array(rest))
  }

  private static let tooLong = Line.fault(
    "A message is longer than \(longest) bytes. Send less in one message.")

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\t") }
  }
}
