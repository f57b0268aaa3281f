import ArgumentParser
import Replay
internal import Source

struct SelectionOptions: ParsableArguments {
  @OptionGroup var span: SpanOptions

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

  var isGiven: Bool { span.isGiven || matcher != nil || sample != nil }

  func validate() throws {
    if let matcher, matcher.allSatisfy({ $0.isWhitespace }) {
      throw ValidationError("--where takes a matcher such as “{ status: 5xx }”.")
    }
  }

  var recordFilter: SourceFile? { matcher.map { SourceFile(name: "--where", text: $0) } }

  func selection(seed: UInt64, clock: LocalClock) throws -> RecordSelection {
    var selection = try span.selection(clock: clock)
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

  func words(clock: LocalClock) -> [String] {
    span.words(clock: clock) + (matcher.map { ["--where", $0] } ?? [])
      + (sample.map { ["--sample", $0] } ?? []) + (order == .time ? ["--order", "time"] : [])
  }
}
