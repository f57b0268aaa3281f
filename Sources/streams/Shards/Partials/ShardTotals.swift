internal import Bytes
internal import ErrorStreams
package import Records

/// A shard's place and its streams, and what it holds.
package struct ShardTotals: Sendable {
  /// A stream, or a piece of one.
  package struct Source: Sendable {
    package var name = ""
    package var format = ""
    package var isUncertain = false
    package var fault: String?
    package var yearSource: AssumedYears.Source?
    /// Lines that are not blank.
    package var lines = 0

    fileprivate mutating func code(with coder: inout ByteCoder) {
      coder.code(&name)
      coder.code(&format)
      coder.code(&isUncertain)
      coder.code(optional: &fault, empty: "") { $0.code(&$1) }
      AssumedYears.Source.code(&yearSource, with: &coder)
      coder.code(natural: &lines)
    }
  }

  package var place = ShardPlace()
  /// The streams as they were named on the command line.
  package var arguments: [String] = []
  /// `--year`, which may differ between the pieces of a stream.
  package var year: Int?
  package var sources: [Source] = []
  package var bytes = 0
  package var records = 0
  /// Records that were handed over, completed operations among them.
  package var handedOver = 0
  /// The first time read.
  package var start: Timestamp?
  /// The checksum of everything before it.
  package var checksum: UInt64 = 0

  package init() {}

  package var isEmpty: Bool { sources.allSatisfy { $0.lines == 0 } }

  mutating func code(with coder: inout ByteCoder) {
    place.code(with: &coder)
    coder.code(&arguments)
    coder.code(optional: &year, empty: 0) { $0.code(&$1) }
    coder.code(list: &sources, empty: Source()) { $1.code(with: &$0) }
    coder.code(natural: &bytes)
    coder.code(natural: &records)
    coder.code(natural: &handedOver)
    coder.code(time: &start)
    coder.code(fixed: &checksum)
  }
}
