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
    guard from < count, let found = memchr(start + from, Int32(byte), count - from) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  /// Whether it contains any of three pairs of bytes; tests sixteen places per step.
  package func containsPair(_ one: BytePair, or another: BytePair, or third: BytePair) -> Bool {
    let pairs = (one, another, third)
    var index = 0
    let last = count - BytePair.step - 1
    // The last steps overlap, so that none reads past the end.
    while index <= last {
      let place = start + index
      let found = unsafeBitCast(
        pairs.0.places(place) .| pairs.1.places(place) .| pairs.2.places(place),
        to: SIMD2<UInt64>.self
      )
      if found[0] | found[1] != 0 { return true }
      if index == last { return false }
      index = min(index + BytePair.step, last)
    }
    while index + 1 < count {
      let (first, second) = (start[index], start[index + 1])
      if pairs.0.isIt(first, second) || pairs.1.isIt(first, second) || pairs.2.isIt(first, second) {
        return true
      }
      index += 1
    }
    return false
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
      let found = unsafeBitCast(
        ends.places(start + index, apart: part.count - 1),
        to: SIMD2<UInt64>.self
      )
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
package struct BytePair: BitwiseCopyable {
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
  func places(_ text: UnsafePointer<UInt8>, apart: Int = 1) -> SIMDMask<SIMD16<Int8>> {
    let text = UnsafeRawPointer(text)
    let firsts: SIMDMask<SIMD16<Int8>> =
      text.loadUnaligned(as: SIMD16<UInt8>.self) .== SIMD16<UInt8>(repeating: first)
    let seconds: SIMDMask<SIMD16<Int8>> =
      (text + apart).loadUnaligned(as: SIMD16<UInt8>.self) .== SIMD16<UInt8>(repeating: second)
    return firsts .& seconds
  }
}
