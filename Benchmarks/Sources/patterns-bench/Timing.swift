/// Times two ways of doing the same, alternating, so that what disturbs one disturbs the other.
struct PairedTimes {
  /// The median time of each, in seconds, and the median of the ratios of neighbours.
  let ours: Double
  let theirs: Double
  let ratio: Double

  init(rounds: Int, ours: () -> Void, theirs: () -> Void) {
    let clock = ContinuousClock()
    func seconds(_ body: () -> Void) -> Double {
      let elapsed = clock.measure(body)
      return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    }
    ours()
    theirs()
    var times: [(ours: Double, theirs: Double)] = []
    for round in 0..<rounds {
      if round % 2 == 0 {
        let first = seconds(ours)
        times.append((first, seconds(theirs)))
      } else {
        let first = seconds(theirs)
        times.append((seconds(ours), first))
      }
    }
    self.ours = Self.median(times.map(\.ours))
    self.theirs = Self.median(times.map(\.theirs))
    ratio = Self.median(times.map { $0.ours / $0.theirs })
  }

  static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}
