import TestSupport
import Testing

@testable import Bytes
@testable import Replay

@Suite("Places of the errors that were counted last")
struct RecentPlacesTests {
  @Test("A place that is known is the one that a search finds", arguments: [1, 2, 3, 4])
  func searched(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var counts = BoundedCounts(limit: 8)
    var recent = RecentPlaces(limit: 8)
    var known = 0
    for ordinal in 0..<4_000 {
      // Keys from 0 on, several of which share a hash and a slot.
      let key = random.next() % (ordinal < 2_000 ? 40 : 80)
      let hash = (key / 2) &* 0x9E37_79B9_7F4A_7C15
      let searched = counts.index(of: hash)
      if let place = recent.place(of: key, in: counts) {
        known += 1
        #expect(place == searched ?? -1)
        continue
      }
      let place = searched ?? counts.insert(hash)?.index ?? -1
      recent.note(key, place, in: counts)
      if place >= 0 { counts.add(UInt64(ordinal), nil, at: place) }
    }
    #expect(known > 1_000)
  }
}
