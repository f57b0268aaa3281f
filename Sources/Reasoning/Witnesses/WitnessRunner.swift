import RuleEngine

/// Runs the compiled chain on an error that was found, to make sure that it does what is said of it.
final class WitnessRunner {
  /// What the chain does with an error, with nothing remembered.
  struct Run {
    var fired: Set<Int> = []
    var isHandled = false
    var station: Int?
    var evaluation = Evaluation.cancel
    var root: Int?
    /// The category that the error as recorded is given.
    var category: Int?
    /// The category of the error as it ended.
    var lastCategory: Int?
    var isIgnored = false
    /// Whether an error that was raised on the way is answered by nobody.
    var leavesRaisedUnanswered = false
    /// The stations whose alerts took an answer, in order.
    var answered: [Int] = []
    /// The stations of which it is asked whether they match it as recorded.
    var asks: Set<Int> = []
    /// The stations that had no try left, and the categories that it or what rules made of it was given: known only once
    /// ``WitnessRunner/listen(to:into:)`` was asked.
    var exhausted: Set<Int> = []
    var categories: Set<Int> = []
  }

  private let chain: ResponderChain
  private var climb: Climb

  init(_ chain: ResponderChain) {
    self.chain = chain
    climb = Climb(chain)
  }

  /// Nil where the text is no recorded error.
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

  /// Adds to a run what leaves no trace in its outcome: who had no try left and let it go, what it was on its way.
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

  /// The chain's resolution of an error; nil where the text is no recorded error.
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
        // What only the stream's order can fill is the same for both.
        while next < gaps.count, gaps[next].offset == index {
          resolution.append(UInt8(ascii: "1"))
          next += 1
        }
        resolution.append(written[index])
      }
      return resolution
    }
  }

  /// Whether another chain answers an error alike, in what matters; nil where the text is no recorded error.
  func answers(_ json: String, like other: WitnessRunner, namesStations: Bool) -> Bool? {
    guard let mine = resolution(of: json), let theirs = other.resolution(of: json) else { return nil }
    if mine == theirs { return true }
    guard let meaning = ResolutionMeaning.text(of: mine, namesStations: namesStations),
      let theirMeaning = ResolutionMeaning.text(of: theirs, namesStations: namesStations)
    else { return nil }
    return meaning == theirMeaning
  }
}
