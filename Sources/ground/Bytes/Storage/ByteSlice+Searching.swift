#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension ByteSlice {
  /// Uses the C library's search, with the processor's widest steps.
  package func firstIndex(of byte: UInt8, from: Int = 0) -> Int? {
    precondition(from >= 0)
    #if hasFeature(Embedded)
      return (from..<max(from, count)).first { start[$0] == byte }
    #else
      guard from < count, let found = memchr(start + from, Int32(byte), count - from) else { return nil }
      return UnsafeRawPointer(found) - UnsafeRawPointer(start)
    #endif
  }

  /// Tests sixteen places per step.
  package func contains(anyOf marks: ByteMarks) -> Bool {
    guard count > BytePair.step else { return marks.areIn(short) }
    var index = 0
    // The last steps overlap, so that none reads past the end.
    let last = count - BytePair.step - 1
    while true {
      let place = UnsafeRawPointer(start + index)
      let bytes = place.loadUnaligned(as: SIMD16<UInt8>.self)
      if marks.areIn(bytes, before: (place + 1).loadUnaligned(as: SIMD16<UInt8>.self)) { return true }
      if index == last { return marks.byte[0] == start[count - 1] }
      index = min(index + BytePair.step, last)
    }
  }

  /// Up to sixteen bytes, and zeros.
  private var short: SIMD2<UInt64> {
    if count < 8 { return SIMD2(packed, 0) }
    return SIMD2(word(at: 0), word(at: count - 8) >> UInt64(8 * (16 - count)))
  }

  /// Tests sixteen places per step for the first and the last byte of `part` (after Muła, “SIMD-friendly
  /// algorithms for substring searching”, 2016).
  package func contains(_ part: ByteSlice) -> Bool {
    guard part.count > 1 else { return part.isEmpty || firstIndex(of: part[0]) != nil }
    let last = count - part.count
    let ends = BytePair(part[0], part[part.count - 1])
    var index = 0
    // The last steps overlap, so that none reads past the end.
    while last >= BytePair.step - 1 {
      let found = unsafeBitCast(ends.places(start + index, apart: part.count - 1), to: SIMD2<UInt64>.self)
      if found[0] | found[1] != 0, contains(part, atAnyOf: found, from: index) { return true }
      if index == last - (BytePair.step - 1) { return false }
      index = min(index + BytePair.step, last - (BytePair.step - 1))
    }
    while index <= last {
      if ends.isIt(start[index], start[index + part.count - 1]), has(part, at: index) { return true }
      index += 1
    }
    return false
  }

  /// - Parameter places: a byte for each of the sixteen places from `index` on; zero if `part` is not there.
  private func contains(_ part: ByteSlice, atAnyOf places: SIMD2<UInt64>, from index: Int) -> Bool {
    for half in 0..<2 {
      var bytes = UInt64(littleEndian: places[half])
      while bytes != 0 {
        let lane = bytes.trailingZeroBitCount / 8
        if has(part, at: index + half * 8 + lane) { return true }
        bytes &= ~(0xFF << UInt64(lane * 8))
      }
    }
    return false
  }

  @inline(__always)
  private func has(_ part: ByteSlice, at index: Int) -> Bool {
    self[index..<(index + part.count)] == part
  }
}

/// Two bytes. Memory safety: it loads 16 bytes from each of two places, which its callers guarantee.
@usableFromInline
package struct BytePair: BitwiseCopyable, Sendable {
  fileprivate static let step = 16

  @usableFromInline let first: UInt8
  @usableFromInline let second: UInt8

  @inlinable
  package init(_ first: UInt8, _ second: UInt8) {
    self.first = first
    self.second = second
  }

  @inlinable @inline(__always)
  func isIt(_ first: UInt8, _ second: UInt8) -> Bool {
    first == self.first && second == self.second
  }

  /// The matches among the 16 places from `text` on; the second byte follows the first one `apart` bytes later.
  @inlinable @inline(__always)
  func places(_ text: UnsafePointer<UInt8>, apart: Int) -> SIMDMask<SIMD16<Int8>> {
    let text = UnsafeRawPointer(text)
    let firsts: SIMDMask<SIMD16<Int8>> =
      text.loadUnaligned(as: SIMD16<UInt8>.self) .== SIMD16<UInt8>(repeating: first)
    let seconds: SIMDMask<SIMD16<Int8>> =
      (text + apart).loadUnaligned(as: SIMD16<UInt8>.self) .== SIMD16<UInt8>(repeating: second)
    return firsts .& seconds
  }
}

/// A byte and five pairs of bytes that are searched for together. None has a zero.
package struct ByteMarks: BitwiseCopyable, Sendable {
  /// Sixteen times each, so that a step needs not repeat them.
  private struct Pair: BitwiseCopyable {
    let first: SIMD16<UInt8>
    let second: SIMD16<UInt8>

    init(_ pair: BytePair) {
      first = SIMD16(repeating: pair.first)
      second = SIMD16(repeating: pair.second)
    }

    @inline(__always)
    func places(_ bytes: SIMD16<UInt8>, _ next: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
      (bytes .== first) .& (next .== second)
    }
  }

  fileprivate let byte: SIMD16<UInt8>
  private let pairs: (Pair, Pair, Pair, Pair, Pair)

  package init(
    _ byte: UInt8, _ first: BytePair, _ second: BytePair, _ third: BytePair, _ fourth: BytePair,
    _ fifth: BytePair
  ) {
    self.byte = SIMD16(repeating: byte)
    pairs = (Pair(first), Pair(second), Pair(third), Pair(fourth), Pair(fifth))
  }

  /// - Parameter next: the bytes one place further on.
  @inline(__always)
  fileprivate func areIn(_ bytes: SIMD16<UInt8>, before next: SIMD16<UInt8>) -> Bool {
    let single: SIMDMask<SIMD16<Int8>> = bytes .== byte
    let some = pairs.0.places(bytes, next) .| pairs.1.places(bytes, next) .| pairs.2.places(bytes, next)
    let found = unsafeBitCast(
      single .| some .| pairs.3.places(bytes, next) .| pairs.4.places(bytes, next), to: SIMD2<UInt64>.self)
    return found[0] | found[1] != 0
  }

  @inline(__always)
  fileprivate func areIn(_ short: SIMD2<UInt64>) -> Bool {
    let next = SIMD2(short[0] >> 8 | short[1] << 56, short[1] >> 8)
    return areIn(Self.bytes(short), before: Self.bytes(next))
  }

  @inline(__always)
  private static func bytes(_ words: SIMD2<UInt64>) -> SIMD16<UInt8> {
    unsafeBitCast(SIMD2(words[0].littleEndian, words[1].littleEndian), to: SIMD16<UInt8>.self)
  }
}
