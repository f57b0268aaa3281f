import ArgumentParser
import Replay
internal import Records

/// Two streams, or two spans of one, in place of two rule files.
struct TwoStreamOptions: ParsableArguments {
  @Flag(
    name: .customLong("streams"),
    help: "Compare two streams under the same rules: errctl diff --streams A B RULES.")
  var isOn = false

  @Option(
    help: ArgumentHelp(
      "With --streams: move the first stream's --since and --until back by this, such as 1d.",
      valueName: "span"))
  var offset: String?

  @Option(
    help: ArgumentHelp(
      "With --streams: compare only errors with this outcome, rule, category or kind. Repeatable.",
      valueName: "name"))
  var only: [String] = []

  func validate() throws {
    for (isGiven, option) in [(offset != nil, "--offset"), (!only.isEmpty, "--only")] where isGiven && !isOn {
      throw ValidationError("\(option) needs --streams.")
    }
  }

  /// The records of the first stream and of the second one.
  func selections(_ evaluation: RunOptions) throws -> (before: RecordSelection, after: RecordSelection) {
    var after = try evaluation.recordSelection()
    guard let offset else { return (after, after) }
    guard let span = TimeSpan(offset), span.microseconds > 0 else {
      throw CommandFailure(.usage, "--offset takes a span such as 1d, 12h or 30m, not “\(offset)”.")
    }
    guard let since = after.since else {
      throw CommandFailure(.usage, "--offset moves a span of time. Say where it begins with --since.")
    }
    let zone = evaluation.input.zone
    guard let until = try after.until ?? evaluation.selection.span.moment(evaluation.input.clock),
      since < until
    else {
      throw CommandFailure(
        .usage, "--since \(zone.text(since)) is not before now. Say when the span ends with --until.")
    }
    after.until = until
    var before = after
    before.since = Timestamp(microseconds: since.microseconds - span.microseconds)
    before.until = Timestamp(microseconds: until.microseconds - span.microseconds)
    (before.typedSince, before.typedUntil) = (nil, nil)
    if let end = before.until, end > since {
      throw CommandFailure(
        .usage,
        "The spans overlap: moved back by \(offset), the first one ends at \(zone.text(end)), but the second one "
          + "begins at \(zone.text(since)). Name an earlier --until or a longer --offset.")
    }
    return (before, after)
  }
}
