/// The numbers of a generated table.
///
/// Format of `scripts/generate-unicode-tables.py`: base 32, least significant digit first; a digit d is the
/// character 0x30 + d, or 0x30 + 32 + d if more follow. Line breaks are skipped.
enum PackedNumbers {
  static func read(_ text: StaticString) -> [UInt32] {
    text.withUTF8Buffer { read($0) }
  }

  static func read(_ bytes: some Sequence<UInt8>) -> [UInt32] {
    var numbers: [UInt32] = []
    var number: UInt32 = 0
    var shift: UInt32 = 0
    for byte in bytes where byte >= 0x30 {
      let digit = UInt32(byte - 0x30)
      number |= (digit & 31) << shift
      shift += 5
      if digit < 32 {
        numbers.append(number)
        number = 0
        shift = 0
      }
    }
    return numbers
  }
}
