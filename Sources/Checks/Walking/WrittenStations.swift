internal import RuleEngine

/// The position of a text in its file, as a key shared by all that inherit it.
struct WrittenAt: Hashable {
  private let file: ObjectIdentifier
  private let bytes: Range<Int>

  init(_ range: SourceRange) {
    file = ObjectIdentifier(range.file)
    bytes = range.bytes
  }
}

extension CheckedRules {
  /// The clauses grouped for checks, in evaluation order: each at the responder it is written in, those of an
  /// abstract responder at all responders that extend it.
  var writtenStations: [[PlacedStation]] {
    let abstract = Set(program.abstract.map { $0.id.text })
    var places: [WrittenAt: Int] = [:]
    var groups: [[PlacedStation]] = []
    for placed in placedStations where program.isLookedAt(placed.station, of: placed.responder, abstract) {
      let place = WrittenAt(placed.station.title)
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
  /// Whether a clause is checked at this responder: it is written there, or in an abstract responder.
  func isLookedAt(_ station: Station, of responder: Responder) -> Bool {
    isLookedAt(station, of: responder, Set(abstract.map { $0.id.text }))
  }

  fileprivate func isLookedAt(_ station: Station, of responder: Responder, _ abstract: Set<String>) -> Bool {
    switch station.kind {
    case .rule, .eventRule: return station.home.map { abstract.contains($0) } ?? true
    case .otherwise, .always:
      guard responder.base != nil, !responder.holds(station) else { return true }
      return !responders.contains { $0.holds(station) }
    }
  }
}

extension RuleProgram.Responder {
  fileprivate func holds(_ station: RuleProgram.Station) -> Bool {
    station.title.file === range.file && range.bytes.contains(station.title.bytes.lowerBound)
  }
}
