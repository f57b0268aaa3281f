internal import Explanations
internal import Bytes
internal import Engine

/// Errors by category, deciding responder and outcome. Above the limit, the smallest hashes are kept, so that
/// the result does not depend on how the stream was divided.
struct FlowCounts: ~Copyable {
  /// A path in indices of the chain's tables.
  struct Path: BitwiseCopyable {
    let category: CategoryIndex
    let responder: Int32
    let outcome: Int32
  }

  private var places = HashSlots(limit: limit)
  private var paths = Buffer<Path>()
  private var counts = Counters()
  private var greatest: UInt64 = 0
  private(set) var others = 0
  static let limit = 8_192

  var count: Int { paths.count }

  subscript(place: Int) -> (path: Path, count: Int) { (paths[place], counts[place]) }

  mutating func count(_ path: Path, times: Int) {
    let hash = Self.hash(path)
    let place = places.place(of: hash)
    if place >= 0 {
      counts[place] += times
    } else if places.count < Self.limit {
      places.append(hash)
      paths.append(path)
      counts.append(times)
      greatest = max(greatest, hash)
    } else if hash < greatest {
      replaceGreatest(with: path, hash, times)
    } else {
      others += times
    }
  }

  private mutating func replaceGreatest(with path: Path, _ hash: UInt64, _ times: Int) {
    let place = places.place(of: greatest)
    others += counts[place]
    places.replace(place, with: hash)
    paths[place] = path
    counts[place] = times
    greatest = 0
    for index in 0..<places.count { greatest = max(greatest, places[index]) }
  }

  mutating func take(_ other: inout FlowCounts) {
    for index in 0..<other.count where other.counts[index] > 0 {
      count(other.paths[index], times: other.counts[index])
      other.counts[index] = 0
    }
    others += other.others
    other.others = 0
  }

  /// - Parameters: the numbers of the chain's categories and responders.
  mutating func code(with coder: inout ByteCoder, categories: Int, responders: Int) {
    coder.code(natural: &others)
    for index in 0..<coder.code(count: count) {
      var (category, responder, outcome, times) = (CategoryIndex.nowhere, Int32(0), Int32(0), 0)
      if coder.isWriting {
        (category, responder, outcome) = (paths[index].category, paths[index].responder, paths[index].outcome)
        times = counts[index]
      }
      coder.code(&category, below: categories, orNone: true)
      coder.code(&responder)
      coder.code(&outcome)
      coder.code(natural: &times)
      let outcomes = 0..<Int32(ReplayDetail.Outcome.allCases.count)
      guard !coder.isFaulty, (0...Int32(responders + 1)).contains(responder), outcomes.contains(outcome)
      else {
        return coder.fail()
      }
      if coder.isReading {
        count(Path(category: category, responder: responder, outcome: outcome), times: times)
      }
    }
  }

  /// Unique for each path (the finalizer of SplitMix64 is a bijection).
  private static func hash(_ path: Path) -> UInt64 {
    var hash = UInt64(path.category.raw + 1) << 34 | UInt64(path.responder) << 3 | UInt64(path.outcome)
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}
