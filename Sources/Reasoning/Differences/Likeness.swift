import Patterns
import RuleEngine

/// Whether two parts of rule sets are the same as they were compiled, wherever they are written: then they do the same. What
/// is not may still do the same.
///
/// Texts are compared scalar by scalar, as the language does.
protocol Likened {
  func isLike(_ other: Self) -> Bool
}

extension String: Likened {
  func isLike(_ other: String) -> Bool { utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) }
}

extension Array: Likened where Element: Likened {
  func isLike(_ other: [Element]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isLike($1) }
  }
}

extension Optional: Likened where Wrapped: Likened {
  func isLike(_ other: Wrapped?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let one?, let other?): one.isLike(other)
    case (nil, _?), (_?, nil): false
    }
  }
}

extension Subject: Likened {
  func isLike(_ other: Subject) -> Bool {
    switch (self, other) {
    case (.problemExtension(let one), .problemExtension(let other)),
      (.attribute(let one), .attribute(let other)),
      (.with(let one), .with(let other)):
      one.isLike(other)
    default: self == other
    }
  }
}

extension Number: Likened {
  /// A whole number is written otherwise than the same with a point.
  func isLike(_ other: Number) -> Bool {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): one == other
    case (.decimal(let one), .decimal(let other)): one.bitPattern == other.bitPattern
    case (.integer, .decimal), (.decimal, .integer): false
    }
  }
}

extension Scalar: Likened {
  func isLike(_ other: Scalar) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let other)): one.isLike(other)
    case (.number(let one), .number(let other)): one.isLike(other)
    default: self == other
    }
  }
}

// What is asked

extension Condition: Likened {
  func isLike(_ other: Condition) -> Bool {
    switch (self, other) {
    case (.always, .always): true
    case (.all(let one), .all(let other)), (.any(let one), .any(let other)): one.isLike(other)
    case (.not(let one), .not(let other)), (.anyCause(let one), .anyCause(let other)),
      (.rootCause(let one), .rootCause(let other)):
      one.isLike(other)
    case (.compare(let one, let asked, _), .compare(let other, let otherAsked, _)):
      one.isLike(other) && asked.isLike(otherAsked)
    case (.category(let one, _), .category(let other, _)): one == other
    case (.payloadError(let index, let one), .payloadError(let otherIndex, let other)):
      index == otherIndex && one.isLike(other)
    case (.oneElement(let subject, let one), .oneElement(let otherSubject, let other)):
      subject.isLike(otherSubject) && one.isLike(other)
    case (.named(let name, let one), .named(let otherName, let other)):
      name.isLike(otherName) && one.isLike(other)
    case (.custom(let name, let answer, let source), .custom(let otherName, let otherAnswer, let otherSource)):
      name.isLike(otherName) && source.expected.isLike(otherSource.expected) && answer.isLike(otherAnswer)
    // What code answers can't be compared.
    default: false
    }
  }
}

extension CustomAnswer: Likened {
  func isLike(_ other: CustomAnswer) -> Bool {
    switch (self, other) {
    case (.known, .known): true
    case (.assumed(let one), .assumed(let other)): one == other
    case (.known, .assumed), (.assumed, .known): false
    }
  }
}

extension Comparison: Likened {
  func isLike(_ other: Comparison) -> Bool {
    switch (self, other) {
    case (.exists(let one), .exists(let other)): one == other
    case (.equal(let one), .equal(let other)): one.isLike(other)
    case (.text(let one), .text(let other)):
      one.operator == other.operator && one.ignoresCase == other.ignoresCase
        && one.operand.isLike(other.operand)
    case (.matches(let one), .matches(let other)): one.node == other.node
    case (.name(let one), .name(let other)), (.qualifiedCaseGlob(let one), .qualifiedCaseGlob(let other)):
      one.isLike(other)
    case (.typeName(let one, let exactly), .typeName(let other, let otherExactly)),
      (.typeGlob(let one, let exactly), .typeGlob(let other, let otherExactly)):
      exactly == otherExactly && one.isLike(other)
    case (.number(let one), .number(let other)), (.code(let one), .code(let other)),
      (.duration(let one), .duration(let other)):
      one == other
    case (.severity(let one), .severity(let other)): one == other
    case (.strictProblem, .strictProblem): true
    default: false
    }
  }
}

extension Rate: Likened {
  func isLike(_ other: Rate) -> Bool {
    atLeast == other.atLeast && within == other.within && per.isLike(other.per)
  }
}

// What is done and said

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

extension ChainOutline.Origin: Likened {
  func isLike(_ other: ChainOutline.Origin) -> Bool {
    name.isLike(other.name) && id == other.id && exact == other.exact && prefix == other.prefix
  }
}

extension ChainOutline.Responder {
  /// Whether all but the rules, and what they do, is the same.
  func isLikeBesidesRules(_ other: ChainOutline.Responder) -> Bool {
    id.isLike(other.id) && parent == other.parent && isEnabled == other.isEnabled && policy == other.policy
      && (otherwise == nil) == (other.otherwise == nil) && (always == nil) == (other.always == nil)
      && unhandled == other.unhandled && unhandledReport.isLike(other.unhandledReport)
  }
}

extension ChainOutline.Station {
  /// Whether it does and says the same of what it takes.
  func doesLike(_ other: ChainOutline.Station) -> Bool {
    verdict.isLike(other.verdict) && actions.isLike(other.actions)
  }

  /// Whether it asks the same, but for its rate.
  func asksLike(_ other: ChainOutline.Station) -> Bool {
    isEnabled == other.isEnabled && (!isEnabled || condition.isLike(other.condition))
  }
}
