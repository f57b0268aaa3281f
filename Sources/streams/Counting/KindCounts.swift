internal import Bytes
internal import Engine
package import Explanations
internal import Records
internal import Secrets

/// Counts of errors by kind and owner. Above the limit, the entries with the smallest hashes are kept, so that the result
/// does not depend on how the stream was divided.
package struct KindCounts: ~Copyable {
  /// The owners by which errors of a kind are told apart.
  package enum Grouping: Sendable {
    /// Categories, and the clauses that handled the errors.
    case deciders
    case outcomes
  }

  /// A category and the clause that handled an error, -1 for none; or an outcome.
  package struct Owner: BitwiseCopyable, Equatable {
    package let category: Int
    package let clause: Int

    static let none = Owner(category: -1, clause: -1)

    init(category: Int, clause: Int) {
      self.category = category
      self.clause = clause
    }

    init(_ resolution: Outcome.Resolution) {
      self.init(category: resolution.category.place ?? -1, clause: resolution.clause.place ?? -1)
    }

    package static func outcome(_ outcome: ShownOutcome) -> Owner {
      Owner(category: outcome.rawValue, clause: -1)
    }

    fileprivate var bits: UInt64 { UInt64(UInt32(category + 1)) << 32 | UInt64(UInt32(clause + 1)) }
  }

  struct Entry {
    let kind: UInt64
    let owner: Owner
    /// Its first error.
    var example: KindExample
  }

  /// Nil if nothing is counted.
  package let grouping: Grouping?
  /// The field whose values are counted in place of kinds.
  let field: GroupField?
  private(set) var counts: BoundedCounts
  private(set) var entries: [Entry] = []
  private var recent: RecentCounts
  /// The ordinal of the last error of the current chunk that was counted in order. One whose outcome depends on state is
  /// counted behind it.
  private var latest: UInt64 = 0
  /// Errors without an entry.
  package private(set) var others = 0
  private let limit: Int
  private let redactor: Redactor
  private let limits: Limits

  init(
    by grouping: Grouping? = .deciders, of field: GroupField? = nil, limit: Int, _ redactor: Redactor,
    _ limits: Limits
  ) {
    self.grouping = grouping
    self.field = field
    self.limit = limit
    self.redactor = redactor
    self.limits = limits
    counts = BoundedCounts(limit: limit)
    recent = RecentCounts(limit: min(limit, FieldTable.mostValues))
  }

  /// Counts the values of a field by outcome; without one, nothing.
  init(valuesOf field: GroupField?, _ redactor: Redactor, _ limits: Limits) {
    let limit = field.map { $0.span == nil ? FieldTable.mostValues : FieldTable.mostMoments } ?? 1
    self.init(by: field == nil ? nil : .outcomes, of: field, limit: limit, redactor, limits)
  }

  package var isOn: Bool { grouping != nil }

  /// The owner of the errors with a resolution.
  func owner(of resolution: Outcome.Resolution) -> Owner {
    grouping == .outcomes ? .outcome(ShownOutcome(resolution)) : Owner(resolution)
  }

  /// Counts the last error, whose outcome is known by its number, which no other outcome ever has.
  @inline(__always)
  mutating func count(
    known number: CachedOutcomeIndex, _ evaluator: borrowing Evaluator, _ ordinal: UInt64,
    _ hashes: inout KindHashes
  ) {
    let key = Self.hash(hashes.identity(evaluator), 1 << 63 | UInt64(Int(number)))
    if ordinal < latest || !recent.count(key, evaluator.time) {
      let resolution = evaluator.resolution(known: number)
      enter(key, owner(of: resolution), resolution.category, evaluator, ordinal, &hashes)
    }
    latest = max(latest, ordinal)
  }

  /// Counts the last error, which has these hashes.
  @inline(__always)
  mutating func count(
    _ evaluator: borrowing Evaluator, _ owner: Owner, _ ordinal: UInt64, _ hashes: inout KindHashes
  ) {
    let key = Self.hash(hashes.identity(evaluator), owner.bits)
    if ordinal < latest || !recent.count(key, evaluator.time) {
      enter(key, owner, evaluator.outcome.category, evaluator, ordinal, &hashes)
    }
    latest = max(latest, ordinal)
  }

  /// Counts the last error, which is not among the recent ones or not in order.
  @inline(never)
  private mutating func enter(
    _ key: UInt64, _ owner: Owner, _ category: CategoryIndex, _ evaluator: borrowing Evaluator,
    _ ordinal: UInt64, _ hashes: inout KindHashes
  ) {
    if let place = recent.place(of: key) {
      if let index = counts.note(ordinal, at: place) {
        entries[index].example = Self.example(of: field, category, evaluator, redactor)
      }
      _ = recent.count(key, evaluator.time)
      return
    }
    let kind = hashes.kind(evaluator)
    let hash = grouping == .outcomes ? Self.hash(value: kind, owner) : Self.hash(kind, owner.bits)
    let known = counts.index(of: hash)
    let index =
      known
      ?? insert(hash) { [redactor, field] in
        Entry(kind: kind, owner: owner, example: Self.example(of: field, category, evaluator, redactor))
      }
    if let index, counts.note(ordinal, at: index), known != nil {
      entries[index].example = Self.example(of: field, category, evaluator, redactor)
    }
    let last = recent.begin(key, evaluator.time, at: index.map { counts.place(at: $0) } ?? .none)
    add(last)
  }

  /// The last error as the example of its kind, or of its value.
  private static func example(
    of field: GroupField?, _ category: CategoryIndex, _ evaluator: borrowing Evaluator, _ redactor: Redactor
  ) -> KindExample {
    guard let field else { return KindExample(evaluator, redactor) }
    return KindExample(valueOf: field, category, evaluator, redactor)
  }

  private mutating func add(_ slot: RecentCounts.Slot) {
    if !counts.add(slot.errors, at: slot.place) { others += slot.errors.count }
  }

  /// Ends a chunk; to be called before its records are counted among those before the next one.
  mutating func endChunk(after records: UInt64) {
    counts.endChunk(after: records)
    latest = 0
  }

  /// Adds the counts of another one, whose chunks ended, and empties it.
  mutating func take(_ other: inout KindCounts) {
    other.settle()
    others += other.others
    for index in other.entries.indices {
      let first = other.counts.first(at: index)
      let hash = other.counts.hash(at: index)
      guard let mine = counts.index(of: hash) ?? insert(hash, { other.entries[index] }) else {
        others += other.counts[index].count
        continue
      }
      if first < counts.first(at: mine) { entries[mine].example = other.entries[index].example }
      counts.note(first, at: mine)
      counts.add(other.counts[index], at: mine)
    }
    other = KindCounts(by: grouping, of: field, limit: limit, redactor, limits)
  }

  /// Counts the recent errors among the others of their kinds.
  private mutating func settle() {
    for index in 0..<recent.size { add(recent.end(index)) }
  }

  /// The entries, by a key of their owners; those without a key are left out.
  package func entries(by key: (Owner) -> Int?) -> [Int: [Int]] {
    var grouped: [Int: [Int]] = [:]
    for index in entries.indices where counts[index].count > 0 {
      if let key = key(entries[index].owner) { grouped[key, default: []].append(index) }
    }
    return grouped
  }

  /// The largest kinds of the given entries, or of all, most frequent first, and the number of them.
  package func kinds(
    atMost most: Int = .max, _ names: inout KindNames, among group: [Int]? = nil
  ) -> (largest: [ErrorKind], count: Int) {
    var indices: [UInt64: [Int]] = [:]
    let group = group ?? entries.indices.filter { counts[$0].count > 0 }
    for index in group { indices[entries[index].kind, default: []].append(index) }
    let errors = indices.mapValues { $0.reduce(0) { $0 + counts[$1].count } }
    // Only kinds that may be among the largest are named.
    let least = indices.count > most ? errors.values.sorted(by: >)[most - 1] : 0
    let kinds = indices.filter { errors[$0.key, default: 0] >= least }.map { kind, indices in
      let spans = indices.compactMap { counts[$0].span }
      let first = indices.min { counts.first(at: $0) < counts.first(at: $1) } ?? indices[0]
      return ErrorKind(
        hash: kind, name: names.name(of: entries[first].example, at: first), count: errors[kind, default: 0],
        firstOrdinal: counts.first(at: first),
        first: spans.map { $0.first }.min().map { Timestamp(microseconds: $0) },
        last: spans.map { $0.last }.max().map { Timestamp(microseconds: $0) },
        record: names.keepsRecords ? entries[first].example.record : nil
      )
    }
    let largest = kinds.sorted { ($1.count, $0.name, $0.hash >> 32) < ($0.count, $1.name, $1.hash >> 32) }
      .prefix(most)
    return (Array(largest), indices.count)
  }

  /// Makes names for this table's kinds.
  ///
  /// - Parameter keepingRecords: whether each kind keeps its first record, secrets and all.
  package func makeNames(keepingRecords: Bool = false) -> KindNames {
    KindNames(count: entries.count, keepingRecords: keepingRecords, redactor, limits)
  }

  /// Nil if there is no room. The errors of an entry that is dropped for it are among the others.
  private mutating func insert(_ hash: UInt64, _ entry: () -> Entry) -> Int? {
    guard let (index, dropped) = counts.insert(hash) else { return nil }
    others += dropped
    if index == entries.count { entries.append(entry()) } else { entries[index] = entry() }
    return index
  }

  /// A hash that keeps the outcomes of a value or a kind together, so that only the last one of those that are kept may lack
  /// some. That of a missing value is among the least.
  private static func hash(value: UInt64, _ outcome: Owner) -> UInt64 {
    hash(value, 0) & ~outcomeBits | UInt64(truncatingIfNeeded: outcome.category) & outcomeBits
  }

  static let outcomeBits: UInt64 = 0xF

  /// The finalizer of SplitMix64 over the kind and whose it is.
  @inline(__always)
  private static func hash(_ kind: UInt64, _ owner: UInt64) -> UInt64 {
    var hash = kind ^ (owner &* 0x9E37_79B9_7F4A_7C15)
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}

extension KindCounts {
  /// The ordinals of errors of the current chunk that are the first of their kinds.
  package var newFirsts: [UInt64] { counts.newFirsts }

  /// Codes the counts taken from others, with the ordinals of the current chunk.
  mutating func code(with coder: inout ByteCoder) {
    coder.code(natural: &others)
    for index in 0..<coder.code(count: entries.count) {
      var (kind, category, clause) = (UInt64(0), -1, -1)
      var (hash, first, errors) = (UInt64(0), UInt64(0), BoundedCounts.Errors())
      var example: KindExample?
      if coder.isWriting {
        let entry = entries[index]
        (kind, category, clause) = (entry.kind, entry.owner.category, entry.owner.clause)
        (hash, first, errors) = (counts.hash(at: index), counts.first(at: index), counts[index])
        example = entry.example
      }
      coder.code(fixed: &kind)
      coder.code(fixed: &hash)
      coder.code(&category)
      coder.code(&clause)
      coder.code(natural: &first)
      errors.code(with: &coder)
      KindExample.code(&example, with: &coder)
      guard coder.isReading, let example else { continue }
      let bounds = Int(Int32.min)..<Int(Int32.max)
      if field != nil, !ShownOutcome.allCases.indices.contains(category) { return coder.fail() }
      guard bounds.contains(category), bounds.contains(clause), counts.index(of: hash) == nil,
        let place = insert(
          hash,
          {
            Entry(kind: kind, owner: Owner(category: category, clause: clause), example: example)
          }
        )
      else { return coder.fail() }
      counts.note(first, at: place)
      counts.add(errors, at: place)
    }
  }
}
