import ErrorStreams
import Replay
import RuleEngine

/// Streams that contain nothing, which is no error but is said; and streams without any record.
enum EmptyStream {
  /// Says on standard error that streams are empty. Throws if they contain no record otherwise, or break off.
  static func check(_ summary: ReplaySummary) throws {
    let names = summary.streams.joined(separator: ", ")
    let isBroken = summary.sources.contains { $0.fault != nil }
    let counts = summary.lineCounts
    if counts.hasNoRecord || counts.isEmpty && isBroken {
      throw CommandFailure(.unusableInput, "\(names): No record could be read.")
    }
    if counts.isEmpty { try say(names, isOne: summary.streams.count == 1) }
  }

  static func say(_ names: String, isOne: Bool) throws {
    let what = isOne ? "The stream is empty." : "The streams are empty."
    try CheckedOutput.standardError.write("errctl: \(EscapedText.of(names)): \(what)\n")
    try CheckedOutput.standardError.flush()
  }
}
