internal import Bytes
package import Source

/// Takes the frames of the Language Server Protocol out of a stream of bytes: a header with `Content-Length`, an empty
/// line, and so many bytes of JSON.
package struct FrameReader {
  /// A frame, or the reason why there is none.
  package enum Frame: Equatable {
    case message([UInt8])
    case fault(String)
  }

  /// The largest message in bytes. A rule file has at most 4 MiB, and JSON escapes may make six bytes of one.
  package static let longest = 64 << 20
  private static let longestHeader = 4_096

  private var bytes: [UInt8] = []
  /// The bytes before it are used up.
  private var start = 0
  /// Bytes of a message that is too long, still to come.
  private var skipped = 0

  package init() {}

  /// Whether bytes of an unfinished frame are left.
  package var isInFrame: Bool { start < bytes.count || skipped > 0 }

  package mutating func append(_ more: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    let dropped = min(skipped, more.count)
    skipped -= dropped
    bytes += more.dropFirst(dropped)
  }

  /// The next frame; nil if it has not arrived as a whole.
  package mutating func next() -> Frame? {
    guard let end = headerEnd() else {
      guard bytes.count - start > Self.longestHeader else { return nil }
      start = bytes.count
      return .fault(
        "The header of a message is longer than \(Self.longestHeader) bytes. Begin each message with Content-Length."
      )
    }
    guard let length = Self.length(in: bytes[start..<end.fields]) else {
      start = end.body
      return .fault(
        "A message has no valid Content-Length. Begin each one with “Content-Length: ” and its length in bytes."
      )
    }
    guard length <= Self.longest else {
      let rest = bytes.count - end.body
      start = min(bytes.count, end.body + min(length, rest))
      skipped = length - min(length, rest)
      return .fault("A message of \(length) bytes is too long. The limit is \(Self.longest) bytes.")
    }
    guard bytes.count - end.body >= length else { return nil }
    start = end.body + length
    return .message(Array(bytes[end.body..<start]))
  }

  /// The end of the header's fields, and the beginning of the body.
  private func headerEnd() -> (fields: Int, body: Int)? {
    var index = start
    let limit = min(bytes.count, start + Self.longestHeader)
    while index + 3 < limit {
      if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D, bytes[index + 3] == 0x0A {
        return (index, index + 4)
      }
      index += 1
    }
    return nil
  }

  /// Nil unless exactly one field gives it, in digits alone.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    let fields = String(decoding: header, as: UTF8.self).split(separator: "\r\n")
    let lengths = fields.compactMap { field -> Substring? in
      guard let colon = field.firstIndex(of: ":") else { return nil }
      return field[..<colon].lowercased() == "content-length" ? field[field.index(after: colon)...] : nil
    }
    guard lengths.count == 1 else { return nil }
    let digits = lengths[0].drop { $0 == " " }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(digits)
  }

  /// The frame of a message.
  package static func frame(_ message: Node) -> [UInt8] {
    let text = JSONWriter.line(message)
    return Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
  }
}
