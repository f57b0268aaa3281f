/// Ordered so that siblings are read oldest first: `app.log-20261121`, `app.log.2.gz`, `app.log.1`,
/// `app.log`.
package struct RotatedName: Comparable {
  private enum Generation: Comparable {
    /// A date as in logrotate's `dateext` and most daily rotations.
    case dated(String)
    /// Negated, because the greatest is the oldest.
    case numbered(Int)
    case live
  }

  package let live: String
  private let generation: Generation
  let name: String

  package init(_ name: String) {
    self.name = name
    let unpacked = Self.endings.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) } ?? name
    let digits = unpacked.utf8.reversed().prefix { Self.isDigit($0) }.count
    let stem = unpacked.dropLast(digits)
    if digits > 0, digits <= 5, stem.last == ".", stem.count > 1, let number = Int(unpacked.suffix(digits)) {
      live = String(stem.dropLast())
      generation = .numbered(-number)
    } else if let date = Self.date(unpacked) {
      live = String(unpacked.dropLast(date.count + 1))
      generation = .dated(date)
    } else {
      live = name
      generation = .live
    }
  }

  var isPacked: Bool { Self.endings.contains { name.hasSuffix($0) } }

  var isRotated: Bool { generation != .live }

  package static func < (left: RotatedName, right: RotatedName) -> Bool {
    (left.live, left.generation, left.name) < (right.live, right.generation, right.name)
  }

  private static let endings = [".gz", ".zst", ".zstd"]

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// The date: at least eight digits at the end of a name, after a dot or a dash.
  private static func date(_ name: String) -> String? {
    let bytes = Array(name.utf8)
    var start = bytes.count
    while start > 0, isDigit(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "-") { start -= 1 }
    // The date begins after the dash.
    while start < bytes.count, !isDigit(bytes[start]) { start += 1 }
    guard start > 1, [UInt8(ascii: "."), UInt8(ascii: "-")].contains(bytes[start - 1]),
      bytes[start...].count(where: { isDigit($0) }) >= 8, bytes[start...].starts(with: [0x32, 0x30])
    else { return nil }
    return String(decoding: bytes[start...], as: UTF8.self)
  }
}
