import RuleEngine
import TestSupport
import Testing

@Suite("Searching for pairs of bytes")
struct ByteSliceSearchingTests {
  @Test("finds them at any position, in texts of any length")
  func everyPlace() {
    let pairs = [("<", "a"), ("#", "i"), ("!", "!")] as [(Unicode.Scalar, Unicode.Scalar)]
    let looked = pairs.map { BytePair(UInt8(ascii: $0.0), UInt8(ascii: $0.1)) }
    for count in 0...53 {
      var text = [UInt8(ascii: "<")] + [UInt8](repeating: UInt8(ascii: "i"), count: 52)
      text.removeLast(53 - count)
      let has = { (text: [UInt8]) in
        text.withUnsafeBytes { ByteSlice($0).containsPair(looked[0], or: looked[1], or: looked[2]) }
      }
      #expect(!has(text), "of \(count) bytes")
      for place in 0..<max(count - 1, 0) {
        for pair in pairs {
          var other = text
          other[place] = UInt8(ascii: pair.0)
          #expect(has(other) == (pair.0 == "#"), "half of \(pair) at \(place) of \(count)")
          other[place + 1] = UInt8(ascii: pair.1)
          #expect(has(other), "\(pair) at \(place) of \(count)")
        }
      }
    }
  }
}
