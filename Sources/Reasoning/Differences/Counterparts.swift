import RuleEngine

/// Which stations of two rule sets remember and ask the same: where they are asked of the same errors, one knows of the other
/// what it remembers.
struct Counterparts {
  /// By station of the second: the station of the first.
  private(set) var first: [Int: Int] = [:]
  /// Pairs of which what they remember has to be the same.
  private(set) var remembering: [(Int, Int)] = []

  /// - Parameter alike: stations of the second of which it is known already, with their counterparts.
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
    // Those of the same name first, then one after the other.
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
  /// Whether what it does depends on earlier errors.
  var remembers: Bool {
    rate != nil || verdict?.counts == true || actions.contains { $0.remembers }
  }
}

extension Verdict {
  /// Whether it may count tries.
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
