internal import Bytes
internal import RuleEngine
internal import Secrets

/// Counts of errors by kind and owner. Above the limit, the entries with the smallest hashes are kept, so that the result
/// does not depend on how the stream was divided.
package struct KindCounts: ~Copyable {
  /// A category and the clause that handled an error; -1 for none.
  struct Owner: BitwiseCopyable {
    let category: Int
    let clause: Int

    static let none = Owner(category: -1, clause: -1)

    init(category: Int, clause: Int) {
      self.category = category
      self.clause = clause
    }

    init(_ resolution: Outcome.Resolution) {
      self.init(category: resolution.category.place ?? -1, clause: resolution.clause.place ?? -1)
    }

    fileprivate var bits: UInt64 { UInt64(UInt32(category + 1)) << 32 | UInt64(UInt32(clause + 1)) }
  }

  private struct Entry {
    let kind: UInt64
    let owner: Owner
    let name: String
  }

  let isOn: Bool
  private var counts: BoundedCounts
  private var entries: [Entry] = []
  private var recent: RecentPlaces
  /// Errors without an entry.
  package private(set) var others = 0
  private let redactor: Redactor
  /// A message may be as long as a record.
  private static let nameLength = 120

  init(isOn: Bool = true, limit: Int = 4_096, _ redactor: Redactor) {
    self.isOn = isOn
    counts = BoundedCounts(limit: limit)
    recent = RecentPlaces(limit: limit)
    self.redactor = redactor
  }

  /// Counts the last error, whose outcome is known by its number, which no other outcome ever has.
  @inline(__always)
  mutating func count(
    known number: CachedOutcomeIndex,
    _ evaluator: borrowing Evaluator,
    _ ordinal: UInt64,
    _ hashes: inout KindHashes
  ) {
    let key = Self.hash(hashes.identity(evaluator), 1 << 63 | UInt64(Int(number)))
    let place =
      recent.place(of: key, in: counts)
      ?? place(evaluator, Owner(evaluator.resolution(known: number)), key, &hashes)
    if place < 0 { others += 1 } else { counts.add(ordinal, evaluator.time, at: place) }
  }

  /// Counts the last error, which has these hashes.
  @inline(__always)
  mutating func count(
    _ evaluator: borrowing Evaluator,
    _ owner: Owner,
    _ ordinal: UInt64,
    _ hashes: inout KindHashes
  ) {
    let key = Self.hash(hashes.identity(evaluator), owner.bits)
    let place = recent.place(of: key, in: counts) ?? place(evaluator, owner, key, &hashes)
    if place < 0 { others += 1 } else { counts.add(ordinal, evaluator.time, at: place) }
  }

  /// -1 if there is no room.
  @inline(never)
  private mutating func place(
    _ evaluator: borrowing Evaluator,
    _ owner: Owner,
    _ key: UInt64,
    _ hashes: inout KindHashes
  ) -> Int {
    let kind = hashes.kind(evaluator)
    let hash = Self.hash(kind, owner.bits)
    let place =
      counts.index(of: hash)
      ?? insert(hash) { [redactor] in
        Entry(kind: kind, owner: owner, name: Self.name(of: evaluator, redactor))
      } ?? -1
    recent.note(key, place, in: counts)
    return place
  }

  /// Adds the counts of another one and resets them. The names stay, so that the next chunk need not make them again.
  ///
  /// - Parameter records: the number of records before those of the other one.
  mutating func take(_ other: inout KindCounts, after records: UInt64) {
    for position in 0..<other.counts.counted.count {
      let index = Int(other.counts.counted[position])
      let mine =
        counts.index(of: other.counts, index) ?? insert(other.counts.hash(at: index)) { other.entries[index] }
      if mine == nil { others += other.counts[index] }
      counts.take(&other.counts, index, to: mine, after: records)
    }
    other.counts.removeCounted()
    others += other.others
    other.others = 0
  }

  /// The kinds of the entries of the selected owners, most frequent first.
  package func kinds() -> [ErrorKind] { kinds { _ in true } }

  func kinds(where isSelected: (Owner) -> Bool) -> [ErrorKind] {
    var indices: [UInt64: [Int]] = [:]
    for index in entries.indices where counts[index] > 0 && isSelected(entries[index].owner) {
      indices[entries[index].kind, default: []].append(index)
    }
    return indices.map { kind, indices in
      let spans = indices.compactMap { counts.span(at: $0) }
      return ErrorKind(
        id: ErrorKind.id(ofHash: kind),
        name: indices.map { (counts.first(at: $0), entries[$0].name) }.min { $0 < $1 }?.1 ?? "",
        count: indices.reduce(0) { $0 + counts[$1] },
        firstOrdinal: indices.reduce(UInt64.max) { min($0, counts.first(at: $1)) },
        first: spans.map { $0.first }.min().map { Timestamp(microseconds: Int64($0)) },
        last: spans.map { $0.last }.max().map { Timestamp(microseconds: Int64($0)) }
      )
    }.sorted { ($1.count, $0.name, $0.id) < ($0.count, $1.name, $1.id) }
  }

  /// Nil if there is no room. The errors of an entry that is dropped for it are among the others.
  private mutating func insert(_ hash: UInt64, _ entry: () -> Entry) -> Int? {
    guard let (index, dropped) = counts.insert(hash) else { return nil }
    others += dropped
    if index == entries.count { entries.append(entry()) } else { entries[index] = entry() }
    return index
  }

  private static func name(of evaluator: borrowing Evaluator, _ redactor: Redactor) -> String {
    let name = evaluator.kindName(hidingBy: redactor)
    let isLong = name.utf8.count > nameLength && name.unicodeScalars.count > nameLength
    return isLong ? "\(String(name.unicodeScalars.prefix(nameLength)))…" : name
  }

  /// The finalizer of SplitMix64 over the kind and whose it is.
  @inline(__always)
  private static func hash(_ kind: UInt64, _ owner: UInt64) -> UInt64 {
    var hash = kind ^ (owner &* 0x9E37_79B9_7F4A_7C15)
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}
