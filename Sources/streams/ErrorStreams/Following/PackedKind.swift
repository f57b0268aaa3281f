internal import Bytes

enum PackedKind {
  case gzip, zstd

  /// Determines the kind by the first bytes (RFC 1952 section 2.3.1, RFC 8878 section 3.1). A skippable frame, with which
  /// pzstd begins, is zstd's.
  init?(_ bytes: ByteSlice) {
    if bytes.count >= 3, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8 {
      self = .gzip
    } else if bytes.count >= 4, bytes[0] == 0x28, bytes[1] == 0xB5, bytes[2] == 0x2F, bytes[3] == 0xFD {
      self = .zstd
    } else if bytes.count >= 4, bytes[0] & 0xF0 == 0x50, bytes[1] == 0x2A, bytes[2] == 0x4D, bytes[3] == 0x18
    {
      self = .zstd
    } else {
      return nil
    }
  }

  /// Determines the kind by the end of a file's name.
  init?(named name: String) {
    if name.hasSuffix(".gz") {
      self = .gzip
    } else if name.hasSuffix(".zst") {
      self = .zstd
    } else {
      return nil
    }
  }

  var name: String { self == .gzip ? "gzip" : "zstd" }
}
