internal import Engine
internal import Records
internal import RuleLanguage

extension RuleProgram {
  /// The types that a condition names as ancestors, too, and its globs over types, unless something beside them says which of their
  /// errors are meant.
  ///
  /// - Parameter open: the categories being expanded, each once.
  func unnarrowedTypes(in condition: Condition, _ open: inout Set<Int>)
    -> [(name: String, source: Condition.Source)]
  {
    let parts = condition.conjuncts
    guard !parts.contains(where: { $0.narrowsTypes }) else { return [] }
    var found: [(name: String, source: Condition.Source)] = []
    for part in parts {
      switch part {
      case .compare(.field(.type), .typeName(let name, exactly: false), let source):
        found.append((name, source))
      case .compare(.field(.type), .typeGlob(let glob, exactly: false), let source):
        found.append((glob, source))
      case .any(let parts): for part in parts { found += unnarrowedTypes(in: part, &open) }
      case .named(_, let part): found += unnarrowedTypes(in: part, &open)
      case .category(let indices, _):
        for index in indices.sorted() where index < categories.count && open.insert(index).inserted {
          guard let condition = categories[index].condition else { continue }
          found += unnarrowedTypes(in: condition, &open)
        }
      case .always, .all, .not, .compare, .anyCause, .rootCause, .payloadError, .anyInside, .oneElement,
        .open,
        .predicate, .custom:
        continue
      }
    }
    return found
  }
}

extension Condition {
  /// Whether errors of one type differ in it.
  fileprivate var narrowsTypes: Bool {
    switch self {
    case .compare(.field(let field), _, _):
      ![.type, .attempt, .operation, .origin, .severity, .fatal].contains(field)
    // Several codes or messages.
    case .any(let parts): parts.allSatisfy { $0.narrowsTypes }
    case .always, .all, .not, .category, .named, .open: false
    case .compare, .anyCause, .rootCause, .payloadError, .anyInside, .oneElement, .predicate, .custom: true
    }
  }
}
