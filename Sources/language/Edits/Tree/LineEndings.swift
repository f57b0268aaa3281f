/// A file's line endings and byte order mark, preserved by every edit.
package struct LineEndings: Sendable, Equatable {
  /// LF, CRLF or CR: the most frequent one of the file.
  package let lineBreak: [UInt8]
  package let hasByteOrderMark: Bool

  package init(of bytes: [UInt8]) {
    hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var counts = (lf: 0, crlf: 0, cr: 0)
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] == 0x0A {
        counts.lf += 1
      } else if bytes[offset] == 0x0D {
        let isPair = offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
        if isPair { counts.crlf += 1 } else { counts.cr += 1 }
        offset += isPair ? 1 : 0
      }
      offset += 1
    }
    if counts.crlf > counts.lf, counts.crlf >= counts.cr {
      lineBreak = [0x0D, 0x0A]
    } else {
      lineBreak = counts.cr > counts.lf ? [0x0D] : [0x0A]
    }
  }

  /// A text with the file's line breaks instead of line feeds that stand alone.
  package func broken(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text {
      if byte == 0x0A, bytes.last != 0x0D { bytes += lineBreak } else { bytes.append(byte) }
    }
    return bytes
  }

  package func text(of lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
    for line in lines {
      bytes += line.utf8
      bytes += lineBreak
    }
    return bytes
  }
}
