internal import Reasoning
internal import Engine
internal import Source

/// A rule, event rule, `otherwise` or `always` with its position in the chain.
struct PlacedClause {
  /// Among the chain's clauses, as in ``Reasoner``.
  let index: Int
  let clause: RuleProgram.Clause
  let responder: RuleProgram.Responder
  let responderIndex: Int

  var name: String { "\(responder.id.text)/\(clause.name)" }
}

extension CheckedRules {
  func named(_ blocker: Blocker) -> (name: String, place: SourceRange?) {
    guard let program = reasoner?.program else { return ("", nil) }
    switch blocker.kind {
    case .clause(let index):
      let clause = program.clauses[index]
      return ("\(program.responders[clause.responder].id.text)/\(clause.name)", clause.title)
    case .category(let index):
      let category = program.categories[index]
      return ("category \(category.name.text)", category.isDeclared ? category.name.range : nil)
    case .ignored: return ("ignore: cancellation", nil)
    }
  }

  /// At most four names: `a`, `a and b`, `a, b, c and 2 more`.
  func list(_ blockers: [Blocker]) -> String {
    let names = blockers.map { "“\(named($0).name)”" }
    switch names.count {
    case 0: return ""
    case 1: return names[0]
    case 2...4: return "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    default: return "\(names.prefix(3).joined(separator: ", ")) and \(names.count - 3) more"
    }
  }

  func related(_ blockers: [Blocker]) -> [Diagnostic.Related] {
    blockers.prefix(8).compactMap { blocker in
      let (name, place) = named(blocker)
      return place.map {
        .init(
          blocker.saysTheSame ? "\(name), with the same verdict" : "\(name), with another verdict", at: $0)
      }
    }
  }
}
