internal import Counting
internal import Bytes
package import Engine
package import Replay

/// A part of a partial result: its kind, the length of its contents, the contents, and a checksum of kind and contents.
enum PartialFrame {
  enum Kind: UInt8 {
    case head = 0x48  // H
    case chunk = 0x43  // C
    case counts = 0x4E  // N
    case totals = 0x54  // T
    case part = 0x50  // P
    case answers = 0x41  // A
    case state = 0x53  // S
    case end = 0x5A  // Z
  }

  static let version = 2
  static let magic = "errctl partial result, version "

  static var firstLine: String { "\(magic)\(version)\n" }

  static func checksum(_ kind: Kind, _ contents: ByteSlice) -> UInt64 {
    contents.checksum(after: UInt64(kind.rawValue))
  }
}

/// Writes the frames of a partial result.
package final class PartialWriter {
  private let output: any ReplayOutput
  private let chain: ResponderChain
  /// Over the frames of the current shard.
  private var checksum: UInt64 = 0
  var totals: ShardTotals

  package init(
    _ output: any ReplayOutput, _ chain: ResponderChain, _ head: PartialHead, _ totals: ShardTotals
  ) throws {
    self.output = output
    self.chain = chain
    self.totals = totals
    try PartialFrames.begin(head, output)
  }

  /// - Parameter examples: records of which a page may explain some.
  func write(_ run: inout ChunkRun, _ examples: inout Buffer<NotedRecord>, stream: Int) throws {
    if totals.start == nil { totals.start = run.times.all(outOfOrder: run.counts.lines.outOfOrder).first }
    totals.handedOver += run.deferred.count
    var coder = ByteCoder()
    var stream = stream
    coder.code(natural: &stream)
    run.code(&examples, chain, with: &coder)
    try write(.chunk, coder.bytes)
  }

  func write(_ counts: inout StreamCounts) throws {
    var coder = ByteCoder()
    counts.code(chain, with: &coder)
    try write(.counts, coder.bytes)
  }

  /// Ends the shard and the file.
  func end() throws {
    totals.checksum = checksum
    var coder = ByteCoder()
    totals.code(with: &coder)
    try write(.totals, coder.bytes)
    try PartialFrames.end(shards: 1, output)
  }

  private func write(_ kind: PartialFrame.Kind, _ contents: borrowing Buffer<UInt8>) throws {
    checksum = try PartialFrames.write(kind, contents, output) &+ checksum &* 31
  }
}

enum PartialFrames {
  static func begin(_ head: PartialHead, _ output: any ReplayOutput) throws {
    try Array(PartialFrame.firstLine.utf8).withUnsafeBytes { try output.write($0) }
    var head = head
    try write(.head, output) { head.code(with: &$0) }
  }

  static func end(shards: Int, _ output: any ReplayOutput) throws {
    var shards = shards
    try write(.end, output) { $0.code(natural: &shards) }
  }

  static func write(_ kind: PartialFrame.Kind, _ output: any ReplayOutput, _ code: (inout ByteCoder) -> Void)
    throws
  {
    var coder = ByteCoder()
    code(&coder)
    _ = try write(kind, coder.bytes, output)
  }

  /// - Returns: its checksum.
  static func write(
    _ kind: PartialFrame.Kind, _ contents: borrowing Buffer<UInt8>, _ output: any ReplayOutput
  ) throws
    -> UInt64
  {
    var start = ByteCoder()
    start.bytes.append(kind.rawValue)
    _ = start.code(count: contents.count)
    var checksum = PartialFrame.checksum(kind, contents.slice)
    var end = ByteCoder()
    end.code(fixed: &checksum)
    try output.write(start.bytes.slice.buffer)
    try output.write(contents.slice.buffer)
    try output.write(end.bytes.slice.buffer)
    return checksum
  }
}
