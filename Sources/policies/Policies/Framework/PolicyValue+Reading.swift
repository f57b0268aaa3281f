internal import Records
internal import RuleLanguage
internal import Source

/// Typed values. Each is nil, and reported, if the value is none of its kind.
extension PolicyValue {
  /// - Parameters:
  ///   - bounds: up to the greatest number of the type, if there is no other bound.
  ///   - wanted: the kind of value in messages.
  func integer(_ bounds: ClosedRange<Int64>, _ wanted: String? = nil) -> Setting<Int64>? {
    let number = writtenInteger
    if let number, bounds.contains(number) { return setting(number) }
    // The greatest number of 32 bits is worth a word only to those who exceed it.
    let isOpen = bounds.upperBound >= Int64(Int32.max) && number ?? 0 <= bounds.upperBound
    let range =
      isOpen ? "of at least \(bounds.lowerBound)" : "from \(bounds.lowerBound) to \(bounds.upperBound)"
    mustBe(wanted ?? "an integer \(range)")
    return nil
  }

  /// Nothing is reported if the value is not an integer.
  var writtenInteger: Int64? {
    if case .integer(let number) = node.content { return number }
    return dialect.readsTexts ? string.flatMap { Int64($0) } : nil
  }

  func number(_ bounds: NumberBounds = .any) -> Setting<Double>? {
    if let number = writtenNumber, number.isFinite || !dialect.readsTexts, bounds.contains(number) {
      return setting(number)
    }
    mustBe("a number\(bounds.text)")
    return nil
  }

  private var writtenNumber: Double? {
    node.number?.double ?? (dialect.readsTexts ? string.flatMap { Double($0) } : nil)
  }

  func flag() -> Setting<Bool>? {
    if let flag = writtenFlag { return setting(flag) }
    mustBe("true or false")
    return nil
  }

  /// Nothing is reported if the value is not a flag.
  var writtenFlag: Bool? {
    if case .bool(let value) = node.content { return value }
    guard dialect.readsTexts, let word = string?.lowercased() else { return nil }
    return word == "true" ? true : word == "false" ? false : nil
  }

  var isTrue: Bool {
    if case .bool(true) = node.content { true } else { false }
  }

  /// A text that is one of a system's words.
  ///
  /// - Parameter fault: the message, to which a suggestion is added.
  func word(_ words: [String], _ fault: (String) -> String) -> Setting<String>? {
    if let string, words.contains(string) { return setting(string) }
    self.fault(fault(text) + Suggestion.question(for: text, among: words))
    return nil
  }

  func requiredText(_ wanted: String = "a string") -> Setting<String>? {
    if let string { return setting(string) }
    fault("“\(key)” must be \(wanted). It is \(node.kindName).")
    return nil
  }

  func duration<Notation: DurationNotation>(_ notation: Notation) -> Setting<Notation.Span>? {
    if let span = notation.span(of: node) { return setting(span) }
    mustBe(notation.wanted)
    return nil
  }

  func list() -> [PolicyValue] {
    if let elements { return elements }
    fault("“\(key)” must be a list. It is \(node.kindName).")
    return []
  }

  /// - Parameter kind: the mapping in messages: `a retry policy`.
  func mapping(_ kind: String) -> PolicyMapping? {
    guard let members else {
      fault("This must be \(kind), a mapping. It is \(node.kindName).")
      return nil
    }
    return PolicyMapping(self, members)
  }
}

/// The numbers that a setting may be.
enum NumberBounds {
  /// Any but an infinite one.
  case any
  case atLeast(Double)
  case above(Double)
  case within(ClosedRange<Double>)
  case inside(Range<Double>)

  func contains(_ number: Double) -> Bool {
    switch self {
    case .any: number.isFinite
    case .atLeast(let least): number >= least
    case .above(let bound): number > bound
    case .within(let range): range.contains(number)
    case .inside(let range): range.contains(number)
    }
  }

  /// The words that follow `a number` in a message.
  var text: String {
    switch self {
    case .any: ""
    case .atLeast(let least): " of at least \(Self.text(least))"
    case .above(let bound): " above \(Self.text(bound))"
    case .within(let range): " from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
    case .inside(let range): " from \(Self.text(range.lowerBound)) to below \(Self.text(range.upperBound))"
    }
  }

  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
