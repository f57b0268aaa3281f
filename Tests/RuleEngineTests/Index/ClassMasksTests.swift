@testable import Bytes
@testable import Engine
import RuleEngine
import TestSupport
import Testing

@Suite("Masks of rules by value classes")
struct ClassMasksTests {
  @Test("are the same whether they are stored by words or by changes", arguments: [1, 2, 3] as [UInt64])
  func changes(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let words = 40
    var masks = ClassMasks(words: words, CacheLimits())
    masks.begin()
    var base = [UInt64](repeating: .max, count: words)
    for bit in 0..<Int32(words * 64) where Bool.random(using: &random) {
      masks.set(bit, false)
      base[Int(bit / 64)] &= ~(1 << UInt64(bit % 64))
    }
    let feature = Index<RuleLayout.Feature>.first
    let start = masks.end(defaultOf: feature)
    #expect(masks.find(defaultOf: feature) == start)
    var expected: [[UInt64]] = []
    var stored: [ClassMasks.Mask] = []
    for changed in [0, 1, 2, 3, 20, 40] {
      masks.begin(from: start)
      var mask = base
      for word in (0..<words).shuffled(using: &random).prefix(changed) {
        let bit = Int32(word * 64 + Int.random(in: 0..<64, using: &random))
        let isOpen = mask[word] & 1 << UInt64(bit % 64) == 0
        masks.set(bit, isOpen)
        mask[word] ^= 1 << UInt64(bit % 64)
      }
      let valueClass = Int32(expected.count)
      stored.append(masks.end(ofClass: valueClass, from: start))
      #expect(masks.find(ofClass: valueClass) == stored.last)
      expected.append(mask)
    }
    // Unchanged, one and two changes, then by words.
    #expect(
      stored[0] == start && stored[1] < ClassMasks.none && stored[2] < ClassMasks.none && stored[3] >= 0
    )
    for (mask, expected) in zip(stored, expected) {
      for word in 0..<words { #expect(masks.word(word, of: mask) == expected[word]) }
    }
    for (one, left) in zip(stored, expected) {
      for (other, right) in zip(stored, expected) {
        masks.begin()
        masks.intersect(one)
        masks.intersect(other)
        for word in 0..<words { #expect(masks[word] == left[word] & right[word]) }
      }
    }
  }
}
