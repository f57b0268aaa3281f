internal import Records
internal import Source

/// A `retry` of an imported rule file.
struct ImportedRetry: Sendable {
  var maxAttempts: ImportedValue?
  var per: ImportedValue?
  var within: ImportedValue?
  var backoff: ImportedBackoff?
  var deadline: ImportedValue?
  var quota: ImportedValue?
  var retryAfter: ImportedValue?
  var exhausted: ImportedValue?
  /// Nil for that of the verdict.
  var place: SourceRange?

  var isEmpty: Bool { value.isEmpty }

  var value: ImportedValue {
    let value = ImportedValue.members([
      "maxAttempts": maxAttempts, "per": per, "within": within, "backoff": backoff?.value,
      "retryAfter": retryAfter, "deadline": deadline, "quota": quota, "exhausted": exhausted,
    ])
    return place.map { value.at($0) } ?? value
  }
}

/// A `backoff` of an imported rule file.
struct ImportedBackoff: Sendable {
  var initial: ImportedValue?
  var multiplier: ImportedValue?
  /// The list that stands in place of the two above.
  var delays: ImportedValue?
  var max: ImportedValue?
  var jitter: ImportedValue?
  var maxIncludesJitter: ImportedValue?
  /// Nil for that of the retry.
  var place: SourceRange?

  /// Retries without a delay.
  static let none = ImportedBackoff(initial: "0s", jitter: "none")

  /// Always the same delay.
  static func constant(_ delay: ImportedValue, max: ImportedValue = .longestDelay) -> ImportedBackoff {
    ImportedBackoff(initial: delay, multiplier: 1, max: max, jitter: "none")
  }

  var isEmpty: Bool { value.isEmpty }

  var value: ImportedValue {
    let value = ImportedValue.members([
      "initial": initial, "multiplier": multiplier, "delays": delays, "max": max, "jitter": jitter,
      "maxIncludesJitter": maxIncludesJitter,
    ])
    return place.map { value.at($0) } ?? value
  }

  func at(_ place: SourceRange) -> ImportedBackoff {
    var backoff = self
    backoff.place = place
    return backoff
  }
}

// MARK: - Bounds of a rule's retries

extension ImportedValue {
  static let longestDelayInDays: Int64 = 366

  /// No delay of a rule that was imported is longer, and no try is forgotten sooner.
  static let longestDelay = ImportedValue.text("\(longestDelayInDays)d")

  static func delay(_ span: TimeSpan) -> ImportedValue {
    .text(span.microseconds == 0 ? "0s" : span.shortText)
  }
}

/// Numbers as a rule may have them. What a rule can't say is reported.
extension PolicyValue {
  /// A delay of so many seconds, which must not be negative.
  func delay(seconds: Double) -> ImportedValue {
    let longest = Double(ImportedValue.longestDelayInDays * 86_400)
    let microseconds = (min(seconds, longest) * 1e6).rounded()
    if seconds > longest {
      lost("No delay of a rule is longer than 366 days.")
    } else if microseconds / 1e6 != seconds {
      lost("A rule's delay is a whole number of microseconds; this one is rounded.")
    }
    return .delay(TimeSpan(microseconds: Int64(microseconds))).at(place)
  }

  /// The number of tries, the first included.
  func tries(_ count: Int64) -> ImportedValue {
    if count > Self.mostTries { lost("A rule makes at most 1,000 tries, so this one does.") }
    return .integer(min(count, Self.mostTries)).at(place)
  }

  static let mostTries: Int64 = 1_000

  /// The factor from one delay to the next; `written`, if it is one that a rule may have.
  func multiplier(_ factor: Double, as written: ImportedValue? = nil) -> ImportedValue {
    if factor > 1_000 {
      lost("The delays of a rule grow at most a thousandfold.")
      return .integer(1_000).at(place)
    }
    guard factor < 1 else { return written?.at(place) ?? .node(node) }
    lost("The delays of a rule can't shrink, so the rule's stay as long as the first.")
    return .integer(1).at(place)
  }

  /// The origins of a responder for what has this name; none, and reported, if no origin can be called so.
  func origins(_ name: String, as written: ImportedValue? = nil) -> [ImportedValue] {
    guard name.contains("*") else { return [written ?? .text(name).at(place)] }
    lost("An origin can't have a star in its name: no error begins at these rules.")
    return []
  }
}
