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
      words: words(at: Int(entry.offset), count: Int(entry.length)),
      length: UInt8(truncatingIfNeeded: entry.length))
  }

  /// False if something is unusual: the kind must be found by the classes of its values.
  @inlinable @inline(__always)
  package func writeKindKey(to key: inout KindKey) -> Bool {
    guard isReadInPlace, slots[Int(Field.is.rawValue)].isNone, slots[Int(Field.cancelled.rawValue)].isNone,
      let domain = shortText(.domain), let `case` = shortText(.case)
    else { return false }
    key.domain = domain.words
    key.case = `case`.words
    key.lengths = SIMD4(domain.length, ShortText.missing, `case`.length, ShortText.missing)
    if let type = shortText(.type) {
      key.type = type.words
      key.lengths[1] = type.length
    } else if !writeLongType(to: &key) {
      return false
    }
    key.code = 0
    let place = slots[Int(Field.code.rawValue)]
    guard !place.isNone else { return true }
    let entry = tape.entries[place]
    // Zero may be written as -0.
    guard entry.kind == .integer, entry.length == 1 || entry.bits != 0 else {
      return writeTextCode(entry, to: &key)
    }
    key.code = entry.bits
    key.lengths[3] = 0
    return true
  }

  /// Writes a type of 33 to 64 bytes, whose end takes the room of a missing case or domain.
  @usableFromInline
  func writeLongType(to key: inout KindKey) -> Bool {
    let entry = tape.entries[slots[Int(Field.type.rawValue)]]
    let rest = Int(entry.length) - ShortText.longest
    guard entry.isPlainString, rest <= ShortText.longest else { return false }
    key.type = UnsafeRawPointer(tape.source.start + Int(entry.offset)).loadUnaligned(as: SIMD4<UInt64>.self)
    key.lengths[1] = UInt8(entry.length)
    return key.writeElsewhere(words(at: Int(entry.offset) + ShortText.longest, count: rest))
  }

  /// Writes a code that is a text of 1 to 32 bytes; one of more than 8 takes the room of a missing case or domain.
  @usableFromInline
  func writeTextCode(_ entry: JSONEntry, to key: inout KindKey) -> Bool {
    guard entry.length > 0, let text = shortText(entry) else { return false }
    key.lengths[3] = text.length
    key.code = text.words[0]
    return text.length <= 8 || key.writeElsewhere(text.words)
  }

  /// Up to 32 bytes of the line in words, padded with zeros.
  @inlinable @inline(__always)
  func words(at offset: Int, count: Int) -> SIMD4<UInt64> {
    UnsafeRawPointer(tape.source.start + offset).loadUnaligned(as: SIMD4<UInt64>.self)
      & UnsafeRawPointer(textMasks.base + (ShortText.longest &- count)).loadUnaligned(as: SIMD4<UInt64>.self)
  }
}
