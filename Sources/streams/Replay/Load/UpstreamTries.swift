internal import Secrets

/// The tries of each upstream system. The stream's first ones get counters of their own.
struct UpstreamTries {
  private var places: [UInt64: Int32] = [:]
  private var names: [UInt64: String] = [:]
  private var tries: [Int] = []
  /// The tries of upstreams without a counter.
  private(set) var others = 0
  private static let most = 1_000

  mutating func take(_ names: [(hash: UInt64, name: String)]) {
    for (hash, name) in names { self.names[hash] = name }
  }

  /// Forgets the names of upstreams without a counter, if there are many.
  mutating func forgetNames() {
    if names.count > 2 * Self.most { names = names.filter { places[$0.key] != nil } }
  }

  /// Counts a try.
  ///
  /// - Returns: the place of its upstream; -1 if the upstream has no counter.
  mutating func count(_ upstream: UInt64) -> Int32 {
    let place = place(of: upstream)
    if place >= 0 { tries[Int(place)] += 1 } else { others += 1 }
    return place
  }

  private mutating func place(of upstream: UInt64) -> Int32 {
    if let known = places[upstream] { return known }
    guard tries.count < Self.most else { return -1 }
    places[upstream] = Int32(tries.count)
    tries.append(0)
    return Int32(tries.count - 1)
  }

  /// The upstreams, with the most tries first.
  func upstreams(_ minutes: borrowing MinuteCounter, _ redactor: Redactor) -> [RetryLoad.Upstream] {
    let upstreams = places.map { hash, place in
      (name: hash == 0 ? nil : names[hash] ?? "", tries: tries[Int(place)], peak: minutes.peaks[place])
    }
    return upstreams.sorted { ($1.tries, $0.name ?? "") < ($0.tries, $1.name ?? "") }.map {
      RetryLoad.Upstream(
        name: $0.name.map { redactor.text($0) }, tries: $0.tries, peak: $0.peak?.count ?? 0,
        peakMinute: $0.peak?.minute)
    }
  }
}
