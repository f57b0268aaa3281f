#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension ByteSlice {
  /// The first place of `byte` at or after `from`, or nil.
  ///
  /// The C library's search, which takes the widest steps that the processor has.
  package func firstIndex(of byte: UInt8, from: Int = 0) -> Int? {
    precondition(from >= 0)
    guard from < count, let found = memchr(start + from, Int32(byte), count - from) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }
}
