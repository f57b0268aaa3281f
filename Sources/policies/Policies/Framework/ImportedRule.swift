internal import Source

/// A rule of an imported rule file.
struct ImportedRule {
  var id: ImportedValue
  var description: ImportedValue?
  var suppressed: [(code: String, reason: String)] = []
  /// Nil for any error.
  var when: ImportedValue?
  /// The actions, a list.
  var actions: ImportedValue?
  var verdict: ImportedVerdict
  var place: SourceRange

  /// - Parameter id: without a place, it has that of the rule.
  init(_ id: ImportedValue, when: ImportedValue? = nil, then verdict: ImportedVerdict, at place: SourceRange)
  {
    (self.id, self.when, self.verdict, self.place) = (id, when, verdict, place)
  }

  var node: Node {
    let value = ImportedValue.members([
      "id": id, "description": description, "suppress": .suppressed(suppressed), "when": when, "do": actions,
      "then": verdict.value,
    ])
    return value.node(at: place)
  }
}

/// The verdict of a rule, with its place if it is not that of the rule.
struct ImportedVerdict: Sendable {
  let value: ImportedValue
  /// Whether it is a retry.
  let triesAgain: Bool

  private init(_ value: ImportedValue, triesAgain: Bool = false) {
    (self.value, self.triesAgain) = (value, triesAgain)
  }

  static let proceed = ImportedVerdict("proceed")
  static let cancel = ImportedVerdict("cancel")
  static let abort = ImportedVerdict("abort")
  static let escalate = ImportedVerdict("escalate")
  /// A retry as `defaults` has it.
  static let retry = ImportedVerdict("retry", triesAgain: true)

  static func retry(_ retry: ImportedRetry) -> ImportedVerdict {
    ImportedVerdict(["retry": retry.value], triesAgain: true)
  }

  func at(_ place: SourceRange) -> ImportedVerdict {
    ImportedVerdict(value.at(place), triesAgain: triesAgain)
  }

  /// The verdict below `otherwise`.
  var otherwise: ImportedValue { ["then": value] }
}
