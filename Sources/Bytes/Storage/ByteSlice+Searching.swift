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

  package func contains(_ part: ByteSlice) -> Bool {
    guard part.count > 0 else { return true }
    guard part.count <= count else { return false }
    var from = 0
    while let start = firstIndex(of: part[0], from: from), start + part.count <= count {
      if self[start..<(start + part.count)] == part { return true }
      from = start + 1
    }
    return false
  }
}

/// Two adjacent bytes. Memory safety: it loads 17 bytes, which its one caller guarantees.
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

  /// The matches among the 16 places from `text` on.
  @inlinable @inline(__always)
  func places(_ text: UnsafePointer<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    let text = UnsafeRawPointer(text)
    let firsts: SIMDMask<SIMD16<Int8>> =
      text.loadUnaligned(as: SIMD16<UInt8>.self) .== SIMD16<UInt8>(repeating: first)
    let seconds: SIMDMask<SIMD16<Int8>> =
      (text + 1).loadUnaligned(as: SIMD16<UInt8>.self) .== SIMD16<UInt8>(repeating: second)
    return firsts .& seconds
  }
}
