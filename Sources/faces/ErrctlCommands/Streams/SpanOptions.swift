import ArgumentParser
import Replay
internal import Records

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options for a span of time.
struct SpanOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only records from this time on: \(TypedTime.examples).", valueName: "time"
    ))
  var since: String?

  @Option(help: ArgumentHelp("Only records before this time.", valueName: "time"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "The time that 2h, 02:00 and yesterday count from. Default: the current time.", valueName: "time"))
  var now: String?

  var isGiven: Bool { since != nil || until != nil }

  func validate() throws {
    if now != nil, !isGiven { throw ValidationError("--now needs --since or --until.") }
  }

  /// The records of this time.
  func selection(clock: LocalClock) throws -> RecordSelection {
    var selection = RecordSelection()
    let now = try moment(clock)
    let since = try since.map { try typed($0, "--since", countedFrom: now, clock) }
    let until = try until.map { try typed($0, "--until", countedFrom: now, clock) }
    selection.since = since?.moment
    selection.until = until?.moment
    selection.typedSince = since?.note(of: self.since)
    selection.typedUntil = until?.note(of: self.until)
    selection.countsFromNow = self.now == nil && since?.isSpan == true
    if let since = selection.since, let until = selection.until, since >= until {
      let zone = clock.shownZone(named: nil)
      throw CommandFailure(
        .usage,
        "--since \(zone.text(since)) is not before --until \(zone.text(until)), so no record would be left.")
    }
    return selection
  }

  /// The moment that typed times count from; nil outside the years that records support.
  func moment(_ clock: LocalClock) throws -> Timestamp? {
    try now.map { try typed($0, "--now", countedFrom: nil, clock).moment } ?? Self.present
  }

  func words(clock: LocalClock) -> [String] {
    let selection = try? selection(clock: clock)
    return (selection?.since.map { ["--since", $0.text] } ?? [])
      + (selection?.until.map { ["--until", $0.text] } ?? [])
  }

  /// The current second; nil outside the years that records support.
  private static var present: Timestamp? {
    Timestamp(unixSeconds: Date.now.timeIntervalSince1970.rounded(.down))
  }

  private func typed(_ text: String, _ option: String, countedFrom now: Timestamp?, _ clock: LocalClock)
    throws
    -> TypedTime
  {
    if let time = TypedTime(text, now: now, clock: clock) { return time }
    let kinds = option == "--now" ? "2026-11-27T02:00:00Z or “2026-11-27 02:00”" : TypedTime.examples
    throw CommandFailure(.usage, "\(option) takes a time such as \(kinds), not “\(text)”.")
  }
}
