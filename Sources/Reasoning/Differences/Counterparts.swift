import RuleEngine

/// Clauses of two rule sets with the same memory and condition. If the same errors reach both, their memory
/// is the same.
struct Counterparts {
  /// For each clause of the second rule set: the clause of the first one.
  private(set) var first: [Int: Int] = [:]
  /// Pairs whose memory has to be equal.
  private(set) var remembering: [(Int, Int)] = []

  /// - Parameter alike: clauses of the second rule set with known counterparts.
  init(_ program: RuleProgram, _ other: RuleProgram, alike: [Int: Int] = [:]) {
    first = alike
    for station in alike.keys.sorted() where other.stations[station].remembers {
      if let counterpart = alike[station] { remembering.append((counterpart, station)) }
    }
    let taken = Set(alike.values)
    var open: [String: [Int]] = [:]
    for station in program.stations.indices where !taken.contains(station) {
      open[Self.text(program.stations[station]), default: []].append(station)
    }
    // By name first, then by position.
    for isByName in [true, false] {
      for station in other.stations.indices where first[station] == nil {
        let text = Self.text(other.stations[station])
        let candidates = open[text] ?? []
        let name = Self.name(station, other)
        guard let place = candidates.firstIndex(where: { !isByName || Self.name($0, program) == name }) else {
          continue
        }
        first[station] = candidates[place]
        open[text]?.remove(at: place)
        if other.stations[station].remembers { remembering.append((candidates[place], station)) }
      }
    }
  }

  private static func text(_ station: RuleProgram.Station) -> String {
    "\(station.kind) \(station.said) \(station.rate.map { "\($0)" } ?? "-")"
  }

  private static func name(_ station: Int, _ program: RuleProgram) -> [String] {
    let declared = program.stations[station]
    return [program.responders[declared.responder].id.text, declared.name]
  }
}

extension RuleProgram.Station {
  /// Whether its effect depends on earlier errors.
  var remembers: Bool {
    rate != nil || verdict?.counts == true || actions.contains { $0.remembers }
  }
}

extension Verdict {
  fileprivate var counts: Bool { if case .retry(let policy) = self { policy.maxAttempts > 1 } else { false } }
}

extension Action {
  fileprivate var remembers: Bool {
    if throttle != nil || alert?.coalesce != nil { return true }
    return alert?.buttons.contains { button in
      button.verdict?.counts == true || button.actions.contains { $0.remembers }
    } ?? false
  }
}
