/// A text that is searched for in long ones: by the two of its bytes that are rarest in logs, at 32 places a step.
package struct ByteNeedle: BitwiseCopyable, Sendable {
  package let text: ByteSlice
  private let pair: BytePair
  /// Where the first of the two bytes is in the text.
  private let offset: Int
  private let apart: Int

  /// - Parameter text: at least two bytes.
  package init(_ text: StaticString) {
    self.text = ByteSlice(text)
    let bytes = self.text
    let byRarity = (0..<bytes.count).sorted { Self.rarity(bytes[$0]) > Self.rarity(bytes[$1]) }
    offset = min(byRarity[0], byRarity[1])
    apart = max(byRarity[0], byRarity[1]) - offset
    pair = BytePair(bytes[offset], bytes[offset + apart])
  }

  /// The bytes of text in logs, the commonest first.
  private static let common: StaticString = " etaoinsrlcdumpfghyb0123456789.:-/=,_wvkxjqz"

  private static func rarity(_ byte: UInt8) -> Int {
    ByteSlice(common).firstIndex(of: byte) ?? common.utf8CodeUnitCount
  }

  /// Where the text is first, at `start` or behind it.
  package func place(in bytes: ByteSlice, from start: Int = 0) -> Int? {
    precondition(start >= 0)
    let last = bytes.count - text.count
    guard last - start >= Self.step - 1 else { return place(in: bytes, start..<max(start, last + 1)) }
    var index = start
    while true {
      let here = bytes.start + index + offset
      let first = pair.places(here, apart: apart)
      let second = pair.places(here + Self.step / 2, apart: apart)
      let either = unsafeBitCast(first .| second, to: SIMD2<UInt64>.self)
      if either[0] | either[1] != 0, let place = place(in: bytes, index..<(index + Self.step)) {
        return place
      }
      // The last steps overlap, so that none reads past the end.
      let lastStep = last - (Self.step - 1)
      if index == lastStep { return nil }
      index = min(index + Self.step, lastStep)
    }
  }

  private static let step = 32

  private func place(in bytes: ByteSlice, _ places: Range<Int>) -> Int? {
    places.first { place in
      pair.isIt(bytes[place + offset], bytes[place + offset + apart])
        && bytes[place..<(place + text.count)] == text
    }
  }
}
