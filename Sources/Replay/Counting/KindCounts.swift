internal import RuleEngine

/// Counts of errors by kind, category and rule. Above the limit, the entries with the smallest hashes are kept, as
/// in ``ErrorGroups``.
struct KindCounts: ~Copyable {
  /// A category and the clause that handled an error; -1 for none.
  struct Owner: BitwiseCopyable {
    let category: Int
    let clause: Int
  }

  private struct Entry {
    let kind: UInt64
    let owner: Owner
    let name: String
  }

  let isOn: Bool
  private var places = HashSlots(limit: limit)
  private var entries: [Entry] = []
  private var counts = Counters()
  private var firsts = Buffer<UInt64>()
  private var earliest = Counters()
  private var latest = Counters()
  private var greatest: UInt64 = 0
  private var messages = MessageKinds()
  /// Whether any error has no entry.
  private(set) var isCut = false
  static let limit = 4_096

  init(isOn: Bool) { self.isOn = isOn }

  /// Counts the last error, whose outcome is `evaluator.outcome`.
  mutating func count(_ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    guard !evaluator.outcome.isEvent else { return }
    let resolution = evaluator.outcome.resolution
    let owner = Owner(category: resolution.category.place ?? -1, clause: evaluator.outcome.clause.place ?? -1)
    let kind = messages.hash(evaluator, identity: evaluator.identityHash)
    let hash = Self.hash(kind, owner)
    var place = places.place(of: hash)
    if place < 0, hasRoom(for: hash) {
      place = keep(hash, Entry(kind: kind, owner: owner, name: ErrorGroups.name(of: evaluator)))
    }
    guard place >= 0 else {
      isCut = true
      return
    }
    counts[place] += 1
    firsts[place] = min(firsts[place], ordinal)
    if let time = evaluator.time { add(Int(time.microseconds), Int(time.microseconds), to: place) }
  }

  /// Adds the counts of another one and resets them.
  ///
  /// - Parameter records: the number of records before those of the other one.
  mutating func take(_ other: inout KindCounts, after records: UInt64) {
    for index in other.entries.indices where other.counts[index] > 0 {
      let hash = other.places[index]
      var place = places.place(of: hash)
      if place < 0, hasRoom(for: hash) { place = keep(hash, other.entries[index]) }
      if place >= 0 {
        counts[place] += other.counts[index]
        firsts[place] = min(firsts[place], records + other.firsts[index])
        add(other.earliest[index], other.latest[index], to: place)
      } else {
        isCut = true
      }
      other.reset(index)
    }
    isCut = isCut || other.isCut
    other.isCut = false
  }

  /// The kinds of the entries whose owners are asked for, most frequent first.
  func kinds(where isAskedFor: (Owner) -> Bool) -> [ErrorKind] {
    var places: [UInt64: [Int]] = [:]
    for index in entries.indices where counts[index] > 0 && isAskedFor(entries[index].owner) {
      places[entries[index].kind, default: []].append(index)
    }
    return places.map { kind, places in
      let first = places.reduce(Int.max) { min($0, earliest[$1]) }
      let last = places.reduce(Int.min) { max($0, latest[$1]) }
      let isTimed = last > .min
      return ErrorKind(
        id: ErrorKind.id(ofHash: kind),
        name: places.map { (firsts[$0], entries[$0].name) }.min { $0 < $1 }?.1 ?? "",
        count: places.reduce(0) { $0 + counts[$1] },
        firstOrdinal: places.reduce(UInt64.max) { min($0, firsts[$1]) },
        first: isTimed ? Timestamp(microseconds: Int64(first)) : nil,
        last: isTimed ? Timestamp(microseconds: Int64(last)) : nil
      )
    }.sorted { ($1.count, $0.name, $0.id) < ($0.count, $1.name, $1.id) }
  }

  private func hasRoom(for hash: UInt64) -> Bool { places.count < Self.limit || hash < greatest }

  @inline(__always)
  private mutating func add(_ first: Int, _ last: Int, to place: Int) {
    earliest[place] = min(earliest[place], first)
    latest[place] = max(latest[place], last)
  }

  private mutating func reset(_ place: Int) {
    counts[place] = 0
    firsts[place] = .max
    earliest[place] = .max
    latest[place] = .min
  }

  /// Keeps an entry without errors, in place of the one with the greatest hash if there is no other place.
  private mutating func keep(_ hash: UInt64, _ entry: Entry) -> Int {
    var place = places.count
    if place == Self.limit {
      place = places.place(of: greatest)
      isCut = isCut || counts[place] > 0
      places.replace(place, with: hash)
      entries[place] = entry
      reset(place)
    } else {
      places.append(hash)
      entries.append(entry)
      counts.append(0)
      firsts.append(.max)
      earliest.append(.max)
      latest.append(.min)
    }
    if places.count == Self.limit {
      greatest = 0
      for index in 0..<places.count { greatest = max(greatest, places[index]) }
    }
    return place
  }

  /// The finalizer of SplitMix64 over the kind and its owner.
  private static func hash(_ kind: UInt64, _ owner: Owner) -> UInt64 {
    let owner = UInt64(UInt32(owner.category + 1)) << 32 | UInt64(UInt32(owner.clause + 1))
    var hash = kind ^ (owner &* 0x9E37_79B9_7F4A_7C15)
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}
