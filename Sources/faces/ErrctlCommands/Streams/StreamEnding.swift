import ErrorStreams
import Replay
internal import Bytes
internal import Counting

/// The one way to end streams: says what is missing of them, and that they contain nothing. Whatever reads streams by
/// ``StreamFiles`` gets a ``MissingParts``, which only serves to end here.
struct StreamEnding {
  private var said: Set<String> = []

  /// - Parameters:
  ///   - isShown: a report says already what is missing.
  ///   - isStrict: a missing part is a failure.
  ///
  /// - Throws: if the streams contain text, but no record.
  static func check(_ summary: ReplaySummary, _ missing: MissingParts, isShown: Bool, isStrict: Bool) throws {
    let names = summary.read.streams.joined(separator: ", ")
    if !isShown { try missing.say() }
    let counts = summary.lineCounts
    if counts.hasNoRecord || counts.isEmpty && missing.isOfText {
      throw CommandFailure(.unusableInput, Self.unreadable(names))
    }
    try missing.check(isStrict: isStrict)
    if counts.isEmpty, missing.isNone { try say(names, isOne: summary.read.streams.count == 1) }
  }

  /// Says on standard error that lines were rejected.
  ///
  /// - Throws: with `--strict`, if any was.
  static func checkRejected(_ summary: ReplaySummary, isStrict: Bool) throws {
    let count = summary.lineCounts.rejected
    guard count > 0 else { return }
    let lines = count == 1 ? "1 line was" : "\(count) lines were"
    if isStrict { throw CommandFailure(.unusableInput, "\(lines) rejected, and --strict is set.") }
    try Note.write(
      summary.read.streams.joined(separator: ", "), "\(lines) rejected. errctl inspect shows which, and why.")
  }

  /// The same for streams whose contents no summary says; once for each name.
  mutating func check(_ names: String, isOne: Bool, _ contents: StreamContents, _ missing: MissingParts)
    throws
  {
    let isFirst = said.insert(names).inserted
    if isFirst { try missing.say() }
    if contents.hasNoRecord || contents.isEmpty && missing.isOfText {
      throw CommandFailure(.unusableInput, Self.unreadable(names))
    }
    guard contents.records == 0, isFirst else { return }
    if !contents.isEmpty {
      try Note.write(names, isOne ? "The stream contains no error." : "The streams contain no error.")
    } else if missing.isNone {
      try Self.say(names, isOne: isOne)
    }
  }

  static func unreadable(_ names: String) -> String {
    "\(names): No record could be read. Name a format with --input (“errctl formats” lists them), or \(mapping)"
  }

  /// The end of a sentence on a log that no format reads.
  static let mapping =
    "write a mapping: “errctl inspect LOG --write log.mapping.yaml” makes one to start from."

  static func say(_ names: String, isOne: Bool) throws {
    try Note.write(names, isOne ? "The stream is empty." : "The streams are empty.")
  }

}
