internal import Bytes

extension UnitFailures {
  /// A text that is in each line of systemd about a unit.
  struct Sign {
    let text: StaticString
    /// The place of the rarest byte in it, which is looked for.
    let rarest: Int

    func place(in text: ByteSlice, from start: Int) -> Int? {
      let sign = ByteSlice(self.text)
      var next = start + rarest
      while let hit = text.firstIndex(of: sign[rarest], from: next) {
        if text[(hit - rarest)..<text.count].hasPrefix(sign) { return hit - rarest }
        next = hit + 1
      }
      return nil
    }
  }

  /// Whether a sentence ends here, whose unit has no description: `Started shop.service.`, `Starting shop.service...`.
  static func endsSentence(_ rest: ByteSlice) -> Bool {
    guard rest.hasPrefix(ByteSlice(".")) else { return false }
    var index = 1
    while index < rest.count, rest[index] == UInt8(ascii: ".") { index += 1 }
    return index == rest.count || rest[index] == UInt8(ascii: "\"") || rest[index] <= 0x20
  }
}
