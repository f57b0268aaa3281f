internal import Bytes
internal import Replay

/// Resolutions as they are written, a line each.
final class RecordLines: ReplayOutput, Sendable {
  private let lines = Lock<[UInt8]>([])

  func write(_ bytes: UnsafeRawBufferPointer) throws { lines.withLock { $0 += bytes } }

  var text: [UInt8] { lines.withLock { $0 } }
}
