internal import Bytes

/// The levels of lines that neither begin with one nor have a time: behind a program, what failed, or a place in a file
/// (`pay: error: …`, `Options error: …`, `pay.c:3:5: warning: …`), with a number or a code (`debug1: …`, `error[E0308]: …`), in a box
/// (`│ Error: …`, or lines of dashes), behind a label (`[ shop ] [ ERROR ] …`, `[shop] ERROR …`), as a sign (`[!] …`), before a tab, or between stars (`*** WARNING: … ***`, `[host:7] *** An error …`).
enum LevelMark {
  /// A quick check; a pattern decides.
  static func isIn(_ line: ByteSlice) -> Bool {
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "A") where line.hasPrefix(ByteSlice("Assertion failed: ")): true
    case UInt8(ascii: "E") where line.hasPrefix(ByteSlice("Error in ")): line.contains(" : ")
    case UInt8(ascii: "E") where isBeforeParagraph(line): true
    case UInt8(ascii: "W") where isHeading(line): true
    case UInt8(ascii: "e") where line.hasPrefix(ByteSlice("exception: ")): true
    case UInt8(ascii: "F") where line.hasPrefix(ByteSlice("Fatal: ")): true
    case UInt8(ascii: "t") where line.hasPrefix(ByteSlice("terminate called ")): true
    case UInt8(ascii: "l") where line.hasPrefix(ByteSlice("libc++abi")): UncaughtException.isBeginning(line)
    case 0xE2: line.hasPrefix(ByteSlice("│ Error: ")) || line.hasPrefix(ByteSlice("│ Warning: "))
    case UInt8(ascii: " "), UInt8(ascii: "*"): isStarred(line) || isBehindProcess(line)
    case UInt8(ascii: "("): isBehindProcess(line)
    case UInt8(ascii: "-"): isEdge(line)
    case UInt8(ascii: "["):
      starredPart(line)?.hasPrefix(ByteSlice("An error ")) == true || isBehindLabel(line)
        || line.hasPrefix(ByteSlice("[!] ")) || line.hasPrefix(ByteSlice("[.] "))
    default: isBehindName(line) || isNamed(line) || isBeforeTab(line)
    }
  }

  /// The edge of a message of Open MPI: 74 dashes.
  static func isEdge(_ line: ByteSlice) -> Bool {
    guard line.count >= 74, line[0] == UInt8(ascii: "-"), case let line = line.trimmedAtEnd, line.count == 74
    else { return false }
    for index in 0..<line.count where line[index] != UInt8(ascii: "-") { return false }
    return true
  }

  /// `Options error: …`, `Command line error: …`
  private static func isNamed(_ line: ByteSlice) -> Bool {
    guard !line.isEmpty, line[0].isLetter,
      let end = line[0..<min(line.count, 40)].firstIndex(of: ByteSlice(" error: ")),
      end > 1
    else { return false }
    guard let space = line[0..<end].firstIndex(of: UInt8(ascii: " ")) else {
      return (1..<end).allSatisfy { line[$0].isLetter || line[$0].isDigit || line[$0] == UInt8(ascii: "_") }
    }
    // What failed, in words, is no sentence.
    return line[0] & 0x20 == 0 && space > 2
      && (1..<end).allSatisfy { $0 == space || line[$0].isLetter && line[$0] & 0x20 != 0 }
      && !line[0..<end].hasSuffix(ByteSlice(" no")) && !line[0..<end].hasSuffix(ByteSlice(" an"))
  }

  /// A name in a column, then a level and a tab.
  private static func isBeforeTab(_ line: ByteSlice) -> Bool {
    guard let tab = line[0..<min(line.count, 60)].firstIndex(of: UInt8(ascii: "\t")) else { return false }
    return levels.contains { line[0..<tab].hasSuffix($0) }
  }

  private static let levels = [
    ByteSlice(" debug"), ByteSlice(" info"), ByteSlice(" warn"), ByteSlice(" error"),
  ]

  /// `[ shop ] [ ERROR ] …`
  private static func isBehindLabel(_ line: ByteSlice) -> Bool {
    guard let close = line.firstIndex(of: UInt8(ascii: "]")), close + 4 < line.count else { return false }
    // `[shop] ERROR …`
    if line[close + 1] == UInt8(ascii: " "), line[1].isLetter,
      line[0..<close].firstIndex(of: UInt8(ascii: " ")) == nil,
      (UInt8(ascii: "C")...UInt8(ascii: "W")).contains(line[close + 2]),
      (UInt8(ascii: "A")...UInt8(ascii: "R")).contains(line[close + 3])
    {
      return true
    }
    guard line[close..<line.count].hasPrefix(ByteSlice("] [")) else { return false }
    return line[close + 3].isLetter || line[close + 3] == UInt8(ascii: " ") && line[close + 4].isLetter
  }

  /// R's heading of warnings.
  static func isHeading(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("Warning message"))
      && (line.trimmedAtEnd == "Warning message:" || line.trimmedAtEnd == "Warning messages:")
  }

  /// Whether the words of an error follow: Varnish's `Error:` alone, and Redis' `*** FATAL CONFIG FILE ERROR (…) ***`.
  static func isBeforeParagraph(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("Error:")) && line.trimmedAtEnd.count == 6
      || line.hasPrefix(ByteSlice("*** FATAL ")) && isBanner(line)
  }

  /// R numbers several warnings.
  static func isNumbered(_ line: ByteSlice) -> Bool {
    var index = 0
    while index < line.count, line[index].isDigit { index += 1 }
    return index > 0 && line[index..<line.count].hasPrefix(ByteSlice(": "))
  }

  /// Whether a line, perhaps behind one blank, begins with three stars.
  static func isStarred(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("*** ")) || line.hasPrefix(ByteSlice(" *** "))
  }

  /// A sentence between stars, as programs print at their start; crash reports have headings like it.
  static func isBanner(_ line: ByteSlice) -> Bool {
    isStarred(line) && line.trimmedAtEnd.hasSuffix(ByteSlice(" ***")) && !line.hasPrefix(ByteSlice("*** ***"))
      && !line.hasPrefix(ByteSlice("*** Signal ")) && !line.contains("rogram crashed: ")
  }

  /// The text behind a process in brackets and three stars, as in `[host:7] *** reported by …`.
  static func starredPart(_ line: ByteSlice) -> ByteSlice? {
    let mark = ByteSlice("] *** ")
    guard let close = line.firstIndex(of: UInt8(ascii: "]")), line[close..<line.count].hasPrefix(mark) else {
      return nil
    }
    return line[(close + mark.count)..<line.count]
  }

  /// A line in the same box, or between the same stars, as the error in the line before it.
  static func goesOn(_ line: ByteSlice) -> Bool {
    switch line.isEmpty ? 0 : line[0] {
    case 0xE2: line.hasPrefix(ByteSlice("│")) || line.hasPrefix(ByteSlice("╵"))
    case UInt8(ascii: "["): starredPart(line).map { !$0.hasPrefix(ByteSlice("An error ")) } ?? false
    default: false
    }
  }

  /// GLib's `(pay:7): Gtk-WARNING **: …`, and `** (pay:7): WARNING **: …` without a domain.
  private static func isBehindProcess(_ line: ByteSlice) -> Bool {
    let start = line.hasPrefix(ByteSlice("** (")) ? 3 : 0
    guard line[start] == UInt8(ascii: "("), let close = line.firstIndex(of: UInt8(ascii: ")"), from: start),
      close > start + 3, line[close - 1].isDigit, line[close..<line.count].hasPrefix(ByteSlice("): "))
    else { return false }
    let rest = line[(close + 3)..<min(line.count, close + 60)]
    return rest.contains(" **: ") || rest.contains("Message: ")
  }

  /// `start.c: lxc_init: 862 …`, or the end of a failed assertion.
  private static func isBehindPlace(_ rest: ByteSlice) -> Bool {
    let front = rest[0..<min(rest.count, 120)]
    if front.contains(".c: ") || front.contains(".h: ") { return true }
    let rest = rest.trimmedAtEnd
    return rest.hasSuffix(ByteSlice(" failed.")) && rest.contains(": Assertion ")
      || rest.hasSuffix(ByteSlice("\" failed")) && rest.contains(": assertion \"")
  }

  private static func isBehindName(_ line: ByteSlice) -> Bool {
    var index = 0
    while index < line.count, index < 120, isPartOfName(line, index) { index += 1 }
    guard index > 0, index + 2 < line.count, line[index] == UInt8(ascii: ":") else { return false }
    let name = line[0..<index]
    if name.hasPrefix(ByteSlice("debug")), name.count == 6 { return true }
    if name.hasSuffix(ByteSlice("]")),
      name.hasPrefix(ByteSlice("error[")) || name.hasPrefix(ByteSlice("warning["))
    {
      return true
    }
    index += 1
    if isBehindPlace(line[index..<line.count]) { return true }
    while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
    let start = index
    if line[index..<line.count].hasPrefix(ByteSlice("*** ")) { return true }
    while index < line.count, index < start + 10, line[index].isLetter { index += 1 }
    guard index > start + 2, index < line.count else { return false }
    return line[index] == UInt8(ascii: ":") || line[start..<index] == "debug"
      || line[index..<line.count].hasPrefix(ByteSlice(" error:"))
      || line[start..<index] == "Fatal" && line[index..<line.count].hasPrefix(ByteSlice(" error "))
  }

  /// Also a colon inside a place in a file.
  static func isPartOfName(_ line: ByteSlice, _ index: Int) -> Bool {
    let byte = line[index]
    if byte.isLetter || byte.isDigit { return true }
    switch byte {
    case UInt8(ascii: ":"): return index > 0 && index + 1 < line.count && line[index + 1].isDigit
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "["), UInt8(ascii: "]"):
      return true
    default: return false
    }
  }
}
