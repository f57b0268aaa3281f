internal import RuleEngine

extension ReplayMerger {
  var otherLedger: Ledger {
    var ledger = ledger
    ledger.unknownCategories = comparison?.unknownCategories ?? 0
    ledger.wrongAnswers = comparison?.wrongAnswers ?? 0
    return ledger
  }

  /// The result; call once, at the end.
  mutating func comparison(
    of chain: ResponderChain,
    with other: ResponderChain,
    _ read: ReplayReading
  ) -> ReplayComparison {
    let load = finishLoad()
    let old = ReplaySummary(chain, read, tally, load: load, self)
    var groups: [MovedGroup] = []
    for (move, group) in (comparison?.groups ?? [:]).sorted(by: { $0.key < $1.key }) {
      groups.append(MovedGroup(move, group, chain, other))
    }
    let totals = comparison?.totals ?? MoveTable.Totals()
    var new = old
    if let comparison {
      let load = comparison.finishLoad()
      new = ReplaySummary(other, read, comparison.tally, load: load, self, isOther: true)
    }
    return ReplayComparison(
      old: old,
      new: new,
      matrix: comparison.map { OutcomeMatrix($0.matrix) } ?? OutcomeMatrix(),
      changed: totals.changed,
      otherOutcome: totals.outcome,
      otherDeeds: totals.deeds,
      otherRetries: totals.retries,
      reassigned: totals.reassigned,
      recategorised: totals.recategorised,
      groups: groups.enumerated().sorted { left, right in
        let matter = (left.element.changes.matter, right.element.changes.matter)
        if matter.0 != matter.1 { return matter.0 }
        return (right.element.count, left.offset) < (left.element.count, right.offset)
      }.map { $0.element },
      inOtherGroups: comparison?.inOtherGroups ?? 0
    )
  }
}

extension MovedGroup {
  fileprivate init(
    _ move: Move,
    _ group: ComparisonMerger.Group,
    _ chain: ResponderChain,
    _ other: ResponderChain
  ) {
    old = Answer(move.old, chain, move.oldEnding, move.oldEvaluation)
    new = Answer(move.new, other, move.newEnding, move.newEvaluation)
    changes = move.isIn
    count = group.count
    samples = group.samples
  }
}

extension MovedGroup.Answer {
  fileprivate init(_ station: StationIndex, _ chain: ResponderChain, _ ending: UInt8, _ evaluation: UInt8) {
    self.ending = Ending(rawValue: Int(ending)) ?? .unhandled
    let isEvent = self.ending == .event || self.ending == .unhandledEvent
    self.evaluation = isEvent ? nil : Evaluation(rawValue: evaluation)
    guard let station = station.place else {
      answerer = station == .ignored ? .ignored : .nobody
      return
    }
    let declared = chain.stations[station]
    let responder = chain.responders[declared.responder]
    switch declared.kind {
    case .rule, .eventRule: answerer = .rule(responder: responder, declared.name)
    case .otherwise, .always: answerer = .otherwise(responder: responder)
    }
  }
}
