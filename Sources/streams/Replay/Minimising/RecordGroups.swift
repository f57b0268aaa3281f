package import Bytes
internal import Counting
package import Records
package import Engine

/// Records that have something in common, so that they may go together.
package struct RecordGroups: ~Copyable {
  /// For each record the first record of its group.
  private var first: [Int] = []
  private var firsts: [String: Int] = [:]
  private var record: ErrorRecord
  private let keys: [[Subject]]

  /// Records that have the same values in all fields of a key are of one group.
  private init(by keys: [[Subject]], _ limits: Limits) {
    record = ErrorRecord(limits)
    self.keys = keys
  }

  /// The ways to group the records, coarse ones first: by the fields that a gate counts, by what they are, and by what
  /// state connects: an operation, or the key of a breaker, a quota, a throttle or a budget.
  package static func keys(of gates: [GateExpression], _ needs: StateNeeds?) -> [[[Subject]]] {
    let counted = gates.flatMap { $0.figures }.compactMap { $0.field?.subjects }.filter { !$0.isEmpty }
    let state = needs?.uses.map { $0.per }.filter { !$0.isEmpty } ?? []
    return counted.map { [$0] } + [
      [[.field(.type), .field(.case), .field(.domain), .field(.code), .field(.status)]],
      [[.field(.operation)]] + state,
    ]
  }

  /// The groups of these records, in the order of their first records.
  package static func groups(
    of records: [Int], by keys: [[Subject]], _ limits: Limits, line: (Int) -> ArraySlice<UInt8>
  ) -> [[Int]] {
    var groups = Self(by: keys, limits)
    for record in records {
      line(record).withUnsafeBytes { groups.add(ByteSlice($0)) }
    }
    return groups.places().map { $0.map { records[$0] } }
  }

  /// Adds the next record. A line that is none stands alone.
  private mutating func add(_ line: ByteSlice) {
    let index = first.count
    first.append(index)
    switch record.read(line) {
    case nil, .completed?: break
    default: return
    }
    for (number, fields) in keys.enumerated() {
      let values = fields.map { record.firstText(of: [$0]).map { String($0) } }
      guard values.contains(where: { $0 != nil }) else { continue }
      let key = "\(number) \(values)"
      if let other = firsts[key] { join(other, index) } else { firsts[key] = index }
    }
  }

  private mutating func places() -> [[Int]] {
    var places: [Int: Int] = [:]
    var groups: [[Int]] = []
    for record in first.indices {
      let root = root(of: record)
      if let place = places[root] {
        groups[place].append(record)
      } else {
        places[root] = groups.count
        groups.append([record])
      }
    }
    return groups
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let roots = (root(of: one), root(of: other))
    first[max(roots.0, roots.1)] = min(roots.0, roots.1)
  }

  private mutating func root(of record: Int) -> Int {
    var root = record
    while first[root] != root {
      first[root] = first[first[root]]
      root = first[root]
    }
    return root
  }
}
