internal import Bytes

/// The heading of a traceback of a task of Ray, which has no other: `ray::pay() (pid=12, ip=192.0.2.2)`, with colors or without.
enum RayTrace {
  static func isHeading(_ line: ByteSlice) -> Bool {
    let start = line[TerminalCodes.end(ofColorAt: 0, in: line)..<line.count]
    return start.hasPrefix(ByteSlice("ray::")) && start.contains(" (pid=")
  }

  /// Whether a text begins with such a heading, or with a frame of Python.
  static func isBeginning(_ text: ByteSlice) -> Bool { isFrame(text) || isHeading(text.firstLine) }

  /// A frame of Python: `  File "/srv/pay.py", line 7, in pay`.
  static func isFrame(_ line: ByteSlice) -> Bool {
    let line = line[line.leadingBlanks..<line.count]
    return line.hasPrefix(ByteSlice("File \"")) && line.firstLine.contains("\", line ")
  }
}
