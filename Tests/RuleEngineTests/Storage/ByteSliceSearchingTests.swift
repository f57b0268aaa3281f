import RuleEngine
import TestSupport
import Testing

@Suite("Searching for bytes")
struct ByteSliceSearchingTests {
  @Test("finds a part where it is, and only there, in texts of any length", arguments: 1...40)
  func everyPart(count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    for length in 0...75 {
      // Few letters, so that the first and last byte are often found without the part.
      let text = (0..<length).map { _ in "ab".utf8.randomElement(using: &random)! }
      for _ in 0..<8 {
        var part = (0..<count).map { _ in "ab".utf8.randomElement(using: &random)! }
        if length >= count, Bool.random(using: &random) {
          let start = Int.random(in: 0...(length - count), using: &random)
          part = Array(text[start..<(start + count)])
          if count > 2, Bool.random(using: &random) { part[count / 2] = UInt8(ascii: "c") }
        }
        let isFound = length >= count && (0...(length - count)).contains { text[$0...].starts(with: part) }
        let found = text.withUnsafeBytes { text in
          part.withUnsafeBytes { ByteSlice(text).contains(ByteSlice($0)) }
        }
        #expect(found == isFound, "\(part) in \(text)")
      }
    }
  }

  @Test("finds the first of a known text's places, in texts of any length and from any place on")
  func needles() {
    var random = SeededRandom(seed: 1)
    for needle in ["ab", "aab", ".service", "bababab"] as [StaticString] {
      let part = Array(needle.description.utf8)
      for length in 0...110 {
        // Its own letters, so that its two rarest are often found without it.
        var text = (0..<length).map { _ in part.randomElement(using: &random)! }
        if length >= part.count, Bool.random(using: &random) {
          let start = Int.random(in: 0...(length - part.count), using: &random)
          text.replaceSubrange(start..<(start + part.count), with: part)
        }
        for start in 0...length {
          let place = (start..<max(start, length - part.count + 1)).first { text[$0...].starts(with: part) }
          let found = text.withUnsafeBytes { ByteNeedle(needle).place(in: ByteSlice($0), from: start) }
          #expect(found == place, "\(needle) in \(text) from \(start)")
        }
      }
    }
  }

  @Test("finds marks at any position, in texts of any length")
  func everyPlace() {
    let pairs =
      [("<", "a"), ("#", "i"), ("!", "!"), ("b", "<"), ("i", "c")] as [(Unicode.Scalar, Unicode.Scalar)]
    let looked = pairs.map { BytePair(UInt8(ascii: $0.0), UInt8(ascii: $0.1)) }
    let marks = ByteMarks(UInt8(ascii: "\n"), looked[0], looked[1], looked[2], looked[3], looked[4])
    for count in 0...53 {
      let text = [UInt8](("<" + String(repeating: "i", count: 52)).utf8.prefix(count))
      let has = { (text: [UInt8]) in text.withUnsafeBytes { ByteSlice($0).contains(anyOf: marks) } }
      #expect(!has(text), "of \(count) bytes")
      for place in 0..<count {
        var other = text
        other[place] = UInt8(ascii: "\n")
        #expect(has(other), "a line feed at \(place) of \(count)")
        guard place + 1 < count else { continue }
        for pair in pairs {
          other[place] = UInt8(ascii: pair.0)
          other[place + 1] = UInt8(ascii: pair.1)
          #expect(has(other), "\(pair) at \(place) of \(count)")
          other[place + 1] = UInt8(ascii: "x")
          #expect(!has(other), "half of \(pair) at \(place) of \(count)")
          other[place + 1] = text[place + 1]
        }
      }
    }
  }
}
