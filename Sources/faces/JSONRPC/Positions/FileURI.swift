/// The URI of a file on this machine.
package enum FileURI {
  /// The path; nil for the URI of something else.
  package static func path(of uri: String) -> String? {
    guard let rest = rest(of: uri) else { return nil }
    var bytes: [UInt8] = []
    var index = rest.startIndex
    while index < rest.endIndex {
      guard rest[index] == UInt8(ascii: "%") else {
        // The rest is not part of the path.
        if rest[index] == UInt8(ascii: "?") || rest[index] == UInt8(ascii: "#") { break }
        bytes.append(rest[index])
        index += 1
        continue
      }
      guard index + 2 < rest.endIndex, let high = digit(rest[index + 1]), let low = digit(rest[index + 2])
      else { return nil }
      bytes.append(high << 4 | low)
      index += 3
    }
    guard !bytes.contains(0), bytes.first == UInt8(ascii: "/") else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The URI from the path's slash on.
  private static func rest(of uri: String) -> [UInt8]? {
    let scheme = "file://"
    guard uri.utf8.count > scheme.utf8.count,
      uri.prefix(scheme.count).lowercased() == scheme
    else { return nil }
    let rest = uri.utf8.dropFirst(scheme.utf8.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
    return host.isEmpty || host == "localhost" ? Array(rest[slash...]) : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// The URI of an absolute path, with everything escaped that RFC 3986 does not leave alone.
  package static func uri(of path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("file://".utf8)
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
