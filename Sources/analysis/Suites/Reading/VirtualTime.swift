internal import Bytes
internal import Records

enum VirtualTime {
  static let possible: Range<Int64> = -62_167_219_200_000_000..<253_402_300_800_000_000

  /// A time in RFC 3339 format, in UTC, with as many digits as needed.
  static func text(_ microseconds: Int64) -> String { Timestamp(microseconds: microseconds).text }

  static func moment(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBytes { Timestamp(ByteSlice($0))?.microseconds }
  }
}
