internal import Bytes
package import Records
package import RuleLanguage
package import Source

/// A rule set as the compiler understood it, before it was laid out as tables: what reasoning reads. Indices are those of
/// the ``ResponderChain`` that was compiled with it.
package struct ChainOutline: Sendable {
  /// A rule, an event rule, an `otherwise` or an `always`.
  package struct Station: Sendable {
    package let kind: ResponderChain.Station.Kind
    /// Its responder's place.
    package let responder: Int
    /// The rule's id, or `otherwise` or `always`.
    package let name: String
    package let isEnabled: Bool
    /// Where it is written, and where it is named.
    package let range: SourceRange
    package let title: SourceRange
    /// What it asks, but for its rate.
    package let condition: Condition
    /// How many errors of a key it asks for within a window; nil where it has no rate.
    package let rate: Rate?
    package let verdict: Verdict?
    package let actions: [Action]

    /// How many errors of its key its rate asks for; nil where it has no rate.
    package var rateAtLeast: Int? { rate?.atLeast }

    /// Everything it does and says, as text: two stations that say the same have the same text.
    package var said: String { "\(actions) \(verdict.map { "\($0)" } ?? "-")" }
  }

  /// A responder with all it inherits.
  package struct Responder: Sendable {
    package let id: String
    /// Where it is written.
    package let range: SourceRange
    package let parent: Int?
    package let isEnabled: Bool
    package let policy: ResponderPolicy
    /// Its rules, and its event rules, in the order of the file.
    package let rules: Range<Int>
    package let events: Range<Int>
    package let otherwise: Int?
    package let always: Int?
    /// What its contract promises of errors and of events: what holds for those, and the names; nil for no promise.
    package let reports: Condition?
    package let triggers: Condition?
    package let contract: Contract?
    /// What happens to an error that nobody answered, if this is a root.
    package let unhandled: Evaluation
    /// How that is reported: `none`, a severity or `assert`.
    package let unhandledReport: String
  }

  /// A contract's names with their places.
  package struct Contract: Sendable {
    package let reports: [Named]?
    package let triggers: [Named]?
    package let isExplicit: Bool
  }

  /// A category, in the order in which they are asked.
  package struct Category: Sendable {
    package let name: String
    /// What it asks, or nil for a name only.
    package let condition: Condition?
    /// Where it is named, or nil where `defaults.category` alone names it.
    package let range: SourceRange?
  }

  /// An origin that somebody claims; of each the place of the responder, or nil.
  package struct Origin: Sendable {
    package let name: String
    /// Whose id it is; who claims the name; who claims the name and all below it.
    package let id: Int?
    package let exact: Int?
    package let prefix: Int?
  }

  /// A type under `types`: what it is, and all its cases (nil: it is open).
  package struct DeclaredType: Sendable {
    package let name: String
    package let ancestors: [String]
    package let cases: [String]?
    package let range: SourceRange
  }

  package let categories: [Category]
  /// The place of `defaults.category` among the categories, or nil.
  package let defaultCategory: Int?
  package let responders: [Responder]
  package let stations: [Station]
  package let origins: [Origin]
  /// Where unknown origins start, or nil for nowhere.
  package let fallback: Int?
  /// What holds for errors that are ignored, or nil where none is.
  package let ignored: Condition?
  package let types: [DeclaredType]
  /// Whose errno numbers a record carries that does not say so.
  package let platform: Platform
  /// The evaluation of an error that starts nowhere.
  package let unhandledWithoutPath: Evaluation
}

extension OriginTable.Slot {
  /// The claim as reasoning reads it.
  func outline(_ bytes: [UInt8]) -> ChainOutline.Origin {
    func place(_ index: Int32) -> Int? { index >= 0 ? Int(index) : nil }
    let start = Int(name.offset)
    return ChainOutline.Origin(
      name: String(decoding: bytes[start..<(start + Int(name.length))], as: UTF8.self),
      id: place(id),
      exact: place(exact),
      prefix: place(prefix)
    )
  }
}
