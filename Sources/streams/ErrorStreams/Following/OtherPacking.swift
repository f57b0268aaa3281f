internal import Bytes

/// A packing or an archive that errctl does not read, known by its first bytes.
package struct OtherPacking: Sendable, Equatable {
  package let name: String
  /// The command that unpacks `FILE` to standard output.
  package let command: String
  /// The bytes by which it is known; nil stands for any.
  private let sign: [UInt8?]
  /// The offset of the sign.
  private let offset: Int

  private init(_ name: String, _ command: String, _ sign: [UInt8?], at offset: Int = 0) {
    (self.name, self.command, self.sign, self.offset) = (name, command, sign, offset)
  }

  init?(_ bytes: ByteSlice) {
    guard let packing = Self.all.first(where: { $0.fits(bytes) }) else { return nil }
    self = packing
  }

  /// Whether further bytes may complete a sign. A tar's is not waited for: it is too far inside.
  static func mayBegin(_ bytes: ByteSlice) -> Bool {
    all.contains { packing in
      packing.offset == 0 && bytes.count < packing.sign.count
        && (0..<bytes.count).allSatisfy { packing.sign[$0] == nil || packing.sign[$0] == bytes[$0] }
    }
  }

  private func fits(_ bytes: ByteSlice) -> Bool {
    bytes.count >= offset + sign.count
      && sign.indices.allSatisfy { sign[$0] == nil || sign[$0] == bytes[offset + $0] }
  }

  /// Each sign has a byte that no text has, or is one that no log begins with. The signs are those of the formats'
  /// documents; `file` knows the same.
  private static let all = [
    OtherPacking("bzip2", "bzip2 -dc FILE", [0x42, 0x5A, 0x68, nil, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]),
    OtherPacking("bzip2", "bzip2 -dc FILE", [0x42, 0x5A, 0x68, nil, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90]),
    OtherPacking("xz", "xz -dc FILE", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
    OtherPacking("lzma", "xz -dc FILE", [0x5D, 0x00, 0x00, nil, nil, 0xFF]),
    OtherPacking("lzma", "xz -dc FILE", [0x5D, 0x00, 0x00, nil, nil, nil, 0x00]),
    OtherPacking("lzip", "lzip -dc FILE", [0x4C, 0x5A, 0x49, 0x50, 0x01]),
    OtherPacking("lzop", "lzop -dc FILE", [0x89, 0x4C, 0x5A, 0x4F, 0x00, 0x0D, 0x0A, 0x1A, 0x0A]),
    OtherPacking("lz4", "lz4 -dc FILE", [0x04, 0x22, 0x4D, 0x18]),
    OtherPacking("lz4", "lz4 -dc FILE", [0x02, 0x21, 0x4C, 0x18]),
    OtherPacking("snappy", "snzip -dc FILE", [0xFF, 0x06, 0x00, 0x00, 0x73, 0x4E, 0x61, 0x50, 0x70, 0x59]),
    OtherPacking("compress", "gzip -dc FILE", [0x1F, 0x9D]),
    OtherPacking("pack", "gzip -dc FILE", [0x1F, 0x1E]),
    OtherPacking("zlib", "pigz -dzc < FILE", [0x78, 0x9C]),
    OtherPacking("zlib", "pigz -dzc < FILE", [0x78, 0xDA]),
    OtherPacking("zlib", "pigz -dzc < FILE", [0x78, 0x01]),
    OtherPacking("zip", "unzip -p FILE", [0x50, 0x4B, 0x03, 0x04]),
    OtherPacking("zip", "unzip -p FILE", [0x50, 0x4B, 0x05, 0x06]),
    OtherPacking("7-Zip", "7z x -so FILE", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    OtherPacking("RAR", "unrar p -inul FILE", [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07]),
    OtherPacking("tar", "tar -xOf FILE", [0x75, 0x73, 0x74, 0x61, 0x72], at: 257),
  ]
}
