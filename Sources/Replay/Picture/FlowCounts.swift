internal import RuleEngine

/// Error counts by category, deciding responder and outcome. Above the limit, the flows with the smallest
/// hashes are kept, so that the result does not depend on how the stream was divided.
struct FlowCounts: ~Copyable {
  /// A path through the chain, in indices of its tables.
  struct Way: BitwiseCopyable {
    let category: CategoryIndex
    let responder: Int32
    let outcome: Int32
  }

  private var places = HashPlaces(limit: limit)
  private var ways = Buffer<Way>()
  private var counts = Counters()
  private var greatest: UInt64 = 0
  private(set) var others = 0
  static let limit = 8_192

  var count: Int { ways.count }

  subscript(place: Int) -> (way: Way, count: Int) { (ways[place], counts[place]) }

  mutating func count(_ way: Way, times: Int) {
    let hash = Self.hash(way)
    let place = places.place(of: hash)
    if place >= 0 {
      counts[place] += times
    } else if places.count < Self.limit {
      places.append(hash)
      ways.append(way)
      counts.append(times)
      greatest = max(greatest, hash)
    } else if hash < greatest {
      replaceGreatest(with: way, hash, times)
    } else {
      others += times
    }
  }

  private mutating func replaceGreatest(with way: Way, _ hash: UInt64, _ times: Int) {
    let place = places.place(of: greatest)
    others += counts[place]
    places.replace(place, with: hash)
    ways[place] = way
    counts[place] = times
    greatest = 0
    for index in 0..<places.count { greatest = max(greatest, places[index]) }
  }

  mutating func take(_ other: inout FlowCounts) {
    for index in 0..<other.count where other.counts[index] > 0 {
      count(other.ways[index], times: other.counts[index])
      other.counts[index] = 0
    }
    others += other.others
    other.others = 0
  }

  /// A unique pseudorandom number for each path (the finalizer of SplitMix64 is a bijection).
  private static func hash(_ way: Way) -> UInt64 {
    var hash = UInt64(way.category.raw + 1) << 34 | UInt64(way.responder) << 3 | UInt64(way.outcome)
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}
