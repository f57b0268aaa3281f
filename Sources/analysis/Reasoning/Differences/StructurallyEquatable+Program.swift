internal import Source
internal import Engine
internal import RuleLanguage

extension Rate: StructurallyEquatable {
  func isIdentical(_ other: Rate) -> Bool {
    atLeast == other.atLeast && within == other.within && per.isIdentical(other.per)
  }
}

// Effects and statements

extension Verdict: StructurallyEquatable {
  func isIdentical(_ other: Verdict) -> Bool {
    switch (self, other) {
    case (.evaluation(let one), .evaluation(let other)): one == other
    case (.retry(let one), .retry(let other)): one.isIdentical(other)
    case (.retryByPerson, .retryByPerson), (.continue, .continue), (.escalate, .escalate),
      (.unwrapCause, .unwrapCause), (.handled, .handled):
      true
    case (.transform(let one), .transform(let other)), (.raise(let one), .raise(let other)):
      one.isIdentical(other)
    case (.unwrapPayload(let one), .unwrapPayload(let other)): one == other
    case (.emit(let one, let evaluation), .emit(let other, let otherEvaluation)):
      evaluation == otherEvaluation && one.isIdentical(other)
    default: false
    }
  }
}

extension RetryPolicy: StructurallyEquatable {
  func isIdentical(_ other: RetryPolicy) -> Bool {
    maxAttempts == other.maxAttempts && per.isIdentical(other.per) && within == other.within
      && backoff.isIdentical(other.backoff) && exhausted.isIdentical(other.exhausted)
      && deadline == other.deadline && retryAfter == other.retryAfter && hasSameQuota(as: other)
  }

  private func hasSameQuota(as other: RetryPolicy) -> Bool {
    guard let quota, let met = other.quota else { return quota == nil && other.quota == nil }
    return quota.isIdentical(met)
  }
}

extension RetryPolicy.Quota: StructurallyEquatable {
  func isIdentical(_ other: RetryPolicy.Quota) -> Bool {
    switch (self, other) {
    case (
      .retries(let one, let within, let per, let window),
      .retries(let other, let otherWithin, let otherPer, let otherWindow)
    ):
      one == other && within == otherWithin && per.isIdentical(otherPer) && window == otherWindow
    case (.tokens(let one, let ratio), .tokens(let other, let otherRatio)):
      one == other && ratio == otherRatio
    case (.shared(let one, let cost), .shared(let other, let otherCost)):
      one.isIdentical(other) && cost == otherCost
    case (.retries, _), (.tokens, _), (.shared, _): false
    }
  }
}

extension RetryPolicy.Backoff: StructurallyEquatable {
  func isIdentical(_ other: RetryPolicy.Backoff) -> Bool {
    let isSameFormula =
      delays.isEmpty
      ? initial == other.initial && multiplier == other.multiplier && other.delays.isEmpty
      : delays == other.delays
    return isSameFormula && max == other.max && jitter == other.jitter
      && maxIncludesJitter == other.maxIncludesJitter
  }
}

extension RetryPolicy.Exhausted: StructurallyEquatable {
  func isIdentical(_ other: RetryPolicy.Exhausted) -> Bool {
    switch (self, other) {
    case (.continue, .continue), (.escalate, .escalate): true
    case (.evaluation(let one), .evaluation(let other)): one == other
    default: false
    }
  }
}

extension Replacement: StructurallyEquatable {
  func isIdentical(_ other: Replacement) -> Bool {
    kind == other.kind && wraps == other.wraps && members.isIdentical(other.members)
  }
}

extension Action: StructurallyEquatable {
  func isIdentical(_ other: Action) -> Bool {
    members.isIdentical(other.members) && label.isIdentical(other.label) && alert.isIdentical(other.alert)
      && throttle.isIdentical(other.throttle) && failed.isIdentical(other.failed)
  }
}

extension Action.Member: StructurallyEquatable {
  func isIdentical(_ other: Action.Member) -> Bool {
    key.isIdentical(other.key) && value.isIdentical(other.value)
  }
}

extension Action.Content: StructurallyEquatable {
  func isIdentical(_ other: Action.Content) -> Bool {
    switch (self, other) {
    case (.scalar(let one), .scalar(let other)): one.isIdentical(other)
    case (.template(let one), .template(let other)): one.parts.isIdentical(other.parts)
    case (.list(let one), .list(let other)): one.isIdentical(other)
    case (.mapping(let one), .mapping(let other)): one.isIdentical(other)
    case (.optionTitles, .optionTitles): true
    default: false
    }
  }
}

extension Template.Part: StructurallyEquatable {
  func isIdentical(_ other: Template.Part) -> Bool {
    switch (self, other) {
    case (.text(let one), .text(let other)): one.isIdentical(other)
    case (.value(let one, let fallback), .value(let other, let otherFallback)):
      one.isIdentical(other) && fallback.isIdentical(otherFallback)
    case (.text, .value), (.value, .text): false
    }
  }
}

extension Alert: StructurallyEquatable {
  func isIdentical(_ other: Alert) -> Bool {
    isRecovery == other.isRecovery && coalesce.isIdentical(other.coalesce)
      && buttons.isIdentical(other.buttons)
  }
}

extension Alert.Button: StructurallyEquatable {
  func isIdentical(_ other: Alert.Button) -> Bool {
    title.isIdentical(other.title) && actions.isIdentical(other.actions) && verdict.isIdentical(other.verdict)
  }
}

extension Throttle: StructurallyEquatable {
  func isIdentical(_ other: Throttle) -> Bool { every == other.every && per.isIdentical(other.per) }
}

// Rule sets

extension Unwrap: StructurallyEquatable {
  func isIdentical(_ other: Unwrap) -> Bool {
    condition.isIdentical(other.condition) && verdict.isIdentical(other.verdict)
  }
}

extension RuleProgram.Origin: StructurallyEquatable {
  func isIdentical(_ other: RuleProgram.Origin) -> Bool {
    name.isIdentical(other.name) && id == other.id && exact == other.exact && prefix == other.prefix
  }
}

extension RuleProgram.Responder {
  func isLikeBesidesRules(_ other: RuleProgram.Responder) -> Bool {
    id.text.isIdentical(other.id.text) && parent == other.parent && isEnabled == other.isEnabled
      && policy == other.policy
      && (otherwise == nil) == (other.otherwise == nil) && (always == nil) == (other.always == nil)
      && unhandled == other.unhandled && unhandledReport.isIdentical(other.unhandledReport)
  }
}

extension RuleProgram.Clause {
  func hasSameEffects(as other: RuleProgram.Clause) -> Bool {
    verdict.isIdentical(other.verdict) && actions.isIdentical(other.actions)
  }

  /// Whether both have the same condition, without the rate.
  func hasSameCondition(as other: RuleProgram.Clause) -> Bool {
    isEnabled == other.isEnabled && (!isEnabled || condition.isIdentical(other.condition))
  }
}
