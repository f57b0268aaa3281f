import RuleEngine

/// Runs the compiled chain on a found error to confirm a result.
final class WitnessRunner {
  /// The result of a run without memory.
  struct Run {
    var fired: Set<Int> = []
    var isHandled = false
    var station: Int?
    var evaluation = Evaluation.cancel
    var root: Int?
    var category: Int?
    var lastCategory: Int?
    var isIgnored = false
    /// Whether an error raised during the evaluation is unhandled.
    var leavesRaisedUnanswered = false
    /// The clauses whose alerts took an answer, in order.
    var answered: [Int] = []
    /// The clauses to test against the recorded error.
    var asks: Set<Int> = []
    /// The clauses with an exhausted budget, and the categories of the error and its replacements. Filled in
    /// by ``WitnessRunner/listen(to:into:)``.
    var exhausted: Set<Int> = []
    var categories: Set<Int> = []
  }

  private let chain: ResponderChain
  private var climb: Climb

  init(_ chain: ResponderChain) {
    self.chain = chain
    climb = Climb(chain)
  }

  /// Nil if the text is not a recorded error.
  func run(_ json: String, asking stations: [Int] = []) -> Run? {
    let bytes = Array(json.utf8)
    return bytes.withUnsafeBytes { text -> Run? in
      guard climb.read(ByteSlice(text)) == nil else { return nil }
      var memory = ChainMemory(isAtHand: true)
      var run = Run()
      run.asks = Set(stations.filter { climb.asks(station: $0) })
      run.category = climb.recordedCategory()
      guard climb.run(&memory, ordinal: 1) else { return nil }
      for index in 0..<climb.outcome.fired.count { run.fired.insert(Int(climb.outcome.fired[index])) }
      run.lastCategory = climb.outcome.category.place
      run.isHandled = climb.outcome.isHandled
      run.evaluation = climb.outcome.evaluation
      run.isIgnored = climb.outcome.isIgnored
      for index in 0..<climb.outcome.raised.count where !climb.outcome.raised[index].isHandled {
        run.leavesRaisedUnanswered = true
      }
      run.station = climb.outcome.station.place
      run.root = climb.outcome.root.place
      run.answered = climb.stationsAnswered
      return run
    }
  }

  /// Adds the events of a run that its outcome does not show: exhausted budgets and intermediate categories.
  func listen(to json: String, into run: inout Run) {
    let bytes = Array(json.utf8)
    bytes.withUnsafeBytes { text in
      guard climb.read(ByteSlice(text)) == nil else { return }
      var memory = ChainMemory(isAtHand: true)
      var coverage = CoverageCounter(chain)
      guard climb.run(&memory, ordinal: 1, covering: &coverage) else { return }
      let counts = coverage.counts
      run.exhausted = Set(counts.stations.indices.filter { counts.stations[$0].exhausted > 0 })
      run.categories = Set(counts.categories.indices.filter { counts.categories[$0] > 0 })
    }
  }

  /// The resolution of an error. Nil if the text is not a recorded error.
  func resolution(of json: String) -> [UInt8]? {
    let bytes = Array(json.utf8)
    return bytes.withUnsafeBytes { text -> [UInt8]? in
      guard climb.read(ByteSlice(text)) == nil else { return nil }
      var memory = ChainMemory(isAtHand: true)
      guard climb.run(&memory, ordinal: 1) else { return nil }
      var written = Buffer<UInt8>()
      var gaps = Buffer<Gap>()
      climb.appendResolution(ordinal: 1, to: &written, gaps: &gaps)
      var resolution: [UInt8] = []
      var next = 0
      for index in 0..<written.count {
        // Values that depend on the order of a stream are the same for both.
        while next < gaps.count, gaps[next].offset == index {
          resolution.append(UInt8(ascii: "1"))
          next += 1
        }
        resolution.append(written[index])
      }
      return resolution
    }
  }

  /// Whether another chain gives the same result, in what counts. Nil if the text is not a recorded error.
  func answers(_ json: String, like other: WitnessRunner, namesStations: Bool) -> Bool? {
    guard let mine = resolution(of: json), let theirs = other.resolution(of: json) else { return nil }
    if mine == theirs { return true }
    guard let meaning = ResolutionMeaning.text(of: mine, namesStations: namesStations),
      let theirMeaning = ResolutionMeaning.text(of: theirs, namesStations: namesStations)
    else { return nil }
    return meaning == theirMeaning
  }
}
