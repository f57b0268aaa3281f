internal import Bytes

/// The signs of which each text and line of a trace or crash report has at least one. Most messages and most lines of
/// logs have none, so no reader is called.
///
/// A reader of another kind of trace adds here what its texts have.
enum TraceSigns {
  static func areIn(_ text: ByteSlice) -> Bool {
    guard !text.isEmpty else { return false }
    if text[0] <= 0x20 || isBeginning(text) { return true }
    let text = text.trimmedAtEnd
    if text.count > 1, text[text.count - 1] == UInt8(ascii: "."), text[text.count - 2].isDigit,
      PerlTrace.message(text) != nil
    {
      return true
    }
    // Rails, the heading of a Python traceback after the other parts of a record's line, and a kernel's assertion.
    return text.hasSuffix(ByteSlice("):")) || text.hasSuffix(ByteSlice("` failed."))
      || TraceLines.isExceptionName(text) || text.contains(anyOf: marks)
  }

  /// Ruby's `pay.rb:5:in 'charge'`, `Fatal error: `, `Program crashed: `, `panic: `, Monolog's `[object] (`, and more
  /// lines.
  private static let marks = ByteMarks(
    UInt8(ascii: "\n"), BytePair(UInt8(ascii: ":"), UInt8(ascii: "i")),
    BytePair(UInt8(ascii: "F"), UInt8(ascii: "a")), BytePair(UInt8(ascii: "P"), UInt8(ascii: "r")),
    BytePair(UInt8(ascii: "c"), UInt8(ascii: ":")), BytePair(UInt8(ascii: "["), UInt8(ascii: "o")))

  private static func isBeginning(_ text: ByteSlice) -> Bool {
    switch text[0] {
    // Frames of PHP and Dart, Node.js' place in the source, and what closes a text in JSON.
    case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"),
      UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\""):
      true
    case UInt8(ascii: "*"): text.hasPrefix(ByteSlice("*** ")) || text.hasPrefix(ByteSlice("** ("))
    case UInt8(ascii: "-"): text.hasPrefix(ByteSlice("---> ")) || LevelMark.isEdge(text)
    case UInt8(ascii: "."): text.hasPrefix(ByteSlice("... "))
    case UInt8(ascii: "<"): text.hasPrefix(ByteSlice("<asynchronous suspension>"))
    case UInt8(ascii: ">"): text.hasPrefix(ByteSlice("> File \""))
    // A box, or a process before stars.
    case 0xE2: LevelMark.goesOn(text)
    case UInt8(ascii: "["):
      LevelMark.starredPart(text) != nil || text.hasPrefix(ByteSlice("[stacktrace]"))
        || text.hasPrefix(ByteSlice("[previous exception] ")) || LineTag.isHeading(text)
        || NodeErrorText.isBracketed(text)
    case UInt8(ascii: "("): LineTag.isHeading(text)
    case UInt8(ascii: "A"): text.hasPrefix(ByteSlice("ANR in "))
    case UInt8(ascii: "C"): text.hasPrefix(ByteSlice("Caused by: ")) || HaskellTrace.isStack(text)
    case UInt8(ascii: "H"): HaskellTrace.isStack(text)
    case UInt8(ascii: "D"): text.hasPrefix(ByteSlice("During handling of the above exception"))
    case UInt8(ascii: "E"):
      text.hasPrefix(ByteSlice("Error")) || text.hasPrefix(ByteSlice("Exception in thread \""))
    case UInt8(ascii: "F"): text.hasPrefix(ByteSlice("FATAL EXCEPTION: "))
    case UInt8(ascii: "N"): text.hasPrefix(ByteSlice("Next ")) || text.hasPrefix(ByteSlice("Node.js v"))
    case UInt8(ascii: "S"):
      text.hasPrefix(ByteSlice("Stack trace:")) || text.hasPrefix(HeadedTrace.heading)
        || text.hasPrefix(ByteSlice("Suppressed: "))
    case UInt8(ascii: "T"):
      text.hasPrefix(ByteSlice("Traceback (")) || text.hasPrefix(ByteSlice("The above exception"))
    case UInt8(ascii: "U"):
      text.hasPrefix(ByteSlice("Uncaught ")) || text.hasPrefix(ByteSlice("Unhandled exception"))
    case UInt8(ascii: "W"):
      text.hasPrefix(ByteSlice("Wrapped by: ")) || text.hasPrefix(ByteSlice("Warning message"))
    case UInt8(ascii: "c"): text.hasPrefix(ByteSlice("caused by: "))
    case UInt8(ascii: "f"):
      text.hasPrefix(ByteSlice("fatal error: ")) || text.hasPrefix(ByteSlice("file:///"))
    case UInt8(ascii: "g"): text.hasPrefix(ByteSlice("goroutine "))
    case UInt8(ascii: "l"): text.hasPrefix(ByteSlice("libc++abi"))
    case UInt8(ascii: "n"): text.hasPrefix(ByteSlice("node:"))
    case UInt8(ascii: "t"):
      text.hasPrefix(ByteSlice("terminating ")) || text.hasPrefix(ByteSlice("thread '"))
        || text.hasPrefix(ByteSlice("terminate called "))
    default: false
    }
  }
}
