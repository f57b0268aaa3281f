extension Buffer where Element == UInt8 {
  /// Appends the leading 16-byte blocks of a text, in lower case, up to the first block that is not all
  /// ASCII; returns the number of bytes appended.
  ///
  /// Memory safety: a block is read only if 16 bytes of the text are left, and room is reserved for all of them.
  package mutating func appendFoldedASCII(_ text: ByteSlice) -> Int {
    reserve(count + text.count)
    let source = UnsafeRawPointer(text.start)
    let target = UnsafeMutableRawPointer(room) + count
    var done = 0
    while text.count &- done >= 16 {
      let block = (source + done).loadUnaligned(as: SIMD16<UInt8>.self)
      if block.max() >= 0x80 { break }
      let isCapital = (block .>= UInt8(ascii: "A")) .& (block .<= UInt8(ascii: "Z"))
      (target + done).storeBytes(
        of: block.replacing(with: block | 0x20, where: isCapital),
        as: SIMD16<UInt8>.self
      )
      done &+= 16
    }
    take(count + done)
    return done
  }
}
