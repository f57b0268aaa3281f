internal import Bytes

extension UnitFailures {
  /// Whether a sentence ends here, whose unit has no description: `Started shop.service.`, `Starting shop.service...`.
  static func endsSentence(_ rest: ByteSlice) -> Bool {
    guard rest.hasPrefix(ByteSlice(".")) else { return false }
    var index = 1
    while index < rest.count, rest[index] == UInt8(ascii: ".") { index += 1 }
    return index == rest.count || rest[index] == UInt8(ascii: "\"") || rest[index] <= 0x20
  }
}
