package import Bytes

/// The lines of a text, of which a page evaluates no more at each keystroke.
package enum RecordedLines {
  /// Lines, which nearly all are records.
  package static let most = 10_000
  /// The largest size in bytes.
  package static let longest = 32 << 20

  /// Calls `body` with each line, numbered from 1, until it returns false or the limits are reached; false if there are more
  /// lines than that.
  package static func forEach(in text: [UInt8], _ body: (Int, ByteSlice) -> Bool) -> Bool {
    text.withUnsafeBytes { bytes in
      let slice = ByteSlice(bytes)
      var (start, number) = (0, 0)
      while start < slice.count {
        let end = slice.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? slice.count
        number += 1
        guard number <= most, end <= longest else { return false }
        if !body(number, slice[start..<end]) { return true }
        start = end + 1
      }
      return true
    }
  }
}
