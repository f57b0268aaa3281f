import ErrorStreams
import Replay
internal import Bytes
internal import Counting

/// Streams that contain nothing, which is no error but is said; and streams without any record.
struct EmptyStream {
  private var said: Set<String> = []

  /// Says on standard error that streams are empty. Throws if they contain no record otherwise, or break off.
  static func check(_ summary: ReplaySummary) throws {
    let names = summary.read.streams.joined(separator: ", ")
    let isBroken = summary.sources.contains { $0.fault != nil }
    let counts = summary.lineCounts
    if counts.hasNoRecord || counts.isEmpty && isBroken {
      throw CommandFailure(.unusableInput, Self.unreadable(names))
    }
    if counts.isEmpty { try say(names, isOne: summary.read.streams.count == 1) }
  }

  /// The same for streams whose contents no summary says; once for each name.
  mutating func check(_ names: String, isOne: Bool, _ contents: StreamContents) throws {
    if contents.hasNoRecord { throw CommandFailure(.unusableInput, Self.unreadable(names)) }
    guard contents.records == 0, said.insert(names).inserted else { return }
    if contents.isEmpty { return try Self.say(names, isOne: isOne) }
    try Self.write(names, isOne ? "The stream contains no error." : "The streams contain no error.")
  }

  static func unreadable(_ names: String) -> String {
    "\(names): No record could be read. Name a format with --input (“errctl formats” lists them), or \(mapping)"
  }

  /// The end of a sentence on a log that no format reads.
  static let mapping =
    "write a mapping: “errctl inspect LOG --write log.mapping.yaml” makes one to start from."

  static func say(_ names: String, isOne: Bool) throws {
    try write(names, isOne ? "The stream is empty." : "The streams are empty.")
  }

  static func write(_ names: String, _ what: String) throws {
    try CheckedOutput.standardError.write("errctl: \(EscapedText.of(names)): \(what)\n")
    try CheckedOutput.standardError.flush()
  }
}
