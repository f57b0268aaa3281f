internal import Bytes

/// Where a shard stands in the whole: numbers, compared one by one, as of a version. A shard without any comes first.
package struct ShardPlace: Sendable, Comparable {
  private var numbers: [UInt64] = []

  /// Nowhere in particular.
  package init() {}

  /// `7`, or `2.131072` for a file and an offset in it; nil for any other text.
  package init?(_ text: String) {
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(part) else {
        return nil
      }
      numbers.append(number)
    }
  }

  package var isGiven: Bool { !numbers.isEmpty }

  package var text: String { numbers.map { "\($0)" }.joined(separator: ".") }

  package static func < (left: ShardPlace, right: ShardPlace) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  mutating func code(with coder: inout ByteCoder) {
    coder.code(list: &numbers, empty: 0) { $0.code(&$1) }
  }
}
