package import Source

/// The expected result of an error. Members that are not named may have any value.
package struct Expectation: Sendable {
  package struct Item: Sendable {
    /// The key, such as `by` or `never.actions`.
    package let key: String
    package let place: SourceRange
    package let text: String
    package let meaning: Meaning
  }

  package enum Meaning: Sendable {
    case member(ExpectedValue)
    /// A boolean member that a resolution leaves out if it is false.
    case flag(Bool)
    /// The clause that handled the error: `app/again`, `ignore` or `nobody`.
    case by(String)
    case responder(String)
    /// Rules that ran in this order, with others in between.
    case rules([String])
    case actions([ExpectedValue])
    case events([ExpectedValue])
    case answer(ExpectedValue)
    case error(ExpectedValue)
    case raised(Expectation)
    case never(Bound)
    case only(Bound)
  }

  /// Things that must not happen, or the only ones that may.
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
