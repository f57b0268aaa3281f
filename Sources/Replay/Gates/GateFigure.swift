/// A number that an expression of `--fail-on` compares.
package enum GateFigure: Sendable, Hashable {
  case word(String)
  /// `exhausted(app/again)`: the word, for the rule or category of this name.
  case named(String, String)
  /// `retry->abort`: records by their outcomes under the old rules and the new ones.
  case change(String, String)

  package var text: String {
    switch self {
    case .word(let word): word
    case .named(let word, let name): "\(word)(\(name))"
    case .change(let old, let new): "\(old)->\(new)"
    }
  }
}

/// The value of a figure.
package struct GateValue: Sendable, Equatable {
  package let count: Int
  /// The number that a percentage is of, and what it counts.
  package let total: Int
  package let noun: String

  package init(_ count: Int, of total: Int, _ noun: String) {
    self.count = count
    self.total = total
    self.noun = noun
  }

  /// The percentage; 0 of nothing.
  var percent: Double { total == 0 ? 0 : Double(count) * 100 / Double(total) }
}

/// The figures that a command has.
package struct GateVocabulary: Sendable {
  /// The names that a word may have in parentheses, and what they are: `rule`, `category`.
  package struct Names: Sendable {
    package let noun: String
    package let names: [String]

    package init(noun: String, names: [String]) {
      self.noun = noun
      self.names = names
    }
  }

  /// Words that stand alone.
  package let words: [String]
  /// Words that take a name.
  package let named: [String: Names]
  /// The outcomes on both sides of `->`; empty where nothing is compared.
  package let outcomes: [String]
  /// A figure for messages.
  package let example: String

  package init(words: [String], named: [String: Names] = [:], outcomes: [String] = [], example: String) {
    self.words = words
    self.named = named
    self.outcomes = outcomes
    self.example = example
  }
}
