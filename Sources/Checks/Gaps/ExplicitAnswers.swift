internal import Reasoning
internal import RuleEngine

/// Finds what a contract wants answered by name, and what answers it without naming it.
struct ExplicitAnswers {
  let rules: CheckedRules

  /// An error of a type, raised at a responder, that no rule answers which names the type or a category of it; what
  /// answers it, and where.
  ///
  /// A rule that asks for something else of an error, such as a status, is a special case and may answer first. One that
  /// asks for nothing of what an error is takes whatever gets to it.
  func unnamed(_ name: Named, at index: Int, _ reasoner: Reasoner) -> (
    Witness, by: String, place: SourceRange
  )? {
    let program = rules.program
    let type = Asked.type(name)
    let bare = bareError(name)
    var gone: [Condition] = []
    for place in program.path(from: index) {
      let responder = program.responders[place]
      guard responder.isEnabled else { continue }
      for rule in responder.askedRules {
        if rule.endsForSure(responder), !asksForTypes(rule.condition) {
          // Of what asks for nothing any error of the type shows it, else one with nothing but its type.
          let asked: Condition = if case .always = rule.condition { type } else { bare }
          if let witness = reasoner.satisfiable(.all([asked, rule.condition, .not(.any(gone))])).witness {
            return (witness, "\(responder.id.text)/\(rule.name)", rule.title)
          }
        }
        switch rule.verdict {
        // What leaves or becomes another error is not followed.
        case .escalate, .transform, .unwrapPayload, .unwrapCause: gone.append(rule.condition)
        case .evaluation, .retry, .retryByPerson, .continue, .emit, .handled, .raise, nil:
          if rule.endsForSure(responder) { gone.append(rule.condition) }
        }
      }
      guard let otherwise = responder.otherwise, otherwise.endsForSure(responder) else { continue }
      guard let witness = reasoner.satisfiable(.all([type, .not(.any(gone))])).witness else { return nil }
      return (witness, "the “otherwise” of “\(responder.id.text)”", otherwise.title)
    }
    return nil
  }

  /// Whether a condition, or a category it asks for, tells errors apart by their types or cases: the type itself, which
  /// names it, or another one, which an error may be as well.
  private func asksForTypes(_ condition: Condition) -> Bool {
    rules.program.comparisons(of: condition).contains { comparing in
      !comparing.isNegated && !comparing.isNested && comparing.comparison.distinguishesTexts
        && [.field(.type), .field(.case)].contains(comparing.subject)
    }
  }

  /// An error of a type that has nothing else of what rules ask an error to be.
  private func bareError(_ name: Named) -> Condition {
    var absent: Set<Subject> = []
    rules.program.eachComparison { comparing in
      guard !comparing.isNested else { return }
      switch comparing.subject {
      // Its ancestors, whether it is fatal and its category come with its type.
      case .field(let field)
      where field.isIdentity && ![.type, .is, .fatal, .category, .case, .payload].contains(field):
        absent.insert(comparing.subject)
      case .problem, .problemExtension: absent.insert(comparing.subject)
      case .field, .payload, .attribute, .with, .outcome: return
      }
    }
    let nowhere = Condition.Source(name.range, expected: "")
    return .all(
      [Asked.type(name)] + absent.sorted { $0.name < $1.name }.map { .compare($0, .exists(false), nowhere) }
    )
  }
}
