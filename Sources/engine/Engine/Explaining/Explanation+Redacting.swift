package import Secrets

extension Explanation {
  /// The explanation with the secrets of the record hidden; the texts of the rules stay.
  package func redacted(by redactor: Redactor) -> Explanation {
    guard redactor.isOn else { return self }
    let own = redactor.about(json: record.json)
    var redacted = Explanation(
      steps: steps.map { $0.redacted(by: own) }, record: record.redacted(by: own),
      ending: ending.redacted(by: own))
    redacted.resolution = own.json(resolution)
    return redacted
  }
}

extension Explanation.Origin {
  fileprivate func redacted(by redactor: Redactor) -> Self {
    Self(
      id: redactor.text(id), ordinal: ordinal, name: redactor.text(name),
      message: message.map { redactor.text($0) }, time: time.map { redactor.text($0) },
      origin: origin.map { redactor.text($0) }, operation: operation.map { redactor.text($0) },
      attempt: attempt, with: with.map { redactor.json($0) }, json: redactor.json(json))
  }
}

extension Explanation.Ending {
  fileprivate func redacted(by redactor: Redactor) -> Self {
    Self(
      isEvent: isEvent, evaluation: evaluation, isHandled: isHandled, isIgnored: isIgnored,
      isAssumed: isAssumed, clause: clause, category: category.map { redactor.text($0) },
      becomes: becomes.map { redactor.text($0) }, path: path, passedThrough: passedThrough,
      notVisited: notVisited, root: root, report: report, retry: retry)
  }
}

extension Explanation.Step {
  fileprivate func redacted(by redactor: Redactor) -> Self {
    var kind = kind
    // A record may have a category that no rule file lists.
    if case .category(let name) = kind { kind = .category(redactor.text(name)) }
    var step = Self(kind: kind, clause: clause, policy: policy)
    step.tests = tests.map { $0.redacted(by: redactor) }
    step.readings = readings.map { $0.redacted(by: redactor) }
    step.actions = actions.map { $0.redacted(by: redactor) }
    step.changes = changes.map { $0.redacted(by: redactor) }
    step.nestedEvaluations = nestedEvaluations.map { $0.redacted(by: redactor) }
    step.result = result
    step.verdict = verdict
    step.becomes = becomes.map { redactor.text($0) }
    step.overruledBy = overruledBy
    step.isExhaustedAfterFailure = isExhaustedAfterFailure
    return step
  }
}

extension Explanation.Test {
  fileprivate func redacted(by redactor: Redactor) -> Self {
    switch self {
    case .comparison(let comparison): return .comparison(comparison.redacted(by: redactor))
    case .group(var group):
      group.tests = group.tests.map { $0.redacted(by: redactor) }
      return .group(group)
    }
  }
}

extension Explanation.ComparedValue {
  fileprivate func redacted(by redactor: Redactor) -> Self {
    Self(
      subject: subject, operator: self.operator, expected: expected,
      found: found.map { redactor.json($0, named: subject) }, holds: holds, isAboutType: isAboutType,
      isAssumed: isAssumed, isStub: isStub)
  }
}

extension Explanation.Reading {
  fileprivate func redacted(by redactor: Redactor) -> Self {
    var reading = self
    reading.key = key.map { part in
      (name: part.name, value: part.value.map { redactor.json($0, named: part.name) })
    }
    return reading
  }
}

extension Explanation.Action {
  fileprivate func redacted(by redactor: Redactor) -> Self {
    var action = self
    action.json = redactor.json(json)
    action.wrongAnswer = wrongAnswer.map { redactor.json($0) }
    return action
  }
}

extension Explanation.Change {
  fileprivate func redacted(by redactor: Redactor) -> Self {
    Self(
      field: field, before: before.map { redactor.json($0, named: field) },
      after: after.map { redactor.json($0, named: field) })
  }
}

extension Explanation.Nested {
  fileprivate func redacted(by redactor: Redactor) -> Self {
    let shown: Kind =
      switch kind {
      case .event(let name, let from): .event(name: redactor.text(name), from: from)
      case .raised(let error): .raised(error: redactor.text(error))
      }
    var nested = Self(kind: shown)
    nested.steps = steps.map { $0.redacted(by: redactor) }
    nested.ending = ending?.redacted(by: redactor)
    nested.outcome = outcome
    return nested
  }
}
