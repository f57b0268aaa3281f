internal import Bytes

/// A request and its status in a log's message, as Tornado and Jupyter write it: `404 GET /pay?order=7 (10.0.0.7) 1.23ms`,
/// `503 GET /pay (10.0.0.7): no gateway`.
struct RequestText {
  let status: ByteSlice
  /// `GET /pay?order=7`
  let request: ByteSlice

  /// Nil for any other message, and for a status that is not one of an error.
  init?(_ text: ByteSlice) {
    guard text.count > 12, text[0] == UInt8(ascii: "4") || text[0] == UInt8(ascii: "5"), text[1].isDigit,
      text[2].isDigit, text[3] == UInt8(ascii: " ")
    else { return nil }
    var end = 4
    while end < text.count, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(text[end]) { end += 1 }
    guard end > 6, text[end..<text.count].hasPrefix(ByteSlice(" /")) else { return nil }
    end += 1
    while end < text.count, text[end] > 0x20 { end += 1 }
    guard text[end..<text.count].hasPrefix(ByteSlice(" (")) else { return nil }
    (status, request) = (text[0..<3], text[4..<end])
  }
}
