internal import Bytes

/// One of several parts of the keys by which records have to meet.
package struct ShardPart: Sendable, Equatable {
  /// The position of the part, from 0.
  package var index: Int
  package var count: Int

  package init(index: Int = 0, count: Int = 1) {
    self.index = index
    self.count = count
  }

  /// `1/4` to `4/4`; nil for any other text.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
      (1...Self.most).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.init(index: number - 1, count: count)
  }

  package static let most = 10_000

  package var text: String { "\(index + 1)/\(count)" }

  func has(_ key: UInt64) -> Bool { Self.index(of: key, count) == index }

  /// Records that all have to meet are in the first part.
  static func index(of key: UInt64, _ count: Int) -> Int { Int(key % UInt64(count)) }

  mutating func code(with coder: inout ByteCoder) {
    coder.code(natural: &index)
    coder.code(natural: &count)
    if !(1...Self.most).contains(count) || !(0..<max(1, count)).contains(index) { coder.fail() }
  }
}
