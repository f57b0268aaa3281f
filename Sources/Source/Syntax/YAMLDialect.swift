/// How much of YAML a file may use.
package enum YAMLDialect: Sendable {
  /// One document, without tags and merge keys.
  case rules
  /// What other systems read. Several documents are a list; a value with a tag is a mapping of the tag to it; merge keys stay as
  /// members with the key `<<`, for each system merges in its own way.
  case policies
}
