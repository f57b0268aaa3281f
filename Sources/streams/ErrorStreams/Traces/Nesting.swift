/// The brackets and the quotes that are open at a place of a text that Swift printed.
struct Nesting {
  private var depth = 0
  private var isQuoted = false
  private var isEscaped = false

  var isClosed: Bool { depth <= 0 && !isQuoted }

  mutating func pass(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if isQuoted, byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isQuoted.toggle()
    } else if !isQuoted {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
  }
}
