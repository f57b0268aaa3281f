internal import RuleEngine

/// Errors by kind: type and case, or else domain and code, or else the message's template. Above the limit,
/// the smallest hashes are kept, so that the result does not depend on how the stream was divided.
package struct ErrorGroups: ~Copyable {
  private var kinds = HashSlots(limit: limit)
  private var counts = Counters()
  private var names: [String] = []
  /// The ordinal of each kind's first error.
  private var firsts = Buffer<UInt64>()
  /// In microseconds.
  private var earliest = Counters()
  private var latest = Counters()
  private var greatest: UInt64 = 0
  package private(set) var others = 0
  private var templates = MessageKinds()
  static let limit = 1_000
  /// A message may be as long as a record.
  private static let nameLength = 120

  /// Most frequent first.
  package var sorted: [ErrorKind] {
    var kinds: [ErrorKind] = []
    for index in 0..<counts.count where counts[index] > 0 {
      let isTimed = latest[index] > .min
      kinds.append(
        ErrorKind(
          id: ErrorKind.id(ofHash: self.kinds[index]),
          name: names[index],
          count: counts[index],
          firstOrdinal: firsts[index],
          first: isTimed ? Timestamp(microseconds: Int64(earliest[index])) : nil,
          last: isTimed ? Timestamp(microseconds: Int64(latest[index])) : nil
        )
      )
    }
    return kinds.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  mutating func count(_ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    var key = evaluator.identityHash
    var place = kinds.place(of: key)
    if place < 0 {
      key = templates.hash(evaluator, identity: key)
      place = kinds.place(of: key)
    }
    if place < 0, hasRoom(for: key) {
      place = keep(key, Self.name(of: evaluator))
    }
    guard place >= 0 else {
      others += 1
      return
    }
    counts[place] += 1
    firsts[place] = min(firsts[place], ordinal)
    if let time = evaluator.time { add(Int(time.microseconds), Int(time.microseconds), to: place) }
  }

  static func name(of evaluator: borrowing Evaluator) -> String {
    let name = evaluator.kindName
    let isLong = name.unicodeScalars.count > nameLength
    return isLong ? "\(String(name.unicodeScalars.prefix(nameLength)))…" : name
  }

  /// Resets the other one but for its names, so that the next chunk need not build them again. Kinds with the
  /// smallest hashes overall are never dropped on the way.
  ///
  /// - Parameter records: the records before those of the other one.
  mutating func take(_ other: inout ErrorGroups, after records: UInt64) {
    for index in 0..<other.counts.count where other.counts[index] > 0 {
      let key = other.kinds[index]
      var place = kinds.place(of: key)
      if place < 0, hasRoom(for: key) { place = keep(key, other.names[index]) }
      if place >= 0 {
        counts[place] += other.counts[index]
        firsts[place] = min(firsts[place], records + other.firsts[index])
        add(other.earliest[index], other.latest[index], to: place)
      } else {
        others += other.counts[index]
      }
      other.counts[index] = 0
      other.firsts[index] = .max
      other.earliest[index] = .max
      other.latest[index] = .min
    }
    others += other.others
    other.others = 0
  }

  private func hasRoom(for key: UInt64) -> Bool {
    kinds.count < Self.limit || key < greatest
  }

  @inline(__always)
  private mutating func add(_ first: Int, _ last: Int, to place: Int) {
    earliest[place] = min(earliest[place], first)
    latest[place] = max(latest[place], last)
  }

  /// Without errors yet; replaces the kind with the greatest hash if there is no other place.
  private mutating func keep(_ key: UInt64, _ name: String) -> Int {
    var place = kinds.count
    if kinds.count == Self.limit {
      place = kinds.place(of: greatest)
      others += counts[place]
      kinds.replace(place, with: key)
      counts[place] = 0
      names[place] = name
      firsts[place] = .max
      earliest[place] = .max
      latest[place] = .min
    } else {
      kinds.append(key)
      counts.append(0)
      names.append(name)
      firsts.append(.max)
      earliest.append(.max)
      latest.append(.min)
    }
    if kinds.count == Self.limit {
      greatest = 0
      for index in 0..<kinds.count { greatest = max(greatest, kinds[index]) }
    }
    return place
  }
}
