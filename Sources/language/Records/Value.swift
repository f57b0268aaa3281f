public import Bytes

/// A value of a recorded error, borrowed from the record: valid until the record is reread.
@usableFromInline
package struct Value: BitwiseCopyable {
  @usableFromInline
  package enum Kind: UInt8, BitwiseCopyable {
    case missing, null, bool, integer, decimal, string, array, object
  }

  @usableFromInline package let kind: Kind
  /// A string's text, a number's digits as recorded, or a container's JSON.
  @usableFromInline package let text: ByteSlice
  @usableFromInline package let bits: UInt64
  /// The place of the value on the record's tape; none for a value outside a tape.
  @usableFromInline package let index: TapeIndex

  @inlinable @inline(__always)
  package static var missing: Value { Value(kind: .missing, text: ByteSlice(""), bits: 0) }

  @inlinable @inline(__always)
  init(kind: Kind, text: ByteSlice, bits: UInt64, index: TapeIndex = .nowhere) {
    self.kind = kind
    self.text = text
    self.bits = bits
    self.index = index
  }

  @inlinable @inline(__always)
  package init(string: ByteSlice) {
    self.init(kind: .string, text: string, bits: 0)
  }

  @inlinable @inline(__always)
  package init(bool: Bool) {
    self.init(kind: .bool, text: bool ? ByteSlice("true") : ByteSlice("false"), bits: bool ? 1 : 0)
  }

  /// A number as JSON writes it.
  package init(integer: Int64, text: ByteSlice) {
    self.init(kind: .integer, text: text, bits: UInt64(bitPattern: integer))
  }

  /// A number as JSON writes it.
  package init(decimal: Double, text: ByteSlice) {
    self.init(kind: .decimal, text: text, bits: decimal.bitPattern)
  }

  @inlinable @inline(__always)
  package var isMissing: Bool { kind == .missing }

  @inlinable @inline(__always)
  package var number: Number? {
    switch kind {
    case .integer: .integer(Int64(bitPattern: bits))
    case .decimal: .decimal(Double(bitPattern: bits))
    case .missing, .null, .bool, .string, .array, .object: nil
    }
  }

  /// Whether the value is an integer of any size: a number without a point or an exponent.
  package var isInteger: Bool {
    switch kind {
    case .integer: return true
    case .decimal:
      for index in 0..<text.count where text[index] > UInt8(ascii: "9") || text[index] == UInt8(ascii: ".") {
        return false
      }
      return true
    case .missing, .null, .bool, .string, .array, .object: return false
    }
  }

  @inlinable @inline(__always)
  package var bool: Bool? { kind == .bool ? bits == 1 : nil }
}

extension JSONTape {
  @inlinable @inline(__always)
  package func value(at index: TapeIndex) -> Value {
    guard !index.isNone else { return .missing }
    let entry = entries[index]
    let kind: Value.Kind =
      switch entry.kind {
      case .null: .null
      case .false, .true: .bool
      case .integer: .integer
      case .decimal: .decimal
      case .string: .string
      case .array: .array
      case .object: .object
      }
    let bits = entry.kind == .true ? 1 : entry.bits
    return Value(kind: kind, text: text(of: entry), bits: bits, index: index)
  }
}
