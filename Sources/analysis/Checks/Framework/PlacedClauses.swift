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

/// The clauses of a chain as checks go through them, found once for all checks.
final class PlacedClauses {
  private let program: RuleProgram
  private lazy var abstract = Set(program.abstract.map { $0.id.text })

  /// The clauses in file order.
  private(set) lazy var all = program.clauses.enumerated().map { index, clause in
    PlacedClause(
      index: index, clause: clause, responder: program.responders[clause.responder],
      responderIndex: clause.responder)
  }

  /// The clauses in evaluation order: each at the responder it is written in, those of an abstract responder at all
  /// responders that extend it.
  private(set) lazy var written: [[PlacedClause]] = {
    var places: [WrittenAt: Int] = [:]
    var groups: [[PlacedClause]] = []
    for placed in all where isLookedAt(placed.clause, of: placed.responder) {
      let place = WrittenAt(placed.clause.title)
      if let group = places[place] {
        groups[group].append(placed)
      } else {
        places[place] = groups.count
        groups.append([placed])
      }
    }
    return groups
  }()

  init(_ program: RuleProgram) {
    self.program = program
  }

  /// Written at this responder, or in an abstract responder.
  func isLookedAt(_ clause: RuleProgram.Clause, of responder: RuleProgram.Responder) -> Bool {
    switch clause.kind {
    case .rule, .eventRule: return clause.home.map { abstract.contains($0) } ?? true
    case .otherwise, .always:
      guard responder.base != nil, !responder.holds(clause) else { return true }
      return !program.responders.contains { $0.holds(clause) }
    }
  }
}

extension CheckedRules {
  /// The clauses in file order. Empty without a chain.
  var placedClauses: [PlacedClause] { reasoner == nil ? [] : clauses.all }

  /// The clauses by where they are written, as ``PlacedClauses/written``. Empty without a chain.
  var writtenClauses: [[PlacedClause]] { reasoner == nil ? [] : clauses.written }
}

extension RuleProgram.Responder {
  fileprivate func holds(_ clause: RuleProgram.Clause) -> Bool {
    clause.title.file === range.file && range.bytes.contains(clause.title.bytes.lowerBound)
  }
}
