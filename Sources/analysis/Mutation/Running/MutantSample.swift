/// Draws samples, the same ones for the same seed.
enum MutantSample {
  /// A sample of at most `most` elements in their original order.
  static func chosen<Element>(_ all: [Element], most: Int, seed: UInt64) -> [Element] {
    guard all.count > most else { return all }
    var state = seed
    var indices = Array(all.indices)
    // The first elements of a shuffle (Fisher, Yates; Durstenfeld 1964).
    for index in 0..<max(0, most) {
      indices.swapAt(index, index + Int(next(&state) % UInt64(indices.count - index)))
    }
    return indices.prefix(max(0, most)).sorted().map { all[$0] }
  }

  /// SplitMix64 (Steele, Lea, Flood 2014).
  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
