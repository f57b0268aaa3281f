/// One step through a YAML text, as libyaml takes it.
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
  /// The anchor that names this node, or the name that an alias repeats.
  package var anchor: String?
  /// The tag as libyaml resolves it.
  package var tag: String?
  /// A scalar's value.
  package var value = ""
  /// Where it stands, in bytes of the text: a node from its anchor or tag on.
  package let range: Range<Int>
}

/// Why libyaml stopped, and where.
package struct YAMLFault: Error, Sendable {
  /// libyaml's own words.
  package let problem: String
  /// What libyaml was doing, and since where.
  package let context: String
  /// The byte of the text where it stopped.
  package let offset: Int
  /// The byte where what it was reading began.
  package let contextOffset: Int?
  /// The byte of the bracket of the innermost flow list or mapping that is open.
  var bracket: Int?
}
