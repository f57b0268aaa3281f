internal import Bytes

/// The lines in which threads of a GPU's kernel say that an assertion failed, before the program gets an error:
/// ``FILE:LINE: FUNCTION: block: [0,0,0], thread: [3,0,0] Assertion `EXPRESSION` failed.``
enum KernelAssertion {
  static func isLine(_ line: ByteSlice) -> Bool {
    let line = line.trimmedAtEnd
    guard line.hasSuffix(ByteSlice("` failed.")),
      let block = line.firstIndex(of: ByteSlice(": block: [")),
      let thread = line.firstIndex(of: ByteSlice("], thread: ["), from: block)
    else { return false }
    return line.firstIndex(of: ByteSlice("] Assertion `"), from: thread) != nil
  }

  /// The number of lines that a text begins with, and the place behind them.
  static func count(atBeginningOf text: ByteSlice) -> (lines: Int, end: Int) {
    var lines = 0
    var end = 0
    for line in text.lines {
      if isLine(line) {
        lines += 1
      } else if lines == 0 || !line.isBlank {
        break
      }
      end = min(text.count, end + line.count + 1)
    }
    return (lines, end)
  }
}
