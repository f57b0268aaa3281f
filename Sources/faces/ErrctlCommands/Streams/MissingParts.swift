import ErrorStreams
import Replay
internal import Shards

/// The parts of streams that could not be read, because packed data is damaged or cut.
struct MissingParts {
  private(set) var parts: [(stream: String, fault: String)] = []
  /// A stream has bytes, so something of it was lost.
  private(set) var isOfText = false

  init() {}

  init(_ faults: [(stream: String, fault: StreamFault)]) {
    for (stream, fault) in faults { add(fault, of: stream) }
  }

  mutating func add(_ fault: StreamFault, of stream: String) {
    parts.append((stream, fault.message))
    if case .empty = fault {} else { isOfText = true }
  }

  var isNone: Bool { parts.isEmpty }

  /// Says on standard error what is missing.
  func say() throws {
    for part in parts { try Note.write(part.stream, part.fault) }
  }

  /// - Throws: with `--strict`, if anything is missing.
  func check(isStrict: Bool) throws {
    if isStrict, !isNone {
      throw CommandFailure(.unusableInput, "A stream is incomplete, and --strict is set.")
    }
  }
}

/// A result that says how the streams ended of which it was made.
protocol StreamResult {
  var missing: MissingParts { get }
}

extension MissingParts {
  fileprivate init(_ faults: [(stream: String, fault: String?)], bytes: Int) {
    parts = faults.compactMap { stream, fault in fault.map { (stream, $0) } }
    isOfText = !isNone && bytes > 0
  }
}

extension ReplaySummary: StreamResult {
  var missing: MissingParts {
    MissingParts(zip(read.streams, sources).map { ($0, $1.fault) }, bytes: read.bytes)
  }
}

extension ReplayComparison: StreamResult {
  var missing: MissingParts { old.missing }
}

extension ShardTotals: StreamResult {
  var missing: MissingParts { MissingParts(sources.map { ($0.name, $0.fault) }, bytes: records) }
}

extension Optional: StreamResult where Wrapped: StreamResult {
  var missing: MissingParts { self?.missing ?? MissingParts() }
}
