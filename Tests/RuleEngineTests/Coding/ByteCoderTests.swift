import Bytes
import Testing

@Suite("Values read and written by the same calls")
struct ByteCoderTests {
  private struct Values: Equatable {
    var words: [UInt64] = [0, 127, 128, .max]
    var numbers: [Int64] = [0, -1, 1, .min, .max]
    var flag = true
    var half = 0.5
    var text = "“ü”"
    var none: Int?
    var some: Int? = 7

    mutating func code(with coder: inout ByteCoder) {
      coder.code(list: &words, empty: 0) { $0.code(&$1) }
      coder.code(list: &numbers, empty: 0) { $0.code(&$1) }
      coder.code(&flag)
      coder.code(&half)
      coder.code(&text)
      coder.code(optional: &none, empty: 0) { $0.code(&$1) }
      coder.code(optional: &some, empty: 0) { $0.code(&$1) }
    }

    static let empty = Values(words: [], numbers: [], flag: false, half: 0, text: "", none: nil, some: nil)
  }

  private static func bytes(of values: Values) -> [UInt8] {
    var values = values
    var coder = ByteCoder()
    values.code(with: &coder)
    return Array(coder.bytes.slice.buffer)
  }

  private static func coder(_ bytes: some Collection<UInt8>) -> ByteCoder {
    var buffer = Buffer<UInt8>()
    buffer.append(contentsOf: Array(bytes))
    return ByteCoder(buffer)
  }

  @Test("come back as they were")
  func roundTrip() {
    var read = Values.empty
    var coder = Self.coder(Self.bytes(of: Values()))
    read.code(with: &coder)
    let isDone = coder.isDone
    #expect(isDone)
    #expect(read == Values())
  }

  @Test("are faulty wherever they are cut off")
  func cut() {
    let bytes = Self.bytes(of: Values())
    for count in 0..<bytes.count {
      var read = Values.empty
      var coder = Self.coder(bytes.prefix(count))
      read.code(with: &coder)
      let isDone = coder.isDone
      #expect(!isDone, "\(count) bytes")
    }
  }

  @Test("leave counters that are zero out, and reject more counters than there are")
  func counters() {
    var written = Counters(count: 1_000)
    (written[3], written[999]) = (5, 1)
    var coder = ByteCoder()
    coder.code(&written)
    let bytes = Array(coder.bytes.slice.buffer)
    #expect(bytes.count == 6)
    var read = Counters(count: 1_000)
    var reader = Self.coder(bytes)
    reader.code(&read)
    #expect((read[3], read[999], read[4]) == (5, 1, 0))
    var fewer = Counters(count: 999)
    var again = Self.coder(bytes)
    again.code(&fewer)
    let isFaulty = again.isFaulty
    #expect(isFaulty)
  }

  @Test(
    "ascend in the largest unit that all steps have",
    arguments: [
      ([0], 5), ([-5, -5, 7], 5), ([1, 1_001, 1_001, 3_001], 7), ([7, 1_000_007, 127_000_007], 7),
      ([1, 1_001, 1_002], 6), ([-1 << 61, 1 << 61], 20), ([], 1),
    ] as [([Int64], Int)]
  )
  func ascending(_ numbers: [Int64], _ size: Int) {
    var written = Buffer<Int64>()
    written.append(contentsOf: numbers)
    var coder = ByteCoder()
    coder.code(ascending: &written)
    let bytes = Array(coder.bytes.slice.buffer)
    #expect(bytes.count == size)
    var reader = Self.coder(bytes)
    var read = Buffer<Int64>()
    reader.code(ascending: &read)
    let isDone = reader.isDone
    #expect(isDone)
    #expect((0..<read.count).map { read[$0] } == numbers)
  }

  @Test("ascend no further than there are numbers")
  func beyond() {
    // Two numbers: 2^62, and 2^50 - 1 steps of a million more.
    let first: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]
    let bytes = [0x02] + first + [0xC0, 0x84, 0x3D] + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]
    var coder = Self.coder(bytes)
    var read = Buffer<Int64>()
    coder.code(ascending: &read)
    let isFaulty = coder.isFaulty
    #expect(isFaulty)
  }

  @Test("never allocate for a length that the bytes do not have")
  func length() {
    // A list of 2^62 elements.
    var coder = Self.coder([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01])
    var texts: [String] = []
    coder.code(&texts)
    let isFaulty = coder.isFaulty
    #expect(isFaulty)
    #expect(texts.isEmpty)
  }
}
