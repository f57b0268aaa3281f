internal import Bytes

/// Unpacks a stream, some input and some room at a time. It belongs to one thread.
protocol Unpacker: AnyObject {
  var kind: PackedKind { get }
  /// Whether a member or frame is open.
  var isInside: Bool { get }

  func step(_ input: ByteSlice, into room: UnsafeMutableBufferPointer<UInt8>) -> UnpackerStep
}

/// What came of some input.
struct UnpackerStep {
  var taken = 0
  var given = 0
  var isDamaged = false
}

/// How a stream is packed.
enum PackedKind {
  case gzip, zstd

  /// The kind that the first bytes say (RFC 1952 section 2.3.1, RFC 8878 section 3.1.1), or nil.
  init?(_ bytes: ByteSlice) {
    if bytes.count >= 3, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8 {
      self = .gzip
    } else if bytes.count >= 4, bytes[0] == 0x28, bytes[1] == 0xB5, bytes[2] == 0x2F, bytes[3] == 0xFD {
      self = .zstd
    } else {
      return nil
    }
  }

  var name: String { self == .gzip ? "gzip" : "zstd" }

  /// What unpacks it, where this build has the library (trait `Compression`).
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
