internal import ErrorStreams
internal import Bytes
internal import Engine
internal import Records

final class ComparisonMerger {
  struct Group {
    var count = 0
    var samples: [MovedGroup.Sample] = []
  }

  var outcomeCounts: OutcomeCounts
  private(set) var matrix = Counters(count: OutcomeMatrix.size)
  private(set) var totals = MoveTable.Totals()
  private(set) var groups: [Move: Group] = [:]
  private(set) var inOtherGroups = 0
  private(set) var unknownCategories = 0
  private(set) var wrongAnswers = 0
  private var load: LoadCounter?
  private let filling: GapFilling

  init(_ chain: ResponderChain, _ options: ReplayOptions) {
    outcomeCounts = OutcomeCounts(chain, options.redactor, options.limits)
    filling = GapFilling(chain, seed: options.seed)
    load = options.load.map {
      LoadCounter(
        chain, $0, seed: options.seed, limits: options.limits, presetAnswers: options.otherPresetAnswers)
    }
  }

  func finishLoad() -> RetryLoad? { load?.finish() }

  /// - Parameter before: the records before the chunk.
  func take(_ evaluation: inout ChunkEvaluation, after before: UInt64, stream: Int) {
    guard evaluation.other != nil else { return }
    close(&evaluation, after: before)
    takeMoves(&evaluation, after: before, stream: stream)
  }

  func settle(_ evaluation: inout ChunkEvaluation) {
    evaluation.other?.hand(kindsOver: &outcomeCounts)
  }

  private func close(_ evaluation: inout ChunkEvaluation, after before: UInt64) {
    load?.simulate(evaluation.noted, of: evaluation.lines, after: before)
    evaluation.other?.hand(over: &outcomeCounts, &load, filling, after: before, until: evaluation.clock)
    unknownCategories += evaluation.other?.unknownCategories ?? 0
    wrongAnswers += evaluation.other?.wrongAnswers ?? 0
  }

  private func takeMoves(_ evaluation: inout ChunkEvaluation, after before: UInt64, stream: Int) {
    guard let count = evaluation.other?.moves.moves.count else { return }
    for cell in 0..<matrix.count { matrix[cell] += evaluation.other?.moves.matrix[cell] ?? 0 }
    if let more = evaluation.other?.moves.totals { totals += more }
    for place in 0..<count {
      guard let move = evaluation.other?.moves.moves[place],
        let moved = evaluation.other?.moves.counts[place],
        moved > 0
      else { continue }
      add(moved, to: move)
    }
    for index in 0..<(evaluation.other?.moves.samples.count ?? 0) {
      guard let sample = evaluation.other?.moves.samples[index],
        let move = evaluation.other?.moves.moves[Int(sample.group)]
      else { continue }
      keep(sample, of: move, &evaluation, after: before, stream: stream)
    }
    evaluation.other?.moves.empty()
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
    _ sample: MoveTable.Sample, of move: Move, _ evaluation: inout ChunkEvaluation, after before: UInt64,
    stream: Int
  ) {
    let ordinal = before + sample.ordinal
    guard let known = groups[move]?.samples,
      known.count < MovedGroup.samples || known.contains(where: { $0.ordinal > ordinal })
    else { return }
    guard let read = evaluation.sample(sample, ordinal: ordinal, stream: stream) else { return }
    groups[move]?.samples = Array(
      (known + [read]).sorted { $0.ordinal < $1.ordinal }.prefix(MovedGroup.samples))
  }
}

extension SecondRuleSet {
  mutating func hand(
    over outcomeCounts: inout OutcomeCounts, _ load: inout LoadCounter?, _ filling: GapFilling,
    after before: UInt64, until end: Timestamp?
  ) {
    var place = GapFilling.Place()
    var nothing = Buffer<UInt8>()
    filling.append(ByteSlice(""), gaps, from: &place, upTo: 0, after: before, to: &nothing) {
      outcomeCounts.add(delay: $0, at: $1)
    }
    outcomeCounts.take(&self.outcomeCounts, after: before)
    load?.take(self.load, after: before, until: end, evaluator)
  }

  mutating func hand(kindsOver outcomeCounts: inout OutcomeCounts) {
    outcomeCounts.takeKinds(&self.outcomeCounts)
  }
}
