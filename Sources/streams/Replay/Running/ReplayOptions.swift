package import Counting
package import Records
package import ErrorStreams
package import Bytes
internal import Engine
package import Secrets
package import SystemPackage

/// Answers and results of actions, where a record has none.
package struct UnrecordedResults: Sendable {
  /// The title of the button, by clause, to choose, or nil.
  package var presetAnswers: [String?] = []
  /// The same for the second rule set of a comparison.
  package var otherPresetAnswers: [String?] = []
  /// The names of actions that fail.
  package var failing: [String] = []
}

package struct ReplayOptions: Sendable {
  package var seed: UInt64 = 0
  package var jobs = 1
  package var wantsResolutions = false
  package var writesErrors = false
  /// See ``Evaluator/writesRecord``.
  package var writesRecord = false
  /// Written in place of resolutions.
  package var list: RecordList?
  /// The records in the list or among the resolutions; nil for all.
  package var only: OutcomeSelection?
  package var counting = CountingOptions()
  package var unrecorded = UnrecordedResults()
  /// Nil for no preview.
  package var load: LoadOptions?
  /// The layers of retries below the rules, the innermost one first.
  package var layers: [StackedLayer] = []
  package var limits = Limits()

  /// Detected from the first records by default.
  package var input = StreamInput.native

  /// The year and the zone for times that lack them.
  package var times = TimeDefaults()

  /// The zone of the times that reports show. It does not affect the result.
  package var zone = ShownZone.utc

  package var selection = RecordSelection()

  /// The fields by whose values records that need state have to meet, where they are evaluated elsewhere: none, if they all
  /// have to. Nil if they are evaluated in their turn.
  package var meetingFields: [Subject]?

  package var order = StreamOrder.given

  /// The redactor for the texts of records in the summary and in the list; not for resolutions.
  package var redactor = Redactor.off

  /// Read at once. It does not affect the result.
  package var chunkSize = 1 << 18
  /// The size in bytes at which a text is handed over to bound memory. It does not affect the result.
  package var textSize = 1 << 22
  /// A descriptor that becomes readable when the replay is to stop, so that it does not block on a slow
  /// stream.
  package var wake: FileDescriptor?

  /// The options that need times, as the user wrote them.
  var timeOptions: [String] {
    selection.timeOptions + (order == .time ? ["--order time"] : [])
  }

  package init() {}
}

extension StreamReader {
  init(_ descriptor: FileDescriptor, named name: String, _ options: ReplayOptions, chunkSize: Int? = nil) {
    self.init(
      descriptor, named: name, input: options.input, limits: options.limits, times: options.times,
      chunkSize: chunkSize ?? options.chunkSize, wake: options.wake)
  }
}
