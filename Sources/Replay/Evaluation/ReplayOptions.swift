package import ErrorStreams
package import RuleEngine
package import SystemPackage

package struct ReplayOptions: Sendable {
  package var seed: UInt64 = 0
  package var jobs = 1
  /// Whether resolutions are written as well as counted.
  package var wantsResolutions = false
  /// Whether resolutions have the recorded error.
  package var writesErrors = false
  /// The list that is written in place of resolutions, or nil.
  package var list: RecordList?
  /// The records in the list or among the resolutions; nil for all.
  package var only: OutcomeSelection?
  /// Whether to collect the page's details: outcomes over time, flows through the chain, example records.
  package var wantsDetail = false
  /// Whether to count the kinds of errors of each category and rule.
  package var wantsKinds = false
  /// By clause: the title of the button to choose if no answer is recorded, or nil.
  package var presetAnswers: [String?] = []
  /// The same for the second rule set.
  package var otherPresetAnswers: [String?] = []
  /// Assumptions of the load preview; nil for no preview.
  package var load: LoadOptions?
  package var limits = Limits()
  /// A monotonic clock in nanoseconds, to measure the cost of each rule; nil for no measurement.
  package var profileClock: (@Sendable () -> Int64)?

  /// The format of the streams; detected from their first records by default.
  package var input = StreamInput.native

  /// The year and the zone of times that lack them.
  package var times = TimeDefaults()

  /// The records to evaluate.
  package var selection = RecordSelection()

  /// The order in which records of several streams are evaluated.
  package var order = StreamOrder.given

  /// The bytes read at once. It does not affect the result.
  package var chunkSize = 1 << 18
  /// The size of the text, in bytes, at which it is handed over to bound memory. It does not affect the
  /// result.
  package var textSize = 1 << 22
  /// A descriptor that becomes readable when the replay is to stop, so that it does not block on a slow
  /// stream.
  package var wake: FileDescriptor?

  /// The options that need times, as the user wrote them.
  var timeOptions: [String] {
    (selection.since == nil ? [] : ["--since"]) + (selection.until == nil ? [] : ["--until"])
      + (order == .time ? ["--order time"] : [])
  }

  package init() {}
}

extension StreamReader {
  /// A reader of a descriptor's contents.
  init(_ descriptor: FileDescriptor, _ options: ReplayOptions, chunkSize: Int? = nil) {
    self.init(
      descriptor,
      input: options.input,
      limits: options.limits,
      times: options.times,
      chunkSize: chunkSize ?? options.chunkSize,
      wake: options.wake
    )
  }
}
