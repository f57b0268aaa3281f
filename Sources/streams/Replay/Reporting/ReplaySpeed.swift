internal import Reports
internal import Counting

/// The speed from the first byte read to the last record evaluated.
package struct ReplaySpeed: Sendable {
  package let records: Int
  package let bytes: Int
  package let nanoseconds: Int64

  package init(of summary: ReplaySummary, nanoseconds: Int64) {
    records = summary.lineCounts.records
    bytes = summary.read.bytes
    self.nanoseconds = max(1, nanoseconds)
  }

  package var recordsPerSecond: Int { perSecond(records) }
  package var bytesPerSecond: Int { perSecond(bytes) }

  private func perSecond(_ count: Int) -> Int {
    Int(Double(count) * 1e9 / Double(nanoseconds))
  }

  package var text: String {
    "\(GroupedNumber.text(recordsPerSecond)) records a second, \(Self.size(bytesPerSecond)) a second: "
      + "\(GroupedNumber.text(records)) records, \(Self.size(bytes)) in \(Self.time(nanoseconds))"
  }

  var json: String {
    """
    {"seconds": \(Self.seconds(nanoseconds)), "recordsPerSecond": \(recordsPerSecond), \
    "bytesPerSecond": \(bytesPerSecond)}
    """
  }

  static func seconds(_ nanoseconds: Int64) -> String {
    decimal(nanoseconds / 1_000, of: 1_000_000, digits: 6)
  }

  /// The size with at most four digits before the decimal point.
  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<10_000: "\(bytes) B"
    case ..<10_000_000: "\(decimal(Int64(bytes / 100), of: 10, digits: 1)) kB"
    case ..<10_000_000_000: "\(decimal(Int64(bytes / 100_000), of: 10, digits: 1)) MB"
    default: "\(decimal(Int64(bytes / 100_000_000), of: 10, digits: 1)) GB"
    }
  }

  static func time(_ nanoseconds: Int64) -> String {
    switch nanoseconds {
    case ..<10_000_000: "\(decimal(nanoseconds / 10_000, of: 100, digits: 2)) ms"
    case ..<1_000_000_000: "\(nanoseconds / 1_000_000) ms"
    default: "\(decimal(nanoseconds / 10_000_000, of: 100, digits: 2)) s"
    }
  }

  private static func decimal(_ value: Int64, of one: Int64, digits: Int) -> String {
    let rest = "\(value % one)"
    return "\(value / one).\(String(repeating: "0", count: digits - rest.count))\(rest)"
  }
}
