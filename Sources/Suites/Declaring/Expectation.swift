package import RuleEngine

/// What a case says of how an error is answered. What it does not name may be anything.
package struct Expectation: Sendable {
  /// One of the things that it says.
  package struct Item: Sendable {
    /// Its key: `by`, `never.actions`.
    package let key: String
    /// Where it is written.
    package let place: SourceRange
    /// What it says, as JSON on one line.
    package let text: String
    package let meaning: Meaning
  }

  package enum Meaning: Sendable {
    /// A member of the resolution.
    case member(ExpectedValue)
    /// A member of the resolution that is left out where it is false.
    case flag(Bool)
    /// Who answered: `app/again`, `ignore` or `nobody`.
    case by(String)
    case responder(String)
    /// These ran, in this order; others may have run before, between and after.
    case rules([String])
    case actions([ExpectedValue])
    case events([ExpectedValue])
    /// An alert said this to its button.
    case answer(ExpectedValue)
    /// The error as it ended.
    case error(ExpectedValue)
    /// What became of the error that was raised on the way.
    case raised(Expectation)
    case never(Bound)
    case only(Bound)
  }

  /// Things that must not happen, or beside which nothing may.
  package enum Bound: Sendable {
    case evaluation([ExpectedValue])
    case category([ExpectedValue])
    case by([String])
    case rules([String])
    case path([String])
    case actions([ExpectedValue])
    case answer([ExpectedValue])
    case events([ExpectedValue])
  }

  package var items: [Item] = []
}
