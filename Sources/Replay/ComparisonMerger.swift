internal import ErrorStreams
internal import RuleEngine

/// Sums up what workers counted of two rule sets, in the order of the stream.
final class ComparisonMerger {
  /// A group while it is counted.
  struct Group {
    var count = 0
    var samples: [MovedGroup.Sample] = []
  }

  var tally: Tally
  private(set) var matrix = Counters(count: OutcomeMatrix.size)
  private(set) var totals = MoveTable.Totals()
  private(set) var groups: [Move: Group] = [:]
  /// Records of groups that are not kept.
  private(set) var inOtherGroups = 0
  private(set) var unknownCategories = 0
  private(set) var wrongAnswers = 0
  private var load: LoadCounter?
  private let seed: UInt64

  init(_ chain: ResponderChain, _ options: ReplayOptions) {
    tally = Tally(chain)
    seed = options.seed
    load = options.load.map { LoadCounter(chain, $0, seed: options.seed) }
  }

  func finishLoad() -> RetryLoad? { load?.finish() }

  /// Takes what a worker counted of a chunk.
  ///
  /// - Parameter before: the records that stand before the chunk.
  func take(_ answers: inout ChunkAnswers, after before: UInt64, stream: Int) {
    guard answers.other != nil else { return }
    close(&answers, after: before)
    takeMoves(&answers, after: before, stream: stream)
  }

  private func close(_ answers: inout ChunkAnswers, after before: UInt64) {
    guard let count = answers.other?.gaps.count else { return }
    for index in 0..<count {
      guard let gap = answers.other?.gaps[index] else { return }
      let ordinal = before + gap.ordinal
      guard let delay = answers.other?.climb.milliseconds(of: gap.delay, seed: seed, ordinal: ordinal) else {
        return
      }
      tally.add(delay: delay, at: gap.delay.stationIndex)
    }
    answers.other?.hand(over: &tally, &load, after: before, until: answers.clock)
    unknownCategories += answers.other?.unknownCategories ?? 0
    wrongAnswers += answers.other?.wrongAnswers ?? 0
  }

  private func takeMoves(_ answers: inout ChunkAnswers, after before: UInt64, stream: Int) {
    guard let count = answers.other?.moves.moves.count else { return }
    for cell in 0..<matrix.count { matrix[cell] += answers.other?.moves.matrix[cell] ?? 0 }
    if let more = answers.other?.moves.totals { totals += more }
    for place in 0..<count {
      guard let move = answers.other?.moves.moves[place], let moved = answers.other?.moves.counts[place],
        moved > 0
      else { continue }
      add(moved, to: move)
    }
    for index in 0..<(answers.other?.moves.samples.count ?? 0) {
      guard let sample = answers.other?.moves.samples[index],
        let move = answers.other?.moves.moves[Int(sample.group)]
      else { continue }
      keep(sample, of: move, &answers, after: before, stream: stream)
    }
    answers.other?.moves.empty()
  }

  private func add(_ count: Int, to move: Move) {
    if groups[move] == nil, groups.count >= MovedGroup.kept {
      guard let last = groups.keys.max(by: <), move < last else {
        inOtherGroups += count
        return
      }
      inOtherGroups += groups.removeValue(forKey: last)?.count ?? 0
    }
    groups[move, default: Group()].count += count
  }

  /// Keeps a sample where it comes before one of those kept.
  private func keep(
    _ sample: MoveTable.Sample,
    of move: Move,
    _ answers: inout ChunkAnswers,
    after before: UInt64,
    stream: Int
  ) {
    let ordinal = before + sample.ordinal
    guard let known = groups[move]?.samples,
      known.count < MovedGroup.samples || known.contains(where: { $0.ordinal > ordinal })
    else { return }
    guard let read = answers.sample(sample, ordinal: ordinal, stream: stream) else { return }
    groups[move]?.samples = Array(
      (known + [read]).sorted { $0.ordinal < $1.ordinal }.prefix(MovedGroup.samples)
    )
  }
}

extension OtherSide {
  /// Hands over what was counted.
  mutating func hand(
    over tally: inout Tally,
    _ load: inout LoadCounter?,
    after before: UInt64,
    until end: Timestamp?
  ) {
    tally.take(&self.tally)
    load?.take(self.load, deferredLoad, after: before, until: end, climb)
  }
}

extension ChunkAnswers {
  /// A record of the chunk as people and commands name it.
  mutating func sample(_ sample: MoveTable.Sample, ordinal: UInt64, stream: Int) -> MovedGroup.Sample? {
    let line = (decoding?.text ?? chunk.bytes.slice)[sample.lineStart..<(sample.lineStart + sample.lineCount)]
    guard climb.read(line) == nil else { return nil }
    let name = climb.identityName
    let isLong = name.unicodeScalars.count > Self.longestName
    let ownID = climb.record.ownID
    return MovedGroup.Sample(
      ordinal: ordinal,
      ownID: ownID,
      stream: chunk.origins.isEmpty ? stream : origin(of: sample.lineStart),
      name: isLong ? "\(String(name.unicodeScalars.prefix(Self.longestName)))…" : name,
      record: line.count > MovedGroup.Sample.longestRecord ? nil : String(line)
    )
  }

  /// The stream of the line that begins at a place of a chunk that has lines of several.
  private func origin(of start: Int) -> Int {
    var line = 0
    var index = 0
    while let feed = chunk.bytes.slice.firstIndex(of: UInt8(ascii: "\n"), from: index), feed < start {
      line += 1
      index = feed + 1
    }
    return Int(chunk.origins[line])
  }

  private static var longestName: Int { 120 }
}
