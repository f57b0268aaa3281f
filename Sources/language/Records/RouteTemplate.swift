package import Bytes

/// The route of a request: its path without a method, a host, a query or a protocol. As in a ``MessageTemplate``, a word in
/// angle brackets takes the place of whatever varies from request to request.
///
/// In a path, a single digit among letters stays (`v1`, `oauth2`), and `<id>` is a token, too: 8 letters and digits or more with
/// digits in two places, or 16 with any digit.
package enum RouteTemplate {
  /// Appends the route of a request line, a URL or a path; false and nothing if the text has no path.
  package static func append(of request: ByteSlice, to output: inout Buffer<UInt8>) -> Bool {
    let path = path(of: request)
    guard !path.isEmpty, path[0] == UInt8(ascii: "/") || path[0] == UInt8(ascii: "*") || path[0].isWordByte
    else {
      return false
    }
    for index in 0..<path.count where path[index] < 0x20 || path[index] == 0x22 || path[index] == 0x5C {
      return false
    }
    let text = path.beginning(ofBytes: longest)
    var (index, written, first) = (0, 0, 0)
    while index < text.count {
      if text[index] == UInt8(ascii: "%") {
        index = min(index + 3, text.count)
        first = index
      } else if text[index].isDigit {
        let start = text.startOfWord(around: index, from: max(written, first))
        output.append(text[written..<start])
        index = text.endOfWord(from: index)
        written = index
        append(word: text[start..<index], to: &output)
      } else {
        index += 1
      }
    }
    output.append(text[written..<text.count])
    if text.count < path.count { output.append("…") }
    return true
  }

  /// The bytes of a path that matter.
  private static let longest = 512

  private static func path(of request: ByteSlice) -> ByteSlice {
    var path = request
    let space = UInt8(ascii: " ")
    if let end = path.firstIndex(of: space), path[0..<end].isMethod { path = path[(end + 1)..<path.count] }
    if let end = path.firstIndex(of: space) { path = path[0..<end] }
    if let start = path.startOfHost {
      path = path[(path.firstIndex(of: UInt8(ascii: "/"), from: start) ?? path.count)..<path.count]
      // A URL of a host alone asks for its root.
      if path.isEmpty { return ByteSlice("/") }
    }
    for index in 0..<path.count where path[index].endsPath { return path[0..<index] }
    return path
  }

  /// Appends a word, whose extension is apart (`143.json`).
  private static func append(word: ByteSlice, to output: inout Buffer<UInt8>) {
    let stem = word.stem
    if let mask = MessageTemplate.mask(stem) {
      output.append(mask)
    } else {
      var index = 0
      while index < stem.count {
        let isID = index + 36 <= stem.count && stem[index..<(index + 36)].isUUID
        let end = isID ? index + 36 : stem.endOfPart(from: index)
        if isID { output.append("<id>") } else { append(part: stem[index..<end], to: &output) }
        if end < stem.count { output.append(stem[end]) }
        index = end + 1
      }
    }
    output.append(word[stem.count..<word.count])
  }

  /// Appends letters and digits without punctuation.
  private static func append(part: ByteSlice, to output: inout Buffer<UInt8>) {
    var (digits, places) = (0, 0)
    for index in 0..<part.count where part[index].isDigit {
      digits += 1
      if index == 0 || !part[index - 1].isDigit { places += 1 }
    }
    if digits > 0, part.isHexadecimal { return output.append("<hex>") }
    if digits == 0 || digits == 1 && !part[0].isDigit && part.count < 16 { return output.append(part) }
    if digits < part.count, part.count >= 16 || part.count >= 8 && places > 1 { return output.append("<id>") }
    for index in 0..<part.count {
      if !part[index].isDigit {
        output.append(part[index])
      } else if index == 0 || !part[index - 1].isDigit {
        output.append("<n>")
      }
    }
  }
}

extension ByteSlice {
  /// Whether it is capital letters alone, as `GET`.
  fileprivate var isMethod: Bool {
    for index in 0..<count where self[index] < UInt8(ascii: "A") || self[index] > UInt8(ascii: "Z") {
      return false
    }
    return !isEmpty
  }

  /// The place behind a scheme, `https://`; nil without one before the first slash.
  fileprivate var startOfHost: Int? {
    guard let slash = firstIndex(of: UInt8(ascii: "/")), slash > 1, slash + 1 < count,
      self[slash - 1] == UInt8(ascii: ":"), self[slash + 1] == UInt8(ascii: "/")
    else { return nil }
    return slash + 2
  }

  /// The word without an extension of at most five letters.
  fileprivate var stem: ByteSlice {
    guard let dot = lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < count, count - dot <= 6 else {
      return self
    }
    for index in (dot + 1)..<count where self[index].isDigit { return self }
    return self[0..<dot]
  }
}

extension UInt8 {
  fileprivate var endsPath: Bool {
    self == UInt8(ascii: "?") || self == UInt8(ascii: "#") || self == UInt8(ascii: ";")
  }
}
