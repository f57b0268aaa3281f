extension Buffer where Element == UInt8 {
  /// Appends the leading ASCII of a text in lower case; returns the number of bytes appended.
  ///
  /// Memory safety: a word is read only if 8 bytes of the text are left, and room is reserved for all of them.
  package mutating func appendFoldedASCII(_ text: ByteSlice) -> Int {
    reserve(count + text.count)
    let source = UnsafeRawPointer(text.start)
    let target = UnsafeMutableRawPointer(room) + count
    let ones: UInt64 = 0x0101_0101_0101_0101
    var done = 0
    while text.count &- done >= 8 {
      let word = UInt64(littleEndian: (source + done).loadUnaligned(as: UInt64.self))
      // The highest bit of each byte that is at least “A”, or that is above “Z”; no byte below 0x80 carries into the next.
      let letters = word & (ones &* 0x7F)
      let isCapital =
        (letters &+ ones &* (0x80 - 0x41)) & ~(letters &+ ones &* (0x80 - 0x5B)) & (ones &* 0x80)
      (target + done).storeBytes(of: (word | isCapital >> 2).littleEndian, as: UInt64.self)
      let beyond = word & (ones &* 0x80)
      if beyond != 0 {
        done &+= beyond.trailingZeroBitCount >> 3
        take(count + done)
        return done
      }
      done &+= 8
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
