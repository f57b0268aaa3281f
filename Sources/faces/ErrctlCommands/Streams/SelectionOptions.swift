import ArgumentParser
import Replay
internal import Bytes
internal import Records
internal import Source

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only records from this time on: 2026-11-22T05:00:00Z, 2026-11-22, or 2h before now.", valueName: "time"
    ))
  var since: String?

  @Option(help: ArgumentHelp("Only records before this time.", valueName: "time"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "The time that “2h before now” counts from. Default: the current time.", valueName: "time"))
  var now: String?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only records that match, in the syntax of rules: “{ status: 5xx }”.", valueName: "matcher"))
  var matcher: String?

  @Option(
    help: ArgumentHelp(
      "Only a sample of this many records, or this share, drawn by --seed: 1000, 5%, 1/20 or 0.05.",
      valueName: "size"))
  var sample: String?

  @Option(
    help: ArgumentHelp(
      "given: one stream after the other. time: all records, sorted by time.", valueName: "order"))
  var order = Order.given

  enum Order: String, ExpressibleByArgument, CaseIterable {
    case given, time
  }

  var streamOrder: StreamOrder { order == .time ? .time : .given }

  var isGiven: Bool { since != nil || until != nil || matcher != nil || sample != nil }

  func validate() throws {
    if now != nil, since == nil, until == nil { throw ValidationError("--now needs --since or --until.") }
    if let matcher, matcher.allSatisfy({ $0.isWhitespace }) {
      throw ValidationError("--where takes a matcher such as “{ status: 5xx }”.")
    }
  }

  var recordFilter: SourceFile? { matcher.map { SourceFile(name: "--where", text: $0) } }

  func selection(seed: UInt64) throws -> RecordSelection {
    var selection = RecordSelection()
    let now = try now.map { try moment($0, "--now", countedFrom: nil) }
    selection.since = try since.map { try moment($0, "--since", countedFrom: now ?? Self.clock) }
    selection.until = try until.map { try moment($0, "--until", countedFrom: now ?? Self.clock) }
    if let since = selection.since, let until = selection.until, since >= until {
      throw CommandFailure(
        .usage, "--since \(since.text) is not before --until \(until.text), so no record would be left.")
    }
    selection.matcher = matcher
    selection.seed = seed
    if let sample {
      selection.share = SampleShare(sample)
      if selection.share == nil { selection.count = Int(sample).flatMap { $0 > 0 ? $0 : nil } }
      guard selection.share != nil || selection.count != nil else {
        throw CommandFailure(
          .usage,
          "--sample takes a number of records, or a share above 0 and up to all of them: 5%, 1/20 or 0.05, "
            + "not “\(sample)”.")
      }
    }
    return selection
  }

  var words: [String] {
    let selection = try? selection(seed: 0)
    return (selection?.since.map { ["--since", $0.text] } ?? [])
      + (selection?.until.map { ["--until", $0.text] } ?? []) + (matcher.map { ["--where", $0] } ?? [])
      + (sample.map { ["--sample", $0] } ?? []) + (order == .time ? ["--order", "time"] : [])
  }

  /// Nil outside the years that records support.
  private static var clock: Timestamp? { Timestamp(unixSeconds: Date.now.timeIntervalSince1970) }

  /// A time, a day, or a duration before another time.
  private func moment(_ text: String, _ option: String, countedFrom now: Timestamp?) throws -> Timestamp {
    let moment: Timestamp? = [text, "\(text)T00:00:00Z"].lazy.compactMap { text in
      Array(text.utf8).withUnsafeBytes { Timestamp(ByteSlice($0)) }
    }.first
    if let moment { return moment }
    if let now, let span = TimeSpan(text) {
      return Timestamp(microseconds: now.microseconds - span.microseconds)
    }
    let kinds =
      option == "--now" ? "2026-11-22T05:00:00Z" : "2026-11-22T05:00:00Z, 2026-11-22, or 2h before now"
    throw CommandFailure(.usage, "\(option) takes a time such as \(kinds), not “\(text)”.")
  }
}
