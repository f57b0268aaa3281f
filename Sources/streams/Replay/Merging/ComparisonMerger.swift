internal import Counting
internal import ErrorStreams
internal import Bytes
internal import Engine
internal import Records
internal import Secrets

final class ComparisonMerger {
  struct Group {
    var count = 0
    var samples: [MovedGroup.Sample] = []
  }

  var counts: StreamCounts
  private(set) var matrix = Counters(count: OutcomeMatrix.size)
  private(set) var totals = MoveTable.Totals()
  private(set) var groups: [Move: Group] = [:]
  private(set) var inOtherGroups = 0
  private var load: LoadCounter?
  private let filling: GapFilling

  init(_ chain: ResponderChain, _ options: ReplayOptions) {
    counts = StreamCounts(
      chain, options.counting.ofSecond, options.redactor, options.limits)
    filling = GapFilling(chain, seed: options.seed)
    load = options.load.map {
      LoadCounter(
        chain, $0, seed: options.seed, limits: options.limits,
        presetAnswers: options.unrecorded.otherPresetAnswers)
    }
  }

  func finishLoad(hidingBy redactor: Redactor) -> RetryLoad? { load?.finish(hidingBy: redactor) }

  /// - Parameter before: the records before the chunk.
  func take(_ run: inout ChunkRun, after before: UInt64, stream: Int) {
    guard run.other != nil else { return }
    close(&run, after: before)
    takeMoves(&run, after: before, stream: stream)
  }

  func settle(_ run: inout ChunkRun) { run.other?.hand(kindsOver: &counts) }

  private func close(_ run: inout ChunkRun, after before: UInt64) {
    load?.simulate(run.noted, of: run.lines, after: before)
    run.other?.hand(over: &counts, &load, filling, after: before, until: run.times.clock)
  }

  private func takeMoves(_ run: inout ChunkRun, after before: UInt64, stream: Int) {
    guard let count = run.other?.moves.moves.count else { return }
    for cell in 0..<matrix.count { matrix[cell] += run.other?.moves.matrix[cell] ?? 0 }
    if let more = run.other?.moves.totals { totals += more }
    for place in 0..<count {
      guard let move = run.other?.moves.moves[place],
        let moved = run.other?.moves.counts[place],
        moved > 0
      else { continue }
      add(moved, to: move)
    }
    for index in 0..<(run.other?.moves.samples.count ?? 0) {
      guard let sample = run.other?.moves.samples[index],
        let move = run.other?.moves.moves[Int(sample.group)]
      else { continue }
      keep(sample, of: move, &run, after: before, stream: stream)
    }
    run.other?.moves.empty()
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

  /// If it precedes one of those kept.
  private func keep(
    _ sample: MoveTable.Sample, of move: Move, _ run: inout ChunkRun, after before: UInt64, stream: Int
  ) {
    let ordinal = before + sample.ordinal
    guard let known = groups[move]?.samples,
      known.count < MovedGroup.samples || known.contains(where: { $0.ordinal > ordinal })
    else { return }
    guard let read = run.sample(sample, ordinal: ordinal, stream: stream) else { return }
    groups[move]?.samples = Array(
      (known + [read]).sorted { $0.ordinal < $1.ordinal }.prefix(MovedGroup.samples))
  }
}

extension SecondRuleSet {
  mutating func hand(
    over counts: inout StreamCounts, _ load: inout LoadCounter?, _ filling: GapFilling, after before: UInt64,
    until end: Timestamp?
  ) {
    var place = GapFilling.Place()
    var nothing = Buffer<UInt8>()
    filling.append(ByteSlice(""), gaps, from: &place, upTo: 0, after: before, to: &nothing) {
      counts.outcomes.add(delay: $0, at: $1)
    }
    counts.take(&self.counts, after: before)
    load?.take(self.load, after: before, until: end, evaluator)
  }

  mutating func hand(kindsOver counts: inout StreamCounts) { counts.settle(&self.counts) }
}
