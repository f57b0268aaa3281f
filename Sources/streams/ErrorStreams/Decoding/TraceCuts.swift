internal import Bytes

/// Moves the ends of chunks to where no trace goes on, so that the records of a failure are in one chunk.
///
/// The last lines of a chunk wait for the next one. A trace that goes on for longer than ``mostHeld`` is cut.
struct TraceCuts: ~Copyable {
  private let key: [UInt8]
  /// Whether the id stands behind the key, up to a space; else it is the next text in quotes.
  private let isText: Bool
  /// The place of the key's rarest byte, which is looked for: quotes are everywhere.
  private let rarest: Int
  private var held = Chunk()
  /// First and last line of each trace, by its checksum.
  private var extents: [UInt64: (first: Int, last: Int)] = [:]
  private static let mostHeld = 1 << 16

  /// - Parameter member: the name of the member with the id of a trace.
  init(_ member: String) {
    key = Array("\"\(member)\"".utf8)
    isText = false
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    rarest = key.firstIndex { capitals.contains($0) || $0 == UInt8(ascii: "_") } ?? 1
  }

  /// - Parameter mark: what stands before the id of a trace in a line of text, with its rarest byte at the end.
  init(mark: String) {
    key = Array(mark.utf8)
    isText = true
    rarest = key.count - 1
  }

  /// False if all of the text is held.
  mutating func gather(_ chunk: inout Chunk) -> Bool {
    // Documents over several lines come one by one.
    guard chunk.numbers.isEmpty else { return true }
    if !held.bytes.isEmpty {
      held.append(chunk)
      held.endsRecords = chunk.endsRecords
      swap(&held, &chunk)
      held.removeAll()
    }
    guard !chunk.endsInsideLine, !chunk.precedesLongLine else { return true }
    let cut = cut(chunk.bytes.slice)
    guard cut < chunk.bytes.count else { return true }
    chunk.moveText(from: cut, to: &held.bytes, &held.moved)
    held.position = chunk.position + cut
    if cut == 0 { held.blankLines = chunk.blankLines }
    return cut > 0
  }

  mutating func end(into chunk: inout Chunk) -> Bool {
    guard !held.bytes.isEmpty else { return false }
    chunk.removeAll()
    swap(&held, &chunk)
    return true
  }

  /// The first beginning of a line in the last part of the text before which every trace of the last two parts has ended.
  private mutating func cut(_ text: ByteSlice) -> Int {
    extents.removeAll(keepingCapacity: true)
    var starts: [Int] = []
    // A line of text without an id may go on with the record before it.
    var begins: [Bool] = []
    var index = Self.beginningOfLine(in: text, from: text.count - 2 * Self.mostHeld)
    while index < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count
      begins.append(note(text[index..<end], starts.count) || !isText)
      starts.append(index)
      index = end + 1
    }
    var open = Array(repeating: 0, count: starts.count + 1)
    for extent in extents.values where extent.first < extent.last {
      open[extent.first + 1] += 1
      open[extent.last + 1] -= 1
    }
    let earliest = Self.beginningOfLine(in: text, from: text.count - Self.mostHeld)
    var crossing = 0
    for line in starts.indices {
      crossing += open[line]
      if starts[line] >= earliest, crossing == 0, begins[line] { return starts[line] }
    }
    return earliest
  }

  private static func beginningOfLine(in text: ByteSlice, from place: Int) -> Int {
    guard place > 0 else { return 0 }
    return text.firstIndex(of: UInt8(ascii: "\n"), from: place - 1).map { $0 + 1 } ?? text.count
  }

  /// Notes the traces of a line; false if it has none.
  private mutating func note(_ line: ByteSlice, _ number: Int) -> Bool {
    var isFound = false
    key.withUnsafeBytes { bytes in
      let mark = ByteSlice(bytes)
      let quote = UInt8(ascii: "\"")
      var index = rarest
      while let hit = line.firstIndex(of: key[rarest], from: index) {
        index = hit + 1
        guard line[(hit - rarest)..<line.count].hasPrefix(mark) else { continue }
        let behind = hit - rarest + mark.count
        guard let start = isText ? behind - 1 : line.firstIndex(of: quote, from: behind),
          let end = line.firstIndex(of: isText ? UInt8(ascii: " ") : quote, from: start + 1)
        else { continue }
        let trace = line[(start + 1)..<end].checksum()
        extents[trace] = (extents[trace]?.first ?? number, number)
        index = end + 1 + rarest
        isFound = true
      }
    }
    return isFound
  }
}
