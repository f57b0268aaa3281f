import Bytes
import Testing

@testable import Engine
import RuleEngine

@Suite("The hash table of keys")
struct KeyPlacesTests {
  @Test("agrees with a dictionary through insertions and removals", arguments: [8, 60, 1_000])
  func agreement(keys: Int) {
    var places = KeySlots()
    var model: [UInt128: Index<KeyTable.Slot>] = [:]
    var state: UInt64 = 42
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = UInt64(state >> 33) % UInt64(keys)
      // Keys that differ only in their upper half collide in the lower half.
      let key = UInt128(number) << 64 | UInt128(number % 3)
      #expect(places[key] == model[key])
      if model[key] != nil, state >> 20 & 1 == 0 {
        places.remove(key)
        model[key] = nil
      } else if model[key] == nil {
        places.insert(key, at: Index(Int(number)))
        model[key] = Index(Int(number))
      }
    }
    for number in 0..<UInt64(keys) {
      let key = UInt128(number) << 64 | UInt128(number % 3)
      #expect(places[key] == model[key])
    }
  }

  @Test("ignores the removal of a missing key")
  func absent() {
    var places = KeySlots()
    places.insert(1, at: Index(7))
    places.remove(2)
    #expect(places[1] == Index(7))
    #expect(places[2] == nil)
  }
}
