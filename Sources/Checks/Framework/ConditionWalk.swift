internal import RuleEngine

/// A comparison in a condition, and where it stands there.
struct Comparing {
  let subject: Subject
  let comparison: Comparison
  let source: Condition.Source
  /// Whether it stands below an odd number of `not`.
  let isNegated: Bool
  /// Whether it asks another error: a cause, or an error in a payload.
  let isNested: Bool
}

extension RuleProgram {
  /// Every comparison of a condition, those of the categories that it asks for too.
  func comparisons(of condition: Condition) -> [Comparing] {
    var found: [Comparing] = []
    var open: Set<Int> = []
    walk(condition, isNegated: false, isNested: false, &open) { found.append($0) }
    return found
  }

  /// Every condition: of named matchers, categories and rules.
  var conditions: [Condition] {
    namedConditions.sorted { $0.key < $1.key }.map { $0.value } + categories.compactMap { $0.condition }
      + allStations.filter { $0.station.kind == .rule }.map { $0.station.condition }
  }

  /// Every comparison of every condition, as often as it is asked.
  func eachComparison(_ body: (Comparing) -> Void) {
    for condition in conditions {
      var open = Set(categories.indices)
      walk(condition, isNegated: false, isNested: false, &open, body)
    }
  }

  /// - Parameter open: the categories that are not looked into, because they are already.
  private func walk(
    _ condition: Condition,
    isNegated: Bool,
    isNested: Bool,
    _ open: inout Set<Int>,
    _ body: (Comparing) -> Void
  ) {
    switch condition {
    case .not(let part): walk(part, isNegated: !isNegated, isNested: isNested, &open, body)
    case .category(let indices, _):
      for index in indices.sorted() where index < categories.count && open.insert(index).inserted {
        guard let condition = categories[index].condition else { continue }
        walk(condition, isNegated: isNegated, isNested: isNested, &open, body)
      }
    case .compare(let subject, let comparison, let source):
      body(
        Comparing(
          subject: subject,
          comparison: comparison,
          source: source,
          isNegated: isNegated,
          isNested: isNested
        )
      )
    default:
      let isBelow = isNested || condition.isNested
      for part in condition.parts { walk(part, isNegated: isNegated, isNested: isBelow, &open, body) }
    }
  }
}
