internal import RuleEngine
internal import Secrets

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
  private var counts = BoundedCounts(limit: limit)
  private var entries: [Entry] = []
  private var messages = MessageKinds()
  /// Whether any error has no entry.
  private(set) var isCut = false
  static let limit = 4_096

  private let redactor: Redactor

  init(isOn: Bool, _ redactor: Redactor) {
    self.isOn = isOn
    self.redactor = redactor
  }

  /// Counts the last error.
  mutating func count(
    _ evaluator: borrowing Evaluator,
    _ resolution: Outcome.Resolution,
    _ ordinal: UInt64
  ) {
    guard !resolution.isEvent else { return }
    let owner = Owner(category: resolution.category.place ?? -1, clause: resolution.clause.place ?? -1)
    let identity = evaluator.identityHash
    var index = counts.index(of: Self.hash(identity, owner))
    if index == nil {
      let kind = messages.hash(evaluator, identity: identity)
      let hash = Self.hash(kind, owner)
      index =
        counts.index(of: hash)
        ?? insert(hash) { [redactor] in
          Entry(kind: kind, owner: owner, name: ErrorGroups.name(of: evaluator, redactor))
        }
    }
    if let index { counts.add(ordinal, evaluator.time, at: index) } else { isCut = true }
  }

  /// Adds the counts of another one and resets them.
  ///
  /// - Parameter records: the number of records before those of the other one.
  mutating func take(_ other: inout KindCounts, after records: UInt64) {
    for position in 0..<other.counts.counted.count {
      let index = Int(other.counts.counted[position])
      let hash = other.counts.hash(at: index)
      let mine = counts.index(of: hash) ?? insert(hash) { other.entries[index] }
      if mine == nil { isCut = true }
      counts.take(&other.counts, index, to: mine, after: records)
    }
    other.counts.removeCounted()
    isCut = isCut || other.isCut
    other.isCut = false
  }

  /// The kinds of the entries of the selected owners, most frequent first.
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

  /// Nil if there is no room.
  private mutating func insert(_ hash: UInt64, _ entry: () -> Entry) -> Int? {
    guard let (index, dropped) = counts.insert(hash) else { return nil }
    isCut = isCut || dropped > 0
    if index == entries.count { entries.append(entry()) } else { entries[index] = entry() }
    return index
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
