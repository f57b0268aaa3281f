internal import Bytes
internal import Engine
internal import Records

extension ReplayMerger {
  /// Call once, at the end.
  mutating func comparison(of chain: ResponderChain, with other: ResponderChain, _ read: ReplayReading)
    -> ReplayComparison
  {
    let load = finishLoad()
    let old = ReplaySummary(chain, read, counts, load: load, self)
    var groups: [MovedGroup] = []
    for (move, group) in (comparison?.groups ?? [:]).sorted(by: { $0.key < $1.key }) {
      groups.append(MovedGroup(move, group, chain, other))
    }
    var new = old
    if let comparison {
      let load = comparison.finishLoad(hidingBy: redactor)
      new = ReplaySummary(other, read, comparison.counts, load: load, self, isOther: true)
    }
    return ReplayComparison(
      old: old,
      new: new,
      matrix: comparison.map { OutcomeMatrix($0.matrix) } ?? OutcomeMatrix(),
      totals: comparison?.totals ?? MoveTable.Totals(),
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
    _ move: Move, _ group: ComparisonMerger.Group, _ chain: ResponderChain, _ other: ResponderChain
  ) {
    old = Outcome(move.old, chain, move.oldEnding, move.oldEvaluation)
    new = Outcome(move.new, other, move.newEnding, move.newEvaluation)
    changes = move.isIn
    count = group.count
    samples = group.samples
  }
}

extension MovedGroup.Outcome {
  fileprivate init(_ clause: ClauseIndex, _ chain: ResponderChain, _ ending: UInt8, _ evaluation: UInt8) {
    self.ending = OutcomeKind(rawValue: Int(ending)) ?? .unhandled
    let isEvent = self.ending == .event || self.ending == .unhandledEvent
    self.evaluation = isEvent ? nil : Evaluation(rawValue: evaluation)
    guard let clause = clause.place else {
      decider = clause == .ignored ? .ignored : .nobody
      return
    }
    let declared = chain.clauses[clause]
    let responder = chain.responders[declared.responder]
    switch declared.kind {
    case .rule, .eventRule: decider = .rule(responder: responder, declared.name)
    case .otherwise, .always: decider = .otherwise(responder: responder)
    }
  }
}
