internal import Bytes
internal import SystemPackage

struct StoredBytes {
  let descriptor: FileDescriptor
  let wake: FileDescriptor?

  /// 0 at the end.
  func read(into room: UnsafeMutableBufferPointer<UInt8>) throws(Errno) -> Int {
    var isPatient = wake == nil
    while true {
      if !isPatient { try Readiness.wait(for: descriptor, orFor: wake) }
      do {
        return try descriptor.read(into: UnsafeMutableRawBufferPointer(room), retryOnInterrupt: false)
      } catch Errno.interrupted {
        continue
      } catch Errno.resourceTemporarilyUnavailable {
        isPatient = false
      } catch {
        throw error as? Errno ?? .ioError
      }
    }
  }
}

/// Belongs to one thread.
final class PackedSource {
  private let stored: StoredBytes
  private let unpacker: any Unpacker
  private var isAtEnd: Bool
  /// Not unpacked yet, from `first` on.
  private var packed: Buffer<UInt8>
  private var first = 0
  private(set) var bytesRead: Int
  private var bytesGiven = 0
  /// The last room may have been too small.
  private var wasFilled = false
  private(set) var fault: StreamFault?
  private static let blockSize = 1 << 17
  /// Unpacked bytes without a ratio limit, and the limit beyond.
  private static let freeBytes = 16 << 20
  private static let ratio = 1_000

  /// - Parameter beginning: the bytes already read; `isAll` if no others follow.
  init(_ stored: StoredBytes, _ unpacker: any Unpacker, beginning: ByteSlice, isAll: Bool) {
    self.stored = stored
    self.unpacker = unpacker
    isAtEnd = isAll
    bytesRead = beginning.count
    packed = Buffer()
    packed.append(beginning)
  }

  func read(into room: UnsafeMutableBufferPointer<UInt8>) throws(Errno) -> Int {
    while fault == nil {
      if first == packed.count, !isAtEnd {
        packed.removeAll()
        first = 0
        let count = try packed.append(upTo: Self.blockSize) { room throws(Errno) -> Int in
          try stored.read(into: room)
        }
        bytesRead += count
        isAtEnd = count == 0
      }
      let input = packed.slice(first..<packed.count)
      if input.isEmpty, isAtEnd, !wasFilled {
        if unpacker.isInside { fault = .truncated(unpacker.kind.name) }
        return 0
      }
      let step = unpacker.step(input, into: room)
      if bytesGiven == 0,
        let packing = OtherPacking(
          ByteSlice(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<step.given])))
      {
        fault = .packedOtherwise(packing)
        return 0
      }
      first += step.taken
      bytesGiven += step.given
      wasFilled = step.given == room.count
      if bytesGiven > Self.freeBytes, bytesGiven / Self.ratio > bytesRead {
        fault = .ratio
        return 0
      }
      if step.isDamaged { fault = .damaged(unpacker.kind.name, at: bytesRead - (packed.count - first)) }
      if step.given > 0 { return step.given }
    }
    return 0
  }
}
