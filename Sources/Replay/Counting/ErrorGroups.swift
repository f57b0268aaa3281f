internal import RuleEngine

/// Error counts by display name: type and case, or else domain and code, or else message. Above the limit,
/// the kinds with the smallest hashes are kept, so that the result does not depend on how the stream was
/// divided.
package struct ErrorGroups: ~Copyable {
  private var kinds = HashSlots(limit: limit)
  private var counts = Counters()
  private var names: [String] = []
  /// The ordinal of the first error of each kind.
  private var firsts = Buffer<UInt64>()
  /// The greatest hash kept, once the limit is reached.
  private var greatest: UInt64 = 0
  package private(set) var others = 0
  static let limit = 1_000
  /// Names are for display; a message may be as long as a record.
  private static let nameLength = 120

  /// The kinds, most frequent first, each with the ordinal of its first error.
  package var sorted: [(name: String, count: Int, first: UInt64)] {
    var kinds: [(name: String, count: Int, first: UInt64)] = []
    for index in 0..<counts.count where counts[index] > 0 {
      kinds.append((names[index], counts[index], firsts[index]))
    }
    return kinds.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  mutating func count(_ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    let key = evaluator.identityHash
    let place = kinds.place(of: key)
    if place >= 0 {
      counts[place] += 1
      firsts[place] = min(firsts[place], ordinal)
    } else if hasRoom(for: key) {
      let name = evaluator.identityName
      let isLong = name.unicodeScalars.count > Self.nameLength
      keep(key, isLong ? "\(String(name.unicodeScalars.prefix(Self.nameLength)))…" : name, 1, ordinal)
    } else {
      others += 1
    }
  }

  /// Adds the counts of another one and resets them. The other's names stay, so that the next chunk need not
  /// build them again. The result is the same: kinds with the smallest hashes overall are never dropped on
  /// the way.
  ///
  /// - Parameter records: the number of records before those of the other one.
  mutating func take(_ other: inout ErrorGroups, after records: UInt64) {
    for index in 0..<other.counts.count where other.counts[index] > 0 {
      let key = other.kinds[index]
      let place = kinds.place(of: key)
      if place >= 0 {
        counts[place] += other.counts[index]
        firsts[place] = min(firsts[place], records + other.firsts[index])
      } else if hasRoom(for: key) {
        keep(key, other.names[index], other.counts[index], records + other.firsts[index])
      } else {
        others += other.counts[index]
      }
      other.counts[index] = 0
      other.firsts[index] = .max
    }
    others += other.others
    other.others = 0
  }

  private func hasRoom(for key: UInt64) -> Bool {
    kinds.count < Self.limit || key < greatest
  }

  private mutating func keep(_ key: UInt64, _ name: String, _ count: Int, _ first: UInt64) {
    if kinds.count == Self.limit {
      let place = kinds.place(of: greatest)
      others += counts[place]
      kinds.replace(place, with: key)
      counts[place] = count
      names[place] = name
      firsts[place] = first
    } else {
      kinds.append(key)
      counts.append(count)
      names.append(name)
      firsts.append(first)
    }
    guard kinds.count == Self.limit else { return }
    greatest = 0
    for index in 0..<kinds.count { greatest = max(greatest, kinds[index]) }
  }
}
