internal import RuleLanguage
internal import Source

/// The conditions and the source form of inherited rules by their place in the file, so that a hundred heirs share one.
final class InheritedConditions {
  private struct Place: Hashable {
    let file: ObjectIdentifier
    let bytes: Range<Int>
  }

  private var conditions: [Place: (Condition, Rate?)] = [:]
  private var clauses: [Place: WrittenClause] = [:]

  subscript(range: SourceRange) -> (Condition, Rate?)? {
    get { conditions[Place(file: ObjectIdentifier(range.file), bytes: range.bytes)] }
    set { conditions[Place(file: ObjectIdentifier(range.file), bytes: range.bytes)] = newValue }
  }

  func written(at range: SourceRange, _ make: () -> WrittenClause) -> WrittenClause {
    let place = Place(file: ObjectIdentifier(range.file), bytes: range.bytes)
    if let known = clauses[place] { return known }
    let written = make()
    clauses[place] = written
    return written
  }
}
