internal import Source
package import Records
internal import RuleLanguage

/// The state of rules that remember earlier errors, and the values by which errors therefore stay together.
package struct StateNeeds: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case rate, retries, quota, tokens, throttle, alerts, breaker, shared
  }

  /// A part of the rules that remembers.
  package struct Use: Sendable {
    package let kind: Kind
    /// A rule, as in `app/again`, or the name of a breaker.
    package let place: String
    /// The fields whose values are its key; none: one key for all errors.
    package let per: [Subject]
  }

  package enum Meeting: Sendable {
    /// Every record stands alone.
    case nothing
    /// Records with the same values have to meet.
    case by([Subject])
    /// All records that need state have to meet, for this reason, a sentence.
    case together(String)
  }

  package private(set) var uses: [Use] = []
  package private(set) var meeting = Meeting.nothing

  package init(_ program: RuleProgram) {
    for breaker in program.breakers {
      uses.append(Use(kind: .breaker, place: breaker.name.text, per: breaker.per))
    }
    for quota in program.quotas { uses.append(Use(kind: .shared, place: quota.name.text, per: quota.per)) }
    for clause in program.clauses where clause.isEnabled && program.responders[clause.responder].isEnabled {
      add(clause, "\(program.responders[clause.responder].id.text)/\(clause.name)")
    }
    meeting = meeting(in: program)
  }

  private mutating func add(_ clause: RuleProgram.Clause, _ place: String) {
    if let rate = clause.rate { uses.append(Use(kind: .rate, place: place, per: rate.per)) }
    add(clause.verdict, place)
    for action in clause.actions { add(action, place) }
  }

  private mutating func add(_ action: Action, _ place: String) {
    if let throttle = action.throttle { uses.append(Use(kind: .throttle, place: place, per: throttle.per)) }
    add(action.failed, place)
    guard let alert = action.alert else { return }
    // There is one last alert, whatever its key is.
    if alert.coalesce != nil { uses.append(Use(kind: .alerts, place: place, per: [])) }
    for button in alert.buttons {
      for action in button.actions { add(action, place) }
    }
  }

  private mutating func add(_ verdict: Verdict?, _ place: String) {
    guard case .retry(let policy)? = verdict else { return }
    uses.append(Use(kind: .retries, place: place, per: policy.per))
    switch policy.quota {
    case .retries(_, _, let per, _): uses.append(Use(kind: .quota, place: place, per: per))
    case .tokens: uses.append(Use(kind: .tokens, place: place, per: [.field(.origin)]))
    // It is a use of its own.
    case .shared, nil: break
    }
  }

  private func meeting(in program: RuleProgram) -> Meeting {
    guard let first = uses.first else { return .nothing }
    if let use = uses.first(where: { $0.per.isEmpty }) { return .together("\(use.name) has no key.") }
    if let changed = changedField(in: program) { return .together(changed) }
    let common = first.per.filter { subject in uses.allSatisfy { $0.per.contains(subject) } }
    if !common.isEmpty { return .by(common) }
    let other = uses.first { use in !use.per.contains { first.per.contains($0) } } ?? uses[uses.count - 1]
    return .together(
      "\(first.name) counts by \(first.fields), \(other.name) by \(other.fields): no field is in all keys.")
  }

  /// A sentence about a key whose value the rules may change, or that the record does not have; nil for none.
  private func changedField(in program: RuleProgram) -> String? {
    var (replaces, unwraps, raises) = (false, !program.unwraps.isEmpty, false)
    for clause in program.clauses where clause.isEnabled {
      switch clause.verdict {
      case .transform?: replaces = true
      case .unwrapPayload?, .unwrapCause?: unwraps = true
      case .raise?: raises = true
      default: break
      }
    }
    if raises { return "A rule raises another error, whose key is not that of the record." }
    for use in uses {
      for subject in use.per {
        let isFixed: Bool
        switch subject {
        case .field(let field): isFixed = field != .category && (!field.isIdentity || !replaces && !unwraps)
        case .attribute: isFixed = !unwraps
        case .problem, .problemExtension, .payload: isFixed = !replaces && !unwraps
        case .with, .outcome, .elapsed: isFixed = false
        }
        if !isFixed { return "\(use.name) counts by \(subject.name), which a rule may change." }
      }
    }
    return nil
  }
}

extension StateNeeds.Use {
  /// `the rate of app/outage`.
  package var name: String {
    switch kind {
    case .rate: "The rate of \(place)"
    case .retries: "The budget of \(place)"
    case .quota: "The quota of \(place)"
    case .tokens: "The quota of tokens of \(place)"
    case .throttle: "The throttle of \(place)"
    case .alerts: "The open alert of \(place)"
    case .breaker: "The breaker \(place)"
    case .shared: "The quota \(place)"
    }
  }

  package var fields: String { per.isEmpty ? "nothing" : per.map { $0.name }.joined(separator: ", ") }
}
