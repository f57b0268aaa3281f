internal import RuleLanguage
internal import Source

/// The conditions of inherited rules by their place in the file, so that a hundred heirs share one.
final class InheritedConditions {
  private struct Place: Hashable {
    let file: ObjectIdentifier
    let bytes: Range<Int>
  }

  private var conditions: [Place: (Condition, Rate?)] = [:]

  subscript(range: SourceRange) -> (Condition, Rate?)? {
    get { conditions[Place(file: ObjectIdentifier(range.file), bytes: range.bytes)] }
    set { conditions[Place(file: ObjectIdentifier(range.file), bytes: range.bytes)] = newValue }
  }
}
