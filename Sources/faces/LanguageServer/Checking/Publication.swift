internal import Engine
internal import Checks
package import Source

/// The findings of all units, by the file that they are about.
package enum Publication {
  /// Each finding once, in the order of places: a file's own problem is also found by every file that imports it.
  package static func findings(of units: [Unit: UnitState]) -> [String: [Diagnostic]] {
    let units = units.sorted { $0.key < $1.key }.filter { !$0.value.reading.isSkipped }
    let imported = Set(units.flatMap { $0.value.reading.compilation?.imports.map { $0.identity } ?? [] })
    // A problem of an imported file is reported there.
    let rules = units.filter { unit, state in
      unit.kind == .rules && !(state.reading.isPassedOver && imported.contains(unit.identity))
    }
    let wholes = WholeFiles.indices(
      of: rules.map { unit, state in
        let compilation = state.reading.compilation
        return WholeFiles.File(
          unit.identity, isNamed: false, hasResponders: compilation?.hasResponders ?? false,
          imports: compilation?.imports.map { $0.identity } ?? [])
      }
    )
    var said: Set<Place> = []
    var found: [String: [Diagnostic]] = [:]
    func add(_ findings: [Diagnostic]) {
      let fresh = findings.filter { !said.contains(Place($0)) }
      said.formUnion(fresh.map { Place($0) })
      for finding in fresh { found[finding.range.file.name, default: []].append(finding) }
    }
    for index in wholes { add(rules[index].value.shown) }
    for (unit, state) in units where unit.kind != .rules {
      for finding in state.shown where finding.range.file.name == unit.identity {
        found[unit.identity, default: []].append(finding)
      }
    }
    return found.mapValues { findings in
      findings.enumerated().sorted { left, right in
        (left.element.range.bytes.lowerBound, left.offset)
          < (right.element.range.bytes.lowerBound, right.offset)
      }.map { $0.element }
    }
  }

  /// The same text may differ in its suggestions.
  private struct Place: Hashable {
    let code: String
    let file: String
    let bytes: Range<Int>

    init(_ finding: Diagnostic) {
      code = finding.code
      file = finding.range.file.name
      bytes = finding.range.bytes
    }
  }
}
