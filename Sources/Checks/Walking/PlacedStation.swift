internal import Reasoning
internal import RuleEngine

/// A rule, event rule, `otherwise` or `always` as it answers, by its place among the chain's stations.
struct PlacedStation {
  /// Its place among the stations of the chain, as reasoning counts them.
  let index: Int
  let station: RuleProgram.Station
  let responder: RuleProgram.Responder
  let responderIndex: Int

  /// How messages name it.
  var name: String { "\(responder.id.text)/\(station.name)" }
}

extension CheckedRules {
  /// The stations of the chain in the order of the file; empty where there is no chain.
  var placedStations: [PlacedStation] {
    guard let outline = reasoner?.outline else { return [] }
    var placed: [PlacedStation] = []
    for (index, responder) in program.responders.enumerated() where index < outline.responders.count {
      let outlined = outline.responders[index]
      let stations =
        Array(zip(outlined.rules, responder.rules)) + Array(zip(outlined.events, responder.events))
        + [(outlined.otherwise, responder.otherwise), (outlined.always, responder.always)].compactMap {
          place,
          station in
          place.flatMap { place in station.map { (place, $0) } }
        }
      placed += stations.map {
        PlacedStation(index: $0.0, station: $0.1, responder: responder, responderIndex: index)
      }
    }
    return placed
  }

  /// Where a blocker is named, and how.
  func named(_ blocker: Blocker) -> (name: String, place: SourceRange?) {
    guard let outline = reasoner?.outline else { return ("", nil) }
    switch blocker.kind {
    case .station(let index):
      let station = outline.stations[index]
      return ("\(outline.responders[station.responder].id)/\(station.name)", station.title)
    case .category(let index):
      return ("category \(outline.categories[index].name)", outline.categories[index].range)
    case .ignored: return ("ignore: cancellation", nil)
    }
  }

  /// A sentence's part that names blockers, at most four of them: `a`, `a and b`, `a, b, c and 2 more`.
  func list(_ blockers: [Blocker]) -> String {
    let names = blockers.map { "“\(named($0).name)”" }
    switch names.count {
    case 0: return ""
    case 1: return names[0]
    case 2...4: return "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    default: return "\(names.prefix(3).joined(separator: ", ")) and \(names.count - 3) more"
    }
  }

  /// The places of blockers.
  func related(_ blockers: [Blocker]) -> [Diagnostic.Related] {
    blockers.prefix(8).compactMap { blocker in
      let (name, place) = named(blocker)
      return place.map {
        .init(
          blocker.saysTheSame ? "\(name), which says the same" : "\(name), which says something else",
          at: $0
        )
      }
    }
  }
}
