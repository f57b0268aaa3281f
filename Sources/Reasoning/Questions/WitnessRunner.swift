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
    var isIgnored = false
    /// The stations whose alerts took an answer, in order.
    var answered: [Int] = []
    /// The stations of which it is asked whether they match it as recorded.
    var asks: Set<Int> = []
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
      climb.ordinal = 1
      var memory = ChainMemory(isAtHand: true)
      memory.advance(to: climb.time)
      var run = Run()
      run.asks = Set(stations.filter { climb.asks(station: $0) })
      run.category = climb.recordedCategory()
      guard climb.run(&memory) else { return nil }
      for index in 0..<climb.outcome.fired.count { run.fired.insert(Int(climb.outcome.fired[index])) }
      run.isHandled = climb.outcome.isHandled
      run.evaluation = climb.outcome.evaluation
      run.isIgnored = climb.outcome.isIgnored
      run.station = climb.outcome.station >= 0 ? Int(climb.outcome.station) : nil
      run.root = climb.outcome.root >= 0 ? Int(climb.outcome.root) : nil
      run.answered = climb.stationsAnswered
      return run
    }
  }
}
