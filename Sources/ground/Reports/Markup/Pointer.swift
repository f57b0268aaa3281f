/// The position of a figure in the report's JSON: a pointer (RFC 6901) with spaces written as `%20`, so that
/// an attribute can hold several.
package enum Pointer {
  package static func to(_ parts: String...) -> String { to(parts) }

  package static func to(_ parts: [String]) -> String {
    parts.map { part in
      var text = "/"
      for scalar in part.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        case "%": text += "%25"
        // An escaped name would not be found in the JSON.
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
