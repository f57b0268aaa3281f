/// A scanned JSON text: its values in document order, without a tree and, once warm, without allocation.
///
/// An object is its own entry, then a key entry and a value for each member; an array is its own entry, then
/// its elements. ``JSONEntry/end`` is the index just after the last descendant.
///
/// Memory safety: entries contain offsets, not pointers, into the scanned text, which must stay valid and
/// unchanged until the next scan, or into the tape's own decoded bytes.
@usableFromInline
package struct JSONTape: ~Copyable {
  @usableFromInline package var source = ByteSlice("")
  /// Decoded strings: those with an escape or a repaired byte.
  @usableFromInline package var decoded = Buffer<UInt8>(capacity: 256)
  @usableFromInline package var entries = Buffer<JSONEntry>(capacity: 128)

  package init() {}

  @inlinable @inline(__always)
  package var count: Int { entries.count }

  /// Invalid text in a string was replaced by U+FFFD.
  @usableFromInline package var isRepaired = false

  @inlinable @inline(__always)
  package subscript(index: Int) -> JSONEntry { entries[index] }

  @inlinable @inline(__always) package subscript(index: TapeIndex) -> JSONEntry { entries[index] }

  /// A string's decoded text, a number's source text, or a container's source text with its brackets.
  @inlinable @inline(__always)
  package func text(of entry: JSONEntry) -> ByteSlice {
    let range = Int(entry.offset)..<Int(entry.offset + entry.length)
    return entry.isDecoded ? decoded.slice(range) : source[range]
  }

  @inlinable
  package func member(_ key: ByteSlice, of object: Int) -> Int? {
    guard entries[object].kind == .object else { return nil }
    var found: Int?
    var index = object + 1
    let end = Int(entries[object].end)
    while index < end {
      if text(of: entries[index]) == key { found = index + 1 }
      index = Int(entries[index + 1].end)
    }
    return found
  }
}

@usableFromInline package typealias TapeIndex = Index<JSONEntry>

/// A value or key on a ``JSONTape``.
@usableFromInline
package struct JSONEntry: BitwiseCopyable, Sendable {
  @usableFromInline
  package enum Kind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case null, `false`, `true`, integer, decimal, string, array, object
  }

  @usableFromInline package let kind: Kind
  /// 1 if `offset` refers to the tape's decoded bytes, 0 for the source.
  @usableFromInline let decoding: UInt8
  /// Invalid UTF-8 or a lone surrogate was replaced by U+FFFD.
  @usableFromInline package let isRepaired: Bool
  /// Padding, so that four bytes are written at once.
  @usableFromInline let unused: UInt8 = 0
  @usableFromInline package let offset: UInt32
  @usableFromInline package let length: UInt32
  /// The index just after this value and its contents.
  @usableFromInline package var end: UInt32
  /// `integer`: an Int64; `decimal`: the nearest Double; a key: ``keyNumber``; a decoded string:
  /// ``sourceOffset``.
  @usableFromInline package let bits: UInt64

  @inlinable @inline(__always)
  package init(
    kind: Kind, offset: Int, length: Int, end: Int, isDecoded: Bool = false, isRepaired: Bool = false,
    bits: UInt64 = 0
  ) {
    self.kind = kind
    decoding = isDecoded ? 1 : 0
    self.isRepaired = isRepaired
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.length = UInt32(truncatingIfNeeded: length)
    self.end = UInt32(truncatingIfNeeded: end)
    self.bits = bits
  }

  /// A decoded string, whose opening quote is at `sourceOffset` of the source.
  package init(decodedAt offset: Int, length: Int, end: Int, sourceOffset: Int, isRepaired: Bool = false) {
    let bits = UInt64(truncatingIfNeeded: sourceOffset)
    self.init(
      kind: .string, offset: offset, length: length, end: end, isDecoded: true, isRepaired: isRepaired,
      bits: bits)
  }

  @inlinable @inline(__always)
  package var isDecoded: Bool { decoding != 0 }

  @inlinable @inline(__always)
  package var isPlainString: Bool {
    // One comparison of two bytes.
    UInt16(kind.rawValue) | UInt16(decoding) << 8 == UInt16(Kind.string.rawValue)
  }

  /// The beginning of the value in the source; for a string, its opening quote.
  package var sourceOffset: UInt32 {
    if kind != .string { return offset }
    return isDecoded ? UInt32(truncatingIfNeeded: bits) : offset &- 1
  }

  /// A key's number, from 1, of its path of keys, valid while ``ErrorRecord/keyGeneration`` stays the same; 0
  /// if unknown.
  @inlinable @inline(__always)
  package var keyNumber: Int { isDecoded ? 0 : Int(truncatingIfNeeded: bits) }

  @inlinable @inline(__always)
  package var integer: Int64 { Int64(bitPattern: bits) }
  @inlinable @inline(__always)
  package var decimal: Double { Double(bitPattern: bits) }
}
