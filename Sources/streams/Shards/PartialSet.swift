internal import Records
internal import Bytes
package import SystemPackage
package import Replay

/// The shards of partial results, in the order of the whole.
///
/// That order is the one of their places, then of their streams' names, then of their first times, then of their checksums. So
/// it does not depend on the order of the files, nor on what was merged before.
package struct PartialSet {
  package struct Shard {
    package let totals: ShardTotals
    let file: Int
    let start: Int64
    let end: Int64
  }

  /// The records of a part of the keys, evaluated.
  struct Answers {
    let part: ShardPart
    /// The checksum of the shards that it was made of.
    let checksum: UInt64
    let file: Int
    let start: Int64
    let end: Int64
  }

  package struct File {
    package let name: String
    let descriptor: FileDescriptor
  }

  package private(set) var head = PartialHead()
  package private(set) var shards: [Shard] = []
  private(set) var answers: [Answers] = []
  package private(set) var files: [File] = []

  package init() {}

  /// Adds the shards of a file that can be read at any place, whose descriptor stays open.
  package mutating func add(_ name: String, _ descriptor: FileDescriptor) throws(PartialFault) {
    let size: Int64
    do { size = try descriptor.seek(offset: 0, from: .end) } catch { throw .unreadable("\(error)") }
    files.append(File(name: name, descriptor: descriptor))
    var reader = FrameReader(descriptor: descriptor, offset: 0, size: size)
    guard size > 0 else { throw .notPartial }
    // One result may follow another.
    while !reader.isAtEnd { try addResult(&reader) }
  }

  private mutating func addResult(_ reader: inout FrameReader) throws(PartialFault) {
    try readFirstLine(&reader)
    let first = try reader.next()
    guard first.kind == .head else { throw .damaged(offset: first.start) }
    try readHead(first, of: reader)
    var start = reader.offset
    var checksum: UInt64 = 0
    var added = 0
    while true {
      let frame = try reader.next()
      switch frame.kind {
      case .part where added == 0 && frame.start == start: return try addAnswers(frame, &reader)
      case .head, .part, .answers, .state: throw .damaged(offset: frame.start)
      case .chunk, .counts: checksum = try reader.checksum(of: frame) &+ checksum &* 31
      case .totals:
        var totals = ShardTotals()
        try reader.decode(frame) { totals.code(with: &$0) }
        guard totals.checksum == checksum else { throw .damaged(offset: frame.start) }
        shards.append(Shard(totals: totals, file: files.count - 1, start: start, end: frame.end))
        start = frame.end
        checksum = 0
        added += 1
      case .end:
        var count = 0
        try reader.decode(frame) { $0.code(natural: &count) }
        guard count == added, start == frame.start else { throw .damaged(offset: frame.start) }
        return
      }
    }
  }

  private mutating func addAnswers(_ first: FrameReader.Frame, _ reader: inout FrameReader)
    throws(PartialFault)
  {
    var part = ShardPart()
    var checksum: UInt64 = 0
    try reader.decode(first) {
      part.code(with: &$0)
      $0.code(fixed: &checksum)
    }
    while true {
      let frame = try reader.next()
      guard frame.kind == .end else { continue }
      answers.append(
        Answers(part: part, checksum: checksum, file: files.count - 1, start: first.end, end: frame.start))
      return
    }
  }

  private func readFirstLine(_ reader: inout FrameReader) throws(PartialFault) {
    let line = PartialFrame.firstLine.utf8.count
    let beginning = try reader.read(reader.offset, Int(min(Int64(line), reader.size - reader.offset)))
    let text = String(beginning.slice)
    if text == PartialFrame.firstLine { return reader.offset += Int64(line) }
    if PartialFrame.firstLine.hasPrefix(text) { throw .cut }
    guard text.hasPrefix(PartialFrame.magic) else { throw .notPartial }
    throw .otherVersion(String(text.dropFirst(PartialFrame.magic.count).prefix { $0.isNumber }))
  }

  private mutating func readHead(_ frame: FrameReader.Frame, of reader: FrameReader) throws(PartialFault) {
    var head = PartialHead()
    try reader.decode(frame) { head.code(with: &$0) }
    guard files.count == 1, shards.isEmpty, answers.isEmpty else {
      if let difference = self.head.difference(from: head) { throw .unlike(difference) }
      return
    }
    self.head = head
  }

  /// Puts the shards in their order; a message if there are two of the same place.
  package mutating func settle() -> String? {
    shards.sort { Self.precedes($0.totals, $1.totals) }
    for (one, other) in zip(shards, shards.dropFirst()) {
      let names = one.totals.sources.map { $0.name }
      guard one.totals.place == other.totals.place, names == other.totals.sources.map({ $0.name }) else {
        continue
      }
      let isSame = one.totals.checksum == other.totals.checksum && !one.totals.isEmpty
      guard isSame || one.totals.place.isGiven else { continue }
      let where_ = one.totals.place.isGiven ? "shard \(one.totals.place.text)" : "the same shard"
      let stream = names.joined(separator: ", ")
      let files =
        one.file == other.file
        ? "\(self.files[one.file].name) has"
        : "\(self.files[one.file].name) and \(self.files[other.file].name) have"
      return
        "\(files) \(where_) of \(stream) twice. Leave one out, or give each shard a place of its own with --shard."
    }
    return pieceInOtherFormat ?? incompleteAnswers()
  }

  /// The checksum of all shards, in their order.
  var checksum: UInt64 { shards.reduce(0) { $0 &* 31 &+ $1.totals.checksum } }

  /// A message about evaluated parts that are not those of the shards.
  private mutating func incompleteAnswers() -> String? {
    guard !answers.isEmpty else { return nil }
    answers.sort { $0.part.index < $1.part.index }
    let count = answers[0].part.count
    if let other = answers.first(where: { $0.checksum != checksum }) {
      return
        "\(files[other.file].name): Part \(other.part.text) was evaluated for other shards. Merge exactly the shards that it "
        + "was made of."
    }
    if let other = answers.first(where: { $0.part.count != count }) {
      return "Part \(answers[0].part.text) and part \(other.part.text) do not belong together."
    }
    for (one, other) in zip(answers, answers.dropFirst()) where one.part == other.part {
      return
        "\(files[one.file].name) and \(files[other.file].name) both hold part \(one.part.text). Leave one out."
    }
    let missing = (0..<count).first { index in !answers.contains { $0.part.index == index } }
    return missing.map { "Part \(ShardPart(index: $0, count: count).text) is missing. Name it, too." }
  }

  package var hasAnswers: Bool { !answers.isEmpty }

  /// A message about two pieces of a stream that were read in different formats.
  private var pieceInOtherFormat: String? {
    var last: ShardTotals.Source?
    for shard in shards {
      for (index, source) in shard.totals.sources.enumerated() where source.lines > 0 {
        if index == 0, let last, last.name == source.name, last.format != source.format {
          return
            "Pieces of \(source.name) were read as \(last.format) and as \(source.format). "
            + "Name the format of all of them with --input."
        }
        last = source
      }
    }
    return nil
  }

  private static func precedes(_ left: ShardTotals, _ right: ShardTotals) -> Bool {
    if left.place != right.place { return left.place < right.place }
    let names = (left.sources.map { $0.name }, right.sources.map { $0.name })
    if names.0 != names.1 { return names.0.lexicographicallyPrecedes(names.1) }
    let starts = (left.start?.microseconds ?? .min, right.start?.microseconds ?? .min)
    return starts.0 == starts.1 ? left.checksum < right.checksum : starts.0 < starts.1
  }

  /// The streams of the whole: pieces that follow each other are one.
  package var streams: [String] { wholes.map { $0.name } }

  var wholes: [Whole] {
    var wholes: [Whole] = []
    for shard in shards {
      for (index, source) in shard.totals.sources.enumerated() {
        if index == 0, let last = wholes.last, last.name == source.name {
          wholes[wholes.count - 1].pieces.append(source)
        } else {
          wholes.append(Whole(name: source.name, pieces: [source]))
        }
      }
    }
    return wholes
  }

  struct Whole {
    let name: String
    var pieces: [ShardTotals.Source]

    /// The first one with a line decides.
    var first: ShardTotals.Source { pieces.first { $0.lines > 0 } ?? pieces[0] }
  }

  /// The arguments as they were named on the command line.
  package var arguments: [String] {
    var arguments: [String] = []
    for shard in shards {
      let own = shard.totals.arguments
      arguments += own.first == arguments.last ? own.dropFirst() : own[...]
    }
    return arguments
  }

  package var handedOver: Int { shards.reduce(0) { $0 + $1.totals.handedOver } }
  package var records: Int { shards.reduce(0) { $0 + $1.totals.records } }

  /// The files that hold a shard, from its first frame on.
  func reader(of shard: Shard) -> FrameReader {
    FrameReader(descriptor: files[shard.file].descriptor, offset: shard.start, size: shard.end)
  }

  func reader(of answers: Answers) -> FrameReader {
    FrameReader(descriptor: files[answers.file].descriptor, offset: answers.start, size: answers.end)
  }

  /// Writes all shards as one result. The result is the same for every grouping of the same shards.
  package func write(to output: any ReplayOutput) throws {
    try PartialFrames.begin(head, output)
    for shard in shards {
      var reader = reader(of: shard)
      while !reader.isAtEnd {
        let frame = try reader.next()
        _ = try PartialFrames.write(frame.kind, reader.contents(of: frame), output)
      }
    }
    try PartialFrames.end(shards: shards.count, output)
  }
}
