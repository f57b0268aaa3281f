internal import Bytes

/// Step by step, for one thread.
protocol Unpacker: AnyObject {
  var kind: PackedKind { get }
  var isInside: Bool { get }

  func step(_ input: ByteSlice, into room: UnsafeMutableBufferPointer<UInt8>) -> UnpackerStep
}

struct UnpackerStep {
  var taken = 0
  var given = 0
  var isDamaged = false
}

extension PackedKind {
  func unpacker() throws(StreamFault) -> any Unpacker {
    switch self {
    case .gzip:
      #if canImport(CZlib)
        guard let inflater = Inflater() else { throw .outOfMemory }
        return inflater
      #else
        throw .notBuiltIn(name)
      #endif
    case .zstd:
      #if canImport(CZstd)
        guard let decoder = ZstdDecoder() else { throw .outOfMemory }
        return decoder
      #else
        throw .notBuiltIn(name)
      #endif
    }
  }
}
