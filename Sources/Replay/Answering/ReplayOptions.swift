package import ErrorStreams
package import RuleEngine
package import SystemPackage

/// What a replay is asked to do.
package struct ReplayOptions: Sendable {
  /// The seed of random draws.
  package var seed: UInt64 = 0
  /// Threads that answer records; at least 1.
  package var jobs = 1
  /// Whether resolutions are written, beside being counted.
  package var wantsResolutions = false
  /// Whether outcomes over time, ways through the chain and records worth to be explained are found out too.
  package var wantsPicture = false
  /// For each station of the chain, the title of the button that is chosen where nobody chose, or nil.
  package var presetAnswers: [String?] = []
  /// The same for the rule set that is compared with.
  package var otherPresetAnswers: [String?] = []
  /// What a preview of the load of retries assumes, where one is wanted.
  package var load: LoadOptions?
  package var limits = Limits()
  /// A clock of nanoseconds that only moves on, where it is to be found out what each rule costs.
  package var profileClock: (@Sendable () -> Int64)?

  /// How streams are read: as their first records say, or as something that is named.
  package var input = StreamInput.native

  /// Which records are answered.
  package var selection = RecordSelection()

  /// In which order the records of several streams are answered.
  package var order = StreamOrder.given

  /// How many bytes of a stream are read at once; the result is the same for any size.
  package var chunkSize = 1 << 18
  /// How many bytes may be written about records before they are handed over, so that memory stays small where rules
  /// say much about each; the result is the same for any size.
  package var textSize = 1 << 22
  /// Where something to read stands once the replay shall stop, so that it does not wait for a slow stream.
  package var wake: FileDescriptor?

  package init() {}
}

extension StreamReader {
  /// Reads what a descriptor has, as the options say.
  init(_ descriptor: FileDescriptor, _ options: ReplayOptions, chunkSize: Int? = nil) {
    self.init(
      descriptor,
      input: options.input,
      limits: options.limits,
      chunkSize: chunkSize ?? options.chunkSize,
      wake: options.wake
    )
  }
}
