internal import RuleLanguage
internal import Engine

/// They reach a differing clause or get a differing category. All others take the same path, effects and
/// state included.
struct AffectedErrors {
  var paths: [Formula] = []
  /// A search did not end, or some paths were left out.
  var isUnknown = false
  var goesByOrigins = false

  var formula: Formula { .disjunction(paths) }
}

extension RuleSetComparison {
  /// Errors per difference to run. If none shows a difference, the effects are compared.
  private static let mostShots = 6

  func doubtful(_ alignment: Alignment) -> AffectedErrors {
    var doubtful = AffectedErrors()
    for pair in alignment.pairs where witnesses.count < wants { add(pair, to: &doubtful) }
    if !alignment.categories.isEmpty, witnesses.count < wants { add(alignment.categories, to: &doubtful) }
    return doubtful
  }

  // Clauses

  private func add(_ pair: Alignment.Pair, to doubtful: inout AffectedErrors) {
    guard let clause = pair.one ?? pair.other else { return }
    let side = pair.one == nil ? other : one
    let declared = side.program.clauses[clause]
    guard side.program.responders[declared.responder].isEnabled else { return }
    // If no rule replaces errors, the recorded ones are all there are.
    if !makesForms, declared.kind != .always {
      switch local(pair, at: side.form) {
      case .no: return
      case let local: if isSurelyNone([local]) { return }
      }
    }
    doubtful.goesByOrigins = true
    if makesForms {
      _ = (side === one ? other : one).visits(declared.responder, events: declared.kind == .eventRule)
    }
    var open: [Int: Bool] = [:]
    var shots = 0
    for suspect in suspects(clause, of: side) {
      let form = suspect.form
      let local = local(pair, at: form)
      if local.isNo { continue }
      if open[form.identity] == nil { open[form.identity] = !isSurelyNone([local]) }
      guard open[form.identity] == true else { continue }
      let signature = Signature(local)
      let rest = suspect.path.holds(about: signature) + suspect.before.leave(about: signature)
      if isSurelyNone([local] + rest) { continue }
      // Constraints on all errors don't distinguish these.
      doubtful.paths.append(local.isYes ? .conjunction(rest) : local)
      if shots < Self.mostShots {
        shots += 1
        shoot([local] + rest)
        if witnesses.count >= wants { return }
      }
      if !local.isYes, shots >= Self.mostShots { open[form.identity] = false }
    }
    if side.isCut { doubtful.isUnknown = true }
  }

  private func suspects(_ clause: Int, of side: ComparedRuleSet) -> [(
    path: IncomingErrors.Path, form: ErrorForm, before: PriorClaims
  )] {
    let declared = side.program.clauses[clause]
    let visits = side.visits(declared.responder, events: declared.kind == .eventRule)
    if declared.kind == .always { return visits.map { ($0.path, $0.path.form, .none) } }
    return visits.flatMap { path, walk in walk.pathsTo(clause).map { (path, $0.form, $0.priorClaims) } }
  }

  /// A clause and its counterpart have different effects.
  private func local(_ pair: Alignment.Pair, at form: ErrorForm) -> Formula {
    guard let (form, counterpart) = forms(of: form, isOfOne: pair.one != nil) else { return .yes }
    let condition = pair.one.map { one.walker.matcher(of: $0, of: form) } ?? .no
    let otherCondition = pair.other.map { other.walker.matcher(of: $0, of: counterpart) } ?? .no
    guard let clause = pair.one.map({ one.program.clauses[$0] }),
      let met = pair.other.map({ other.program.clauses[$0] }), clause.rate.isIdentical(met.rate),
      clause.hasSameEffects(as: met), !namesClauses || clause.name.isIdentical(met.name)
    else { return .disjunction([condition, otherCondition]) }
    return Self.oneAlone(condition, otherCondition)
  }

  private static func oneAlone(_ one: Formula, _ other: Formula) -> Formula {
    if let text = one.written, text == other.written { return .no }
    return .disjunction([.conjunction([one, other.negation]), .conjunction([one.negation, other])])
  }

  /// The first rule set's first; nil if one of them never produces the form.
  private func forms(of form: ErrorForm, isOfOne: Bool) -> (ErrorForm, ErrorForm)? {
    let met = (isOfOne ? other : one).walker.translator.forms.form(like: form)
    return met.map { isOfOne ? (form, $0) : ($0, form) }
  }

  // Categories

  private func add(_ categories: [Int], to doubtful: inout AffectedErrors) {
    if makesForms { for side in [one, other] { side.visitAll() } }
    var met: Set<Int> = []
    for (side, isOfOne) in [(one, true), (other, false)] {
      let forms = side.walker.translator.forms
      for form in [side.form] + forms.all where form.hasCategory && met.insert(form.identity).inserted {
        guard let (form, counterpart) = self.forms(of: form, isOfOne: isOfOne) else {
          doubtful.paths.append(.yes)
          continue
        }
        let local = Formula.disjunction(
          categories.map { category in
            Self.oneAlone(
              one.walker.condition(ofCategory: category, of: form) ?? .no,
              other.walker.condition(ofCategory: category, of: counterpart) ?? .no)
          }
        )
        if isSurelyNone([local]) { continue }
        doubtful.paths.append(local)
        if form === one.form {
          shoot([local] + one.isStarting.map { $0.leaves })
        }
        if witnesses.count >= wants { return }
      }
    }
    if one.isCut || other.isCut { doubtful.isUnknown = true }
  }

  // Searches

  /// Errors are replaced, so that others than the recorded ones arrive.
  var makesForms: Bool { one.program.makesForms || other.program.makesForms }

  private func shoot(_ formulas: [Formula]) {
    guard case .found(let model) = search(formulas, isFresh: true).result,
      let witness = witness(model)
    else { return }
    add(witness)
  }
}
