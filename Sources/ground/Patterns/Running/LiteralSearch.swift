/// Searches a literal 16 places at a time, by its two bytes that are rarest in messages.
struct LiteralSearch: ~Copyable {
  let count: Int
  private var bytes = Table<UInt8>()
  private var masks = Table<UInt8>()
  /// The offsets of the two rarest bytes in the literal, ascending unless equal.
  private let firstRare: Int
  private let secondRare: Int

  /// A search for `literal`; an empty one is found everywhere.
  init(_ literal: Literal) {
    count = literal.count
    for index in 0..<literal.count {
      bytes.append(literal.bytes[index])
      masks.append(literal.masks[index])
    }
    let rarest = literal.bytes.indices.sorted {
      Self.rarity(literal.bytes[$0], literal.masks[$0]) > Self.rarity(literal.bytes[$1], literal.masks[$1])
    }
    let chosen = rarest.prefix(2).sorted()
    firstRare = chosen.first ?? 0
    secondRare = chosen.last ?? 0
  }

  func first(in text: ByteText, from: Int) -> Int {
    let last = text.count - count
    guard count > 0, from <= last else { return count == 0 ? from : -1 }
    // The last place where a vector can be read at the second rare byte.
    let lastBlock = text.count - 16 - secondRare
    guard from <= lastBlock else { return firstOneByOne(in: text, from: from, to: last) }
    let (firstMask, secondMask) = (SIMD16(repeating: masks[firstRare]), SIMD16(repeating: masks[secondRare]))
    let (firstByte, secondByte) = (SIMD16(repeating: bytes[firstRare]), SIMD16(repeating: bytes[secondRare]))
    var block = from
    while true {
      let firstHits = (text.vector(at: block + firstRare) | firstMask) .== firstByte
      let secondHits = (text.vector(at: block + secondRare) | secondMask) .== secondByte
      var lanes = Lanes(firstHits .& secondHits)
      while let lane = lanes.popFirst() {
        if block + lane <= last, isLiteral(in: text, at: block + lane) { return block + lane }
      }
      if block >= lastBlock { break }
      block = min(block + 16, lastBlock)
    }
    return firstOneByOne(in: text, from: block + 16, to: last)
  }

  /// The caller ensures that the literal fits.
  @inline(__always)
  func isLiteral(in text: ByteText, at place: Int) -> Bool {
    for index in 0..<count where text[place + index] | masks[index] != bytes[index] { return false }
    return true
  }

  private func firstOneByOne(in text: ByteText, from: Int, to last: Int) -> Int {
    var place = from
    while place <= last {
      if isLiteral(in: text, at: place) { return place }
      place += 1
    }
    return -1
  }

  /// Bytes of messages, the most frequent first; missing ones are rarer.
  private static let frequent = Array(" etaoinsrdlchumpf0g.1y2b-:v3wk/45_6,879=()[]\"'xjTEqSAIzC".utf8)

  private static func rarity(_ byte: UInt8, _ mask: UInt8) -> Int {
    (frequent.firstIndex(of: byte) ?? 200) - Int(mask == 0 ? 0 : 1)
  }
}
