internal import RuleEngine
internal import Secrets

/// Errors by kind: type and case, or else domain and code, or else the message's template. Above the limit,
/// the smallest hashes are kept, so that the result does not depend on how the stream was divided.
package struct ErrorGroups: ~Copyable {
  private var counts = BoundedCounts(limit: limit)
  private var names: [String] = []
  package private(set) var others = 0
  private var templates = MessageKinds()
  static let limit = 1_000
  /// A message may be as long as a record.
  private static let nameLength = 120
  private let redactor: Redactor

  init(_ redactor: Redactor) { self.redactor = redactor }

  /// Most frequent first.
  package var sorted: [ErrorKind] {
    var kinds: [ErrorKind] = []
    for index in 0..<counts.count where counts[index] > 0 {
      let span = counts.span(at: index)
      kinds.append(
        ErrorKind(
          id: ErrorKind.id(ofHash: counts.hash(at: index)),
          name: names[index],
          count: counts[index],
          firstOrdinal: counts.first(at: index),
          first: span.map { Timestamp(microseconds: Int64($0.first)) },
          last: span.map { Timestamp(microseconds: Int64($0.last)) }
        )
      )
    }
    return kinds.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  mutating func count(_ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    var hash = evaluator.identityHash
    var index = counts.index(of: hash)
    if index == nil {
      hash = templates.hash(evaluator, identity: hash)
      index = counts.index(of: hash) ?? insert(hash, { [redactor] in Self.name(of: evaluator, redactor) })
    }
    if let index { counts.add(ordinal, evaluator.time, at: index) } else { others += 1 }
  }

  static func name(of evaluator: borrowing Evaluator, _ redactor: Redactor) -> String {
    let name = evaluator.kindName(hidingBy: redactor)
    let isLong = name.utf8.count > nameLength && name.unicodeScalars.count > nameLength
    return isLong ? "\(String(name.unicodeScalars.prefix(nameLength)))…" : name
  }

  /// Resets the other one but for its names, so that the next chunk need not build them again. Kinds with the
  /// smallest hashes overall are never dropped on the way.
  ///
  /// - Parameter records: the records before those of the other one.
  mutating func take(_ other: inout ErrorGroups, after records: UInt64) {
    for position in 0..<other.counts.counted.count {
      let index = Int(other.counts.counted[position])
      let hash = other.counts.hash(at: index)
      let mine = counts.index(of: hash) ?? insert(hash) { other.names[index] }
      if mine == nil { others += other.counts[index] }
      counts.take(&other.counts, index, to: mine, after: records)
    }
    other.counts.removeCounted()
    others += other.others
    other.others = 0
  }

  /// Nil if there is no room. The errors of a kind that is dropped for it are among the others.
  private mutating func insert(_ hash: UInt64, _ name: () -> String) -> Int? {
    guard let (index, dropped) = counts.insert(hash) else { return nil }
    others += dropped
    if index == names.count { names.append(name()) } else { names[index] = name() }
    return index
  }
}
