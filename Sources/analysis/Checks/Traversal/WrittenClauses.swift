internal import Engine
internal import Source

/// The position of a text in its file, shared by all that inherit it.
struct WrittenAt: Hashable {
  private let file: ObjectIdentifier
  private let bytes: Range<Int>

  init(_ range: SourceRange) {
    file = ObjectIdentifier(range.file)
    bytes = range.bytes
  }
}

extension CheckedRules {
  /// The clauses in evaluation order: each at the responder it is written in, those of an abstract responder at all
  /// responders that extend it.
  var writtenClauses: [[PlacedClause]] {
    let abstract = Set(program.abstract.map { $0.id.text })
    var places: [WrittenAt: Int] = [:]
    var groups: [[PlacedClause]] = []
    for placed in placedClauses where program.isLookedAt(placed.clause, of: placed.responder, abstract) {
      let place = WrittenAt(placed.clause.title)
      if let group = places[place] {
        groups[group].append(placed)
      } else {
        places[place] = groups.count
        groups.append([placed])
      }
    }
    return groups
  }
}

extension RuleProgram {
  /// Written at this responder, or in an abstract responder.
  func isLookedAt(_ clause: Clause, of responder: Responder) -> Bool {
    isLookedAt(clause, of: responder, Set(abstract.map { $0.id.text }))
  }

  fileprivate func isLookedAt(_ clause: Clause, of responder: Responder, _ abstract: Set<String>) -> Bool {
    switch clause.kind {
    case .rule, .eventRule: return clause.home.map { abstract.contains($0) } ?? true
    case .otherwise, .always:
      guard responder.base != nil, !responder.holds(clause) else { return true }
      return !responders.contains { $0.holds(clause) }
    }
  }
}

extension RuleProgram.Responder {
  fileprivate func holds(_ clause: RuleProgram.Clause) -> Bool {
    clause.title.file === range.file && range.bytes.contains(clause.title.bytes.lowerBound)
  }
}
