import Patterns
import RuleEngine

extension Rate: Likened {
  func isLike(_ other: Rate) -> Bool {
    atLeast == other.atLeast && within == other.within && per.isLike(other.per)
  }
}

// Effects and statements

extension Verdict: Likened {
  func isLike(_ other: Verdict) -> Bool {
    switch (self, other) {
    case (.evaluation(let one), .evaluation(let other)): one == other
    case (.retry(let one), .retry(let other)): one.isLike(other)
    case (.retryByPerson, .retryByPerson), (.continue, .continue), (.escalate, .escalate),
      (.unwrapCause, .unwrapCause), (.handled, .handled):
      true
    case (.transform(let one), .transform(let other)), (.raise(let one), .raise(let other)): one.isLike(other)
    case (.unwrapPayload(let one), .unwrapPayload(let other)): one == other
    case (.emit(let one, let evaluation), .emit(let other, let otherEvaluation)):
      evaluation == otherEvaluation && one.isLike(other)
    default: false
    }
  }
}

extension RetryPolicy: Likened {
  func isLike(_ other: RetryPolicy) -> Bool {
    maxAttempts == other.maxAttempts && per.isLike(other.per) && within == other.within
      && backoff.isLike(other.backoff) && exhausted.isLike(other.exhausted)
  }
}

extension RetryPolicy.Backoff: Likened {
  func isLike(_ other: RetryPolicy.Backoff) -> Bool {
    initial == other.initial && multiplier == other.multiplier && max == other.max && jitter == other.jitter
  }
}

extension RetryPolicy.Exhausted: Likened {
  func isLike(_ other: RetryPolicy.Exhausted) -> Bool {
    switch (self, other) {
    case (.continue, .continue), (.escalate, .escalate): true
    case (.evaluation(let one), .evaluation(let other)): one == other
    default: false
    }
  }
}

extension Replacement: Likened {
  func isLike(_ other: Replacement) -> Bool {
    kind == other.kind && wraps == other.wraps && members.isLike(other.members)
  }
}

extension Action: Likened {
  func isLike(_ other: Action) -> Bool {
    members.isLike(other.members) && label.isLike(other.label) && alert.isLike(other.alert)
      && throttle.isLike(other.throttle)
  }
}

extension Action.Member: Likened {
  func isLike(_ other: Action.Member) -> Bool { key.isLike(other.key) && value.isLike(other.value) }
}

extension Action.Content: Likened {
  func isLike(_ other: Action.Content) -> Bool {
    switch (self, other) {
    case (.scalar(let one), .scalar(let other)): one.isLike(other)
    case (.template(let one), .template(let other)): one.parts.isLike(other.parts)
    case (.list(let one), .list(let other)): one.isLike(other)
    case (.mapping(let one), .mapping(let other)): one.isLike(other)
    case (.optionTitles, .optionTitles): true
    default: false
    }
  }
}

extension Template.Part: Likened {
  func isLike(_ other: Template.Part) -> Bool {
    switch (self, other) {
    case (.text(let one), .text(let other)): one.isLike(other)
    case (.value(let one, let fallback), .value(let other, let otherFallback)):
      one.isLike(other) && fallback.isLike(otherFallback)
    case (.text, .value), (.value, .text): false
    }
  }
}

extension Alert: Likened {
  func isLike(_ other: Alert) -> Bool {
    isRecovery == other.isRecovery && coalesce.isLike(other.coalesce) && buttons.isLike(other.buttons)
  }
}

extension Alert.Button: Likened {
  func isLike(_ other: Alert.Button) -> Bool {
    title.isLike(other.title) && actions.isLike(other.actions) && verdict.isLike(other.verdict)
  }
}

extension Throttle: Likened {
  func isLike(_ other: Throttle) -> Bool { every == other.every && per.isLike(other.per) }
}

// Rule sets

extension RuleProgram.Origin: Likened {
  func isLike(_ other: RuleProgram.Origin) -> Bool {
    name.isLike(other.name) && id == other.id && exact == other.exact && prefix == other.prefix
  }
}

extension RuleProgram.Responder {
  /// Whether everything but the rules is identical.
  func isLikeBesidesRules(_ other: RuleProgram.Responder) -> Bool {
    id.text.isLike(other.id.text) && parent == other.parent && isEnabled == other.isEnabled
      && policy == other.policy
      && (otherwise == nil) == (other.otherwise == nil) && (always == nil) == (other.always == nil)
      && unhandled == other.unhandled && unhandledReport.isLike(other.unhandledReport)
  }
}

extension RuleProgram.Station {
  /// Whether the effects on matching errors are identical.
  func doesLike(_ other: RuleProgram.Station) -> Bool {
    verdict.isLike(other.verdict) && actions.isLike(other.actions)
  }

  /// Whether the conditions without the rate are identical.
  func asksLike(_ other: RuleProgram.Station) -> Bool {
    isEnabled == other.isEnabled && (!isEnabled || condition.isLike(other.condition))
  }
}
