package import Source

/// A name in a rule file or a suite: where it is declared, or where it is used.
package struct NameUse: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case list
    case matcher
    case category
    case alert
    case breaker
    /// An entry of `quotas`.
    case quota
    case responder
    case rule
    case event
    case type
    /// A symbol of a domain's codes.
    case code
    case action
    /// An error or an expectation of a suite, for `use`.
    case error
    case expectation
  }

  package let kind: Kind
  package let name: String
  /// The responder of a rule or the domain of a code, where the place says it; nil where it does not.
  package let owner: String?
  /// The name alone, without quotes and without what stands beside it, such as `$` or `responder/`.
  package let range: SourceRange
  package let isDeclaration: Bool
  /// The whole declaration, with all that belongs to it.
  package let whole: SourceRange?
}
