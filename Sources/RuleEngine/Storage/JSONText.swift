/// Writes JSON text: strings escaped as RFC 8259 section 7 asks, and no more.
package enum JSONText {
  /// Appends a string with its quotes.
  package static func append(string: ByteSlice, to text: inout Buffer<UInt8>) {
    text.append(UInt8(ascii: "\""))
    append(escaped: string, to: &text)
    text.append(UInt8(ascii: "\""))
  }

  /// Appends a string with its quotes.
  package static func append(string: String, to text: inout Buffer<UInt8>) {
    var string = string
    string.withUTF8 { append(string: ByteSlice(UnsafeRawBufferPointer($0)), to: &text) }
  }

  /// Appends what stands between a string's quotes.
  package static func append(escaped string: ByteSlice, to text: inout Buffer<UInt8>) {
    var clean = 0
    var index = 0
    while index < string.count {
      let byte = string[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F {
        text.append(string[clean..<index])
        append(escape: byte, to: &text)
        clean = index + 1
      }
      index += 1
    }
    text.append(string[clean..<string.count])
  }

  /// Appends an integer.
  package static func append(integer: Int64, to text: inout Buffer<UInt8>) {
    if integer < 0 { text.append(UInt8(ascii: "-")) }
    var rest = integer.magnitude
    var divisor: UInt64 = 1
    while rest / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  /// Appends a length of time in seconds: at most three decimals, none that is an ending zero.
  package static func append(milliseconds: Int64, to text: inout Buffer<UInt8>) {
    append(integer: milliseconds / 1_000, to: &text)
    var rest = milliseconds % 1_000
    guard rest > 0 else { return }
    text.append(UInt8(ascii: "."))
    var divisor: Int64 = 100
    while rest > 0 {
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  private static func append(escape byte: UInt8, to text: inout Buffer<UInt8>) {
    switch byte {
    case UInt8(ascii: "\""): text.append("\\\"")
    case UInt8(ascii: "\\"): text.append("\\\\")
    case UInt8(ascii: "\n"): text.append("\\n")
    case UInt8(ascii: "\r"): text.append("\\r")
    case UInt8(ascii: "\t"): text.append("\\t")
    default:
      let digits: StaticString = "0123456789abcdef"
      text.append("\\u00")
      text.append(ByteSlice(digits)[Int(byte >> 4)])
      text.append(ByteSlice(digits)[Int(byte & 15)])
    }
  }
}

extension String {
  /// The text as JSON, quotes included.
  package var json: String {
    var text = Buffer<UInt8>()
    JSONText.append(string: self, to: &text)
    return String(text.slice)
  }
}
