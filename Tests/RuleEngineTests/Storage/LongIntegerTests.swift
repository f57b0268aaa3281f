@testable import Bytes
import TestSupport
import Testing

@Suite("A long integer")
struct LongIntegerTests {
  @Test("equals the general parser's result, or is left to it")
  func agreement() {
    var random = SeededRandom(seed: 3)
    var tape = JSONTape()
    for length in 1...24 {
      for after in ["", ",", "}", " ", ".5", "e3", "E-2", ":", "/", "a", "\u{0}"] {
        for first in ["", "-", "0", "-0", "9"] {
          let digits = (0..<length).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
          let number = first + digits
          var text = Buffer<UInt8>()
          text.append(ByteSlice("x"))
          for byte in (number + after).utf8 { text.append(byte) }
          let integer = LongInteger(at: text.padded().suffix(from: 1).start)
          let count = digits.count + (first == "9" ? 1 : 0)
          guard integer.length > 0 else {
            #expect(
              count < 8 || count > 18 || first.hasSuffix("0") || digits.first == "0" && first != "9"
                || after.hasPrefix(".") || after.lowercased().hasPrefix("e"),
              "\(number)\(after)"
            )
            continue
          }
          #expect(integer.length == number.utf8.count)
          let slice = text.slice(1..<(1 + number.utf8.count))
          #expect(tape.scan(slice, depthLimit: 1, valueLimit: 1, repairs: false) == nil)
          #expect(tape[0].kind == .integer && tape[0].integer == integer.value, "\(number)\(after)")
        }
      }
    }
  }
}
