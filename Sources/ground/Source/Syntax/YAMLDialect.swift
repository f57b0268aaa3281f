/// The part of YAML that a file may use.
package enum YAMLDialect: Sendable {
  /// One document, without tags and merge keys.
  case rules
  /// The YAML that other systems read. Several documents are a list; a value with a tag is a mapping of the tag to it;
  /// merge keys stay as members with the key `<<`, for each system merges in its own way.
  ///
  /// - Parameter laterWins: whether a key may stand twice, of which the later one counts, as in Ruby.
  case policies(laterWins: Bool)

  var isOfRules: Bool { if case .rules = self { true } else { false } }

  var laterWins: Bool { if case .policies(true) = self { true } else { false } }
}
