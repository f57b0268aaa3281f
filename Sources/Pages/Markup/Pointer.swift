/// Where a figure stands in the report's JSON: a pointer as RFC 6901 has it, in which spaces are written `%20`, so that
/// several may stand in one attribute.
enum Pointer {
  static func to(_ parts: String...) -> String { to(parts) }

  static func to(_ parts: [String]) -> String {
    parts.map { part in
      var text = "/"
      for scalar in part.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        case "%": text += "%25"
        // What is made visible in a page would not be found in JSON any more.
        case _ where scalar.value <= 0x20 || !isPlain(scalar): text += encoded(scalar)
        default: text.unicodeScalars.append(scalar)
        }
      }
      return text
    }.joined()
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.value != 0x7F }

  private static func encoded(_ scalar: Unicode.Scalar) -> String {
    UTF8.encode(scalar).map { bytes in
      bytes.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    } ?? ""
  }
}
