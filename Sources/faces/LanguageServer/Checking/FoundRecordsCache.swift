internal import Bytes
internal import Suites

/// The records of suites, kept until their stream or the wanted records change.
final class FoundRecordsCache: Sendable {
  private struct Entry {
    let stamp: String
    let wanted: Set<String>
    let records: FoundRecords
  }

  private static let most = 32
  private let entries = Lock<[String: Entry]>([:])

  func found(_ wanted: Set<String>, in path: String, _ files: any FileSystem, _ limits: Limits) throws
    -> FoundRecords
  {
    let stamp = files.stamp(of: path) ?? ""
    if let known = entries.withLock({ $0[path] }), known.stamp == stamp, known.wanted == wanted {
      return known.records
    }
    let records = try files.records(wanted, in: path, limits: limits)
    entries.withLock { entries in
      if entries.count >= Self.most { entries.removeAll() }
      entries[path] = Entry(stamp: stamp, wanted: wanted, records: records)
    }
    return records
  }
}
