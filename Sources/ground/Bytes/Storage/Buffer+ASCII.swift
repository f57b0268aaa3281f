extension Buffer where Element == UInt8 {
  /// Appends the leading ASCII of a text in lower case; returns the number of bytes appended.
  ///
  /// Memory safety: 16 bytes are read only inside the text, and room is reserved for all of it.
  package mutating func appendFoldedASCII(_ text: ByteSlice) -> Int {
    reserve(count + text.count)
    let source = UnsafeRawPointer(text.start)
    let target = UnsafeMutableRawPointer(room) + count
    let ones = SIMD2<UInt64>(repeating: 0x0101_0101_0101_0101)
    var done = 0
    // The last steps overlap, so that none reads past the end.
    while text.count >= 16 {
      let words = (source + done).loadUnaligned(as: SIMD2<UInt64>.self)
      // The highest bit of each byte that is at least “A”, or that is above “Z”; no byte below 0x80 carries into the next.
      let letters = words & (ones &* 0x7F)
      let isCapital =
        (letters &+ ones &* (0x80 - 0x41)) & ~(letters &+ ones &* (0x80 - 0x5B)) & (ones &* 0x80)
      (target + done).storeBytes(of: words | isCapital &>> 2, as: SIMD2<UInt64>.self)
      let beyond = words & (ones &* 0x80)
      if beyond[0] | beyond[1] != 0 {
        let (low, high) = (UInt64(littleEndian: beyond[0]), UInt64(littleEndian: beyond[1]))
        done &+= (low != 0 ? low.trailingZeroBitCount : 64 + high.trailingZeroBitCount) >> 3
        take(count + done)
        return done
      }
      if done == text.count - 16 {
        take(count + text.count)
        return text.count
      }
      done = Swift.min(done + 16, text.count - 16)
    }
    while done < text.count, case let byte = text.start[done], byte < 0x80 {
      let isCapital = byte &- UInt8(ascii: "A") < 26
      (target + done).storeBytes(of: isCapital ? byte | 0x20 : byte, as: UInt8.self)
      done &+= 1
    }
    take(count + done)
    return done
  }
}
