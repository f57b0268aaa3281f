package import Counting

package enum GateFigure: Sendable, Hashable {
  case word(String)
  /// `exhausted(app/again)`: the word, for the rule or category of this name.
  case named(String, String)
  /// `retry->abort`: records by their outcomes under the old rules and the new ones.
  case change(String, String)
  /// `retry per attributes.host per minute`: the largest number of errors that share a value, in one span of time if
  /// there is one.
  case most(String, per: String, span: GroupField.Span?)
  /// `abort after granted`: the operations that were granted a retry and then ended so.
  case after(String)

  package var text: String {
    switch self {
    case .word(let word): word
    case .named(let word, let name): "\(word)(\(name))"
    case .change(let old, let new): "\(old)->\(new)"
    case .most(let word, let field, let span):
      "\(word) per \(field)\(span.map { " per \($0.rawValue)" } ?? "")"
    case .after(let word): "\(word) after granted"
    }
  }

  /// The field whose values are counted for the figure; nil for other figures.
  package var field: GroupField? {
    guard case .most(_, let name, let span) = self else { return nil }
    return GroupField(name, per: span)
  }

  /// Whether operations are followed for the figure.
  package var followsOperations: Bool { if case .after = self { true } else { false } }
}

package struct GateValue: Sendable, Equatable {
  package let count: Int
  /// The whole of a percentage, and its noun.
  package let total: Int
  package let noun: String
  /// The retries on which it rests whose try is not known.
  package let untracked: Int
  /// The value that has this count, and its span of time; nil if the figure says it all.
  package var found: String?
  package var missing: Missing?
  /// The field that no error has, though there are errors; nil for any other figure.
  package var unknownField: String?

  /// The number of errors or retries that are not counted, and the reason.
  package struct Missing: Sendable, Equatable {
    package let count: Int
    package let reason: String
  }

  package init(_ count: Int, of total: Int, _ noun: String, untracked: Int = 0) {
    self.count = count
    self.total = total
    self.noun = noun
    self.untracked = untracked
  }

  /// 0 of nothing.
  var percent: Double { total == 0 ? 0 : Double(count) * 100 / Double(total) }
}

package struct GateVocabulary: Sendable {
  /// Names that a word takes in parentheses, and their noun: `rule`, `category`.
  package struct Names: Sendable {
    package let noun: String
    package let names: [String]

    package init(noun: String, names: [String]) {
      self.noun = noun
      self.names = names
    }
  }

  package let words: [String]
  package let named: [String: Names]
  /// The outcomes on both sides of `->`; empty if nothing is compared.
  package let outcomes: [String]
  /// The words before `per` and a field, and those before `after granted`; empty where no stream is replayed alone.
  package let counted: [String]
  package let endings: [String]
  package let example: String

  package init(
    words: [String], named: [String: Names] = [:], outcomes: [String] = [], counted: [String] = [],
    endings: [String] = [], example: String
  ) {
    (self.counted, self.endings) = (counted, endings)
    self.words = words
    self.named = named
    self.outcomes = outcomes
    self.example = example
  }
}
