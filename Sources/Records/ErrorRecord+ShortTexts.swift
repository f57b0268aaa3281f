public import Bytes

/// A text of at most 32 bytes in words, padded with zeros.
@usableFromInline
package struct ShortText: BitwiseCopyable {
  @usableFromInline package var words: SIMD4<UInt64>
  @usableFromInline package var length: UInt8

  @inlinable @inline(__always)
  package init(words: SIMD4<UInt64> = .zero, length: UInt8 = missing) {
    self.words = words
    self.length = length
  }

  @inlinable package static var longest: Int { 32 }
  /// The length that marks a missing text.
  @inlinable package static var missing: UInt8 { 0xFF }
}

extension ErrorRecord {
  /// The field's text, or a missing one; nil unless it is short and needs no decoding. Only for a record read
  /// in place in its stream, because it loads 32 bytes whatever the length.
  @inlinable @inline(__always)
  package func shortText(_ field: Field) -> ShortText? {
    let place = slots[Int(field.rawValue)]
    return place.isNone ? ShortText() : shortText(tape.entries[place])
  }

  /// Nil unless it is a short text that needs no decoding, of a record read in place in its stream.
  @inlinable @inline(__always)
  package func shortText(_ entry: JSONEntry) -> ShortText? {
    guard entry.isPlainString, entry.length <= UInt32(ShortText.longest), isReadInPlace else { return nil }
    return ShortText(
      words: UnsafeRawPointer(tape.source.start + Int(entry.offset)).loadUnaligned(as: SIMD4<UInt64>.self)
        & UnsafeRawPointer(textMasks.base + (ShortText.longest &- Int(entry.length)))
        .loadUnaligned(as: SIMD4<UInt64>.self),
      length: UInt8(truncatingIfNeeded: entry.length)
    )
  }

  /// False if something is unusual: the kind must be found by the classes of its values.
  @inlinable @inline(__always)
  package func writeKindKey(to key: inout KindKey) -> Bool {
    guard isReadInPlace, slots[Int(Field.is.rawValue)].isNone, slots[Int(Field.cancelled.rawValue)].isNone,
      let type = shortText(.type),
      let domain = shortText(.domain), let `case` = shortText(.case)
    else { return false }
    var code: UInt64 = 0
    var codeLength = ShortText.missing
    let place = slots[Int(Field.code.rawValue)]
    if !place.isNone {
      let entry = tape.entries[place]
      // Zero may be written as -0.
      guard entry.kind == .integer, entry.length == 1 || entry.bits != 0 else { return false }
      (code, codeLength) = (entry.bits, 0)
    }
    key.domain = domain.words
    key.type = type.words
    key.case = `case`.words
    key.code = code
    key.lengths =
      UInt32(domain.length) | UInt32(type.length) << 8 | UInt32(`case`.length) << 16 | UInt32(codeLength)
      << 24
    return true
  }
}
