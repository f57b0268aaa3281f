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

package struct GateValue: Sendable, Equatable {
  package let count: Int
  /// The whole of a percentage, and its noun.
  package let total: Int
  package let noun: String
  /// The retries on which it rests whose try is not known.
  package let untracked: Int

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
  package let example: String

  package init(words: [String], named: [String: Names] = [:], outcomes: [String] = [], example: String) {
    self.words = words
    self.named = named
    self.outcomes = outcomes
    self.example = example
  }
}
