internal import RuleEngine

/// The second rule set of a comparison: an evaluator for the same records.
struct OtherSide: ~Copyable {
  var climb: Climb
  var tally: Tally
  /// Delays that can be drawn only once the ordinal is known.
  var gaps = Buffer<Gap>()
  var unknownCategories = 0
  var wrongAnswers = 0
  var moves = MoveTable()
  var load: LoadNotes
  /// By clause of this rule set: the clause of the same kind and name in the first one. The same for
  /// categories.
  private let counterparts: [StationIndex]
  private let categories: [CategoryIndex]
  private var deeds = Buffer<UInt8>()
  private var otherDeeds = Buffer<UInt8>()
  private var noGaps = Buffer<Gap>()

  init(_ chain: ResponderChain, besides first: ResponderChain, _ options: ReplayOptions) {
    let answers = options.otherPresetAnswers
    climb = Climb(chain, limits: options.limits, presetAnswers: answers, besides: first, reads: false)
    tally = Tally(chain)
    load = LoadNotes(options.load)
    var names: [String: Int] = [:]
    for index in first.stations.indices { names[Self.name(index, first)] = index }
    counterparts = chain.stations.indices.map { StationIndex(names[Self.name($0, chain)]) }
    // Neither a category of the first rule set nor none.
    let unknown = CategoryIndex(-2)
    categories = chain.categories.map {
      first.categories.firstIndex(of: $0).map { CategoryIndex($0) } ?? unknown
    }
  }

  private static func name(_ station: Int, _ chain: ResponderChain) -> String {
    "\(chain.stations[station].kind) \(chain.name(ofStation: station))"
  }

  mutating func reset() {
    gaps.removeAll()
    load.removeAll()
    unknownCategories = 0
    wrongAnswers = 0
  }

  /// Evaluates the record that the first evaluator has read.
  mutating func answer(
    _ reader: borrowing Climb,
    _ memory: inout ChainMemory,
    ordinal: UInt64?,
    clock: Timestamp?
  ) -> Answering {
    climb.read(from: reader)
    return climb.answer(&memory, ordinal: ordinal, clock: clock)
  }

  mutating func finish(_ answering: Answering, _ record: ChunkAnswers.Record, isDeferred: Bool) {
    if load.isOn {
      load.note(answering, climb, record.ordinal, clock: record.clock, isDeferred: isDeferred)
    }
    if case .known(let answer) = answering {
      tally.count(known: answer, climb, record.ordinal)
      return
    }
    tally.count(climb, record.ordinal)
    if climb.outcome.hasUnknownCategory { unknownCategories += 1 }
    wrongAnswers += climb.outcome.wrongAnswers
    climb.appendDelays(ordinal: record.ordinal, to: &gaps)
  }

  mutating func countKnown() {
    tally.countKnown(&climb)
  }

  /// Counts the record and the difference between its outcomes.
  mutating func count(
    _ mine: Answering,
    besides old: Answering,
    _ first: inout Climb,
    _ record: ChunkAnswers.Record
  ) {
    if case .known(let answer) = old, case .known(let other) = mine {
      let place: MoveTable.Place
      if let known = moves.pairs[answer.number, other.number] {
        place = known
      } else {
        first.take(answer.number)
        climb.take(other.number)
        place = self.place(besides: &first)
        moves.pairs.remember(answer.number, other.number, place)
      }
      moves.count(place, record.ordinal, at: record.start, record.count)
      return
    }
    if case .known(let answer) = old { first.take(answer.number) }
    if case .known(let answer) = mine { climb.take(answer.number) }
    moves.count(place(besides: &first), record.ordinal, at: record.start, record.count)
  }

  /// The cell and group of the current outcomes.
  private mutating func place(besides first: inout Climb) -> MoveTable.Place {
    let (old, new) = (first.outcome.resolution, climb.outcome.resolution)
    let endings = (Ending(old), Ending(new))
    var changes: MovedGroup.Changes = []
    if endings.0 != endings.1 || !old.isEvent && old.evaluation != new.evaluation { changes.insert(.outcome) }
    if !isAnsweredByTheSame(old, new) { changes.insert(.answerer) }
    if !climb.retries(as: first) { changes.insert(.retry) }
    deeds.removeAll()
    otherDeeds.removeAll()
    first.appendDeeds(to: &otherDeeds, gaps: &noGaps)
    climb.appendDeeds(to: &deeds, gaps: &noGaps)
    if deeds.slice != otherDeeds.slice { changes.insert(.deeds) }
    if climb.endsWithAnotherError(than: first) { changes.insert(.error) }
    let category = new.category.place.map { categories[$0] } ?? CategoryIndex.nowhere
    let move = Move(
      old: Self.station(old),
      new: Self.station(new),
      oldEnding: UInt8(endings.0.rawValue),
      newEnding: UInt8(endings.1.rawValue),
      oldEvaluation: old.isEvent ? 0 : old.evaluation.rawValue,
      newEvaluation: new.isEvent ? 0 : new.evaluation.rawValue,
      changes: changes.rawValue
    )
    return moves.place(
      of: move,
      cell: OutcomeMatrix.place(endings.0, endings.1),
      isRecategorised: !old.isEvent && category != old.category
    )
  }

  private func isAnsweredByTheSame(_ old: Outcome.Resolution, _ new: Outcome.Resolution) -> Bool {
    guard !old.station.isNone, !new.station.isNone else { return Self.station(old) == Self.station(new) }
    return counterparts[Int(new.station)] == old.station
  }

  private static func station(_ resolution: Outcome.Resolution) -> StationIndex {
    resolution.isIgnored ? .ignored : resolution.station
  }
}
