internal import Records
internal import Source

/// The bounds of a rule's retries.
extension Node {
  /// No delay of a rule that was imported is longer, and no try is forgotten sooner.
  static func longestDelay(at place: SourceRange) -> Node { .text("\(longestDelayInDays)d", at: place) }

  static let longestDelayInDays: Int64 = 366

  /// A delay of so many seconds, which must not be negative.
  static func delay(seconds: Double, at place: SourceRange, in diagnostics: inout Diagnostics) -> Node {
    let longest = Double(longestDelayInDays * 86_400)
    let microseconds = (min(seconds, longest) * 1e6).rounded()
    if seconds > longest {
      diagnostics.report(.policyLoss("No delay of a rule is longer than 366 days.", at: place))
    } else if microseconds / 1e6 != seconds {
      diagnostics.report(
        .policyLoss("A rule's delay is a whole number of microseconds; this one is rounded.", at: place))
    }
    let text = microseconds == 0 ? "0s" : TimeSpan(microseconds: Int64(microseconds)).shortText
    return .text(text, at: place)
  }

  /// The number of tries, the first included.
  static func tries(_ count: Int64, at place: SourceRange, in diagnostics: inout Diagnostics) -> Node {
    if count > mostTries {
      diagnostics.report(.policyLoss("A rule makes at most 1,000 tries, so this one does.", at: place))
    }
    return .integer(min(count, mostTries), at: place)
  }

  private static let mostTries: Int64 = 1_000

  /// The factor from one delay to the next, which must be written as this number.
  static func multiplier(_ node: Node, _ factor: Double, in diagnostics: inout Diagnostics) -> Node {
    if factor > 1_000 {
      diagnostics.report(.policyLoss("The delays of a rule grow at most a thousandfold.", at: node.range))
      return .integer(1_000, at: node.range)
    }
    guard factor < 1 else { return node }
    diagnostics.report(
      .policyLoss(
        "The delays of a rule can't shrink, so the rule's stay as long as the first.", at: node.range))
    return .integer(1, at: node.range)
  }

  /// The value itself, or a list of several.
  static func oneOf(_ values: [Node], at place: SourceRange) -> Node {
    values.count == 1 ? values[0] : .list(values, at: place)
  }
}
