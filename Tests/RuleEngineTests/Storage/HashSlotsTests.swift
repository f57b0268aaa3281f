import Bytes
import TestSupport
import Testing

@Suite("Hash slots")
struct HashPlacesTests {
  @Test("stay in place, however often one hash replaces another", arguments: [1, 2, 3] as [UInt64])
  func replacing(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var places = HashSlots(limit: 16)
    var expected: [UInt64] = []
    // Few low bits, so that hashes collide and probe sequences wrap around the end of the table.
    func newHash() -> UInt64 {
      while true {
        let hash = (random.next() >> 40) << 8 | [0, 1, 62, 63].randomElement(using: &random)!
        if !expected.contains(hash) { return hash }
      }
    }
    for _ in 0..<16 {
      expected.append(newHash())
      places.append(expected[expected.count - 1])
    }
    for _ in 0..<2_000 {
      let place = Int.random(in: 0..<16, using: &random)
      let old = expected[place]
      expected[place] = newHash()
      places.replace(place, with: expected[place])
      #expect(places.place(of: old) == -1)
      #expect(expected.map { places.place(of: $0) } == Array(0..<16))
    }
  }
}
