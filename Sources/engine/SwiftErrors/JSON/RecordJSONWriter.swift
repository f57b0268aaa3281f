/// RFC 8259 on one line, no spaces, UTF-8.
///
/// Control characters (C0, DEL, C1) and the two Unicode line separators are escaped, so that a record is one
/// line to every reader and can't control a terminal.
struct RecordJSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: write(literal: "null")
    case .bool(let bool): write(literal: bool ? "true" : "false")
    case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
    case .decimal(let decimal): write(decimal)
    case .string(let string): write(string)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.key)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func write(literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func write(_ decimal: Double) {
    if decimal.isFinite {
      bytes.append(contentsOf: decimal.description.utf8)
    } else {
      write(decimal.description)
    }
  }

  private mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": write(literal: "\\\"")
      case "\\": write(literal: "\\\\")
      case "\n": write(literal: "\\n")
      case "\r": write(literal: "\\r")
      case "\t": write(literal: "\\t")
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": escape(scalar)
      default: bytes.append(contentsOf: scalar.utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16)
    write(literal: "\\u")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
    bytes.append(contentsOf: digits.utf8)
  }
}

extension JSONValue {
  /// The value as JSON on one line, without a line ending.
  public var bytes: [UInt8] {
    var writer = RecordJSONWriter()
    writer.write(self)
    return writer.bytes
  }
}
