internal import Engine
internal import Records
internal import RuleLanguage
internal import Reasoning
internal import Source

/// Errors that a contract requires to be handled by name.
struct ExplicitHandling {
  let rules: CheckedRules

  /// An error of the type, raised at a responder, that a clause handles which names neither the type nor a
  /// category of it.
  ///
  /// A rule with other conditions, such as a status, is a special case and may match first. A rule without
  /// conditions on the error matches everything that reaches it.
  func unnamed(_ name: Named, at index: Int, _ reasoner: Reasoner) -> (
    Witness, by: String, place: SourceRange
  )? {
    let program = rules.program
    let type = SampleConditions.type(name)
    let bare = bareError(name)
    var gone: [Condition] = []
    for visited in program.path(from: index) {
      let responder = program.responders[visited]
      guard responder.isEnabled else { continue }
      for rule in responder.enabledRules {
        if rule.endsForSure(responder), !comparesTypes(rule.condition) {
          // For a rule without conditions any error of the type will do, else one with nothing but its type.
          let considered: Condition = if case .always = rule.condition { type } else { bare }
          if let witness = reasoner.satisfiable(.all([considered, rule.condition, .not(.any(gone))])).witness
          {
            return (witness, "\(responder.id.text)/\(rule.name)", rule.title)
          }
        }
        switch rule.verdict {
        // Errors that escalate or are replaced are not followed.
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

  /// Whether a condition or its categories compare the type itself, or another one that the error may also be.
  private func comparesTypes(_ condition: Condition) -> Bool {
    rules.program.comparisons(of: condition).contains { comparing in
      !comparing.isNegated && !comparing.isNested && comparing.comparison.distinguishesTexts
        && [.field(.type), .field(.case)].contains(comparing.subject)
    }
  }

  private func bareError(_ name: Named) -> Condition {
    var absent: Set<Subject> = []
    rules.program.eachComparison { comparing in
      guard !comparing.isNested else { return }
      switch comparing.subject {
      // Its ancestors, its fatality and its category follow from the type.
      case .field(let field)
      where field.isIdentity && ![.type, .is, .fatal, .category, .case, .payload].contains(field):
        absent.insert(comparing.subject)
      case .problem, .problemExtension: absent.insert(comparing.subject)
      case .field, .payload, .attribute, .with, .outcome, .elapsed: return
      }
    }
    let nowhere = Condition.Source(name.range, expected: "")
    return .all(
      [SampleConditions.type(name)]
        + absent.sorted { $0.name < $1.name }.map { .compare($0, .exists(false), nowhere) })
  }
}
