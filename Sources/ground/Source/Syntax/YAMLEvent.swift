package struct YAMLEvent: Sendable {
  package enum Kind: Sendable, Equatable {
    case streamStart
    case streamEnd
    /// `version` is the minor version of a `%YAML 1.x` directive.
    case documentStart(isExplicit: Bool, version: Int?)
    case documentEnd(isExplicit: Bool)
    case alias
    case scalar(Node.Style)
    case sequenceStart(isFlow: Bool)
    case sequenceEnd
    case mappingStart(isFlow: Bool)
    case mappingEnd
  }

  package let kind: Kind
  /// The anchor of this node, or the name of an alias.
  package var anchor: String?
  package var tag: String?
  package var value = ""
  /// Its range in bytes of the text; a node begins at its anchor or tag.
  package let range: Range<Int>
}

package struct YAMLFault: Error, Sendable {
  package let problem: String
  /// libyaml's context: what it was parsing.
  package let context: String
  package let offset: Int
  package let contextOffset: Int?
  /// The byte offset of the innermost open bracket or brace.
  var bracket: Int?
}
