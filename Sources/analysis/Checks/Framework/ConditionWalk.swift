internal import Records
internal import Engine
internal import RuleLanguage

struct Comparing {
  let subject: Subject
  let comparison: Comparison
  let source: Condition.Source
  /// Whether the part is below an odd number of `not`.
  let isNegated: Bool
  /// About another error: a cause, or an error in a payload.
  let isNested: Bool
}

extension RuleProgram {
  /// Including those of categories.
  func comparisons(of condition: Condition) -> [Comparing] {
    var found: [Comparing] = []
    var open: Set<Int> = []
    walk(condition, isNegated: false, isNested: false, &open) { found.append($0) }
    return found
  }

  var conditions: [Condition] {
    namedConditions.sorted { $0.key < $1.key }.map { $0.value } + categories.compactMap { $0.condition }
      + breakers.map { $0.condition }
      + allClauses.filter { $0.clause.kind == .rule }.map { $0.clause.condition }
  }

  func eachComparison(_ body: (Comparing) -> Void) {
    // Categories are among the conditions, so that none is expanded.
    var open = Set(categories.indices)
    for condition in conditions {
      walk(condition, isNegated: false, isNested: false, &open, body)
    }
  }

  /// - Parameter open: the categories being expanded, which ends recursion.
  private func walk(
    _ condition: Condition, isNegated: Bool, isNested: Bool, _ open: inout Set<Int>,
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
          subject: subject, comparison: comparison, source: source, isNegated: isNegated, isNested: isNested))
    default:
      let isBelow = isNested || condition.isNested
      for part in condition.parts { walk(part, isNegated: isNegated, isNested: isBelow, &open, body) }
    }
  }
}

extension Condition {
  /// The subjects compared in the error itself and in its causes. Categories are not expanded.
  var comparedSubjects: Set<Subject> {
    reduce(into: []) { subjects, part in
      switch part {
      case .category: subjects.insert(.field(.category))
      case .compare(let subject, _, _): subjects.insert(subject)
      default: break
      }
    }
  }
}
