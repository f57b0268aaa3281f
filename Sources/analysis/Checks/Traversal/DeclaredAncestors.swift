internal import Records
internal import RuleLanguage
internal import Engine
internal import Source

/// The ancestors of types, as `types` declares them.
struct DeclaredAncestors {
  private let types: [RuleProgram.`Type`]

  init(_ program: RuleProgram) {
    types = program.types
  }

  var isEmpty: Bool { types.allSatisfy { $0.ancestors.isEmpty } }

  /// Whether a type is declared to have ancestors.
  func hasAncestors(_ name: String) -> Bool {
    types.contains {
      !$0.ancestors.isEmpty && (Self.means(name, $0.name.text) || Self.means($0.name.text, name))
    }
  }

  /// The place of the declaration that makes `ancestor` an ancestor of `type`, directly or by others; nil if none does.
  func declaration(of ancestor: String, above type: String) -> SourceRange? {
    var open = [(name: type, place: SourceRange?.none)]
    var seen: Set<String> = [type]
    while let (name, place) = open.popLast() {
      for type in types where Self.means(name, type.name.text) || Self.means(type.name.text, name) {
        for next in type.ancestors where seen.insert(next.text).inserted {
          let first = place ?? next.range
          if Self.means(ancestor, next.text) { return first }
          open.append((next.text, first))
        }
      }
    }
    return nil
  }

  /// Whether a name is a type's, by whole components from the right.
  private static func means(_ name: String, _ type: String) -> Bool {
    name == type || type.hasSuffix(".\(name)")
  }
}

extension Condition {
  /// The types that an error must have one of, by name: of `type`, or of a qualified `case`. Empty if the condition does not say.
  ///
  /// - Parameter isAncestor: whether an ancestor's name counts, not only that of the error's own type.
  func comparedTypes(asAncestor isAncestor: Bool) -> [(name: String, place: SourceRange)] {
    for part in conjuncts {
      let alternatives: [Condition] = if case .any(let parts) = part { parts } else { [part] }
      let named = alternatives.compactMap { alternative -> (String, SourceRange)? in
        for case .compare(.field(.type), .typeName(let name, let exactly), let source) in alternative
          .conjuncts
        where !(isAncestor && exactly) {
          return (name, source.range)
        }
        return nil
      }
      if named.count == alternatives.count, !named.isEmpty { return named }
    }
    return []
  }
}
