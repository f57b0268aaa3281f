internal import Bytes

extension ByteSlice {
  /// The end of an absolute path of two parts or more that begins here; nil if none does, or if a request's method stands
  /// before it: that is a route.
  ///
  /// - Parameter first: the place from which the text may tell.
  func endOfPath(from start: Int, _ first: Int) -> Int? {
    guard self[start] == slash, start == first || !isBeforePath(self[start - 1]), !isBehindMethod(start)
    else {
      return nil
    }
    var (index, end, slashes) = (start, start, 0)
    while index < count {
      let byte = self[index]
      index += 1
      if byte == slash { slashes += 1 }
      if byte == slash || byte.isWordByte || byte == UInt8(ascii: "_") {
        end = index
      } else if !Self.joins(byte) {
        break
      }
    }
    // A message that is a path, or a path with a query, is the route of a request.
    let isRoute = start == 0 && (end == count || self[end] == UInt8(ascii: "?"))
    return slashes > 1 && end > start + 3 && !isRoute ? end : nil
  }

  private var slash: UInt8 { UInt8(ascii: "/") }

  /// Whether a slash behind it begins no path, as in a URL or in `km/h`.
  private func isBeforePath(_ byte: UInt8) -> Bool {
    byte.isWordByte || byte == slash || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: ">")
  }

  /// Whether a word of three capitals or more, and one space, stand before.
  private func isBehindMethod(_ start: Int) -> Bool {
    guard start > 3, self[start - 1] == UInt8(ascii: " ") else { return false }
    var index = start - 1
    while index > 0, self[index - 1] >= UInt8(ascii: "A"), self[index - 1] <= UInt8(ascii: "Z") { index -= 1 }
    return start - 1 - index > 2 && (index == 0 || !self[index - 1].isWordByte)
  }

  /// Whether it may stand inside a file's name, but not at its end.
  private static func joins(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: "~"): true
    default: false
    }
  }
}
