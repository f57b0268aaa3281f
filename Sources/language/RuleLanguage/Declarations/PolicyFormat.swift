package import Source

/// A format in which another system keeps its policies for errors. A file of it is read as the rule file that says the same.
package protocol PolicyFormat: Sendable {
  /// The name on the command line: `grpc`.
  var name: String { get }
  /// The format and what of it is read, in one line.
  var summary: String { get }
  /// Whether a merge key (`<<`) replaces what stands before it in its mapping, and the later of two equal keys counts, as in
  /// Ruby.
  var laterMergeWins: Bool { get }
  /// The document of a text that is neither YAML nor JSON; nil if it is none of this format.
  func document(of file: SourceFile, in diagnostics: inout Diagnostics) -> Node?
  /// Whether a document has this format, by what no other one has.
  func recognizes(_ root: Node) -> Bool
  /// The rule file. Its values have the places of what they come from; what is lost and what is faulty is reported.
  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node
}

extension PolicyFormat {
  package var laterMergeWins: Bool { false }
  package func document(of file: SourceFile, in diagnostics: inout Diagnostics) -> Node? { nil }
}

#if hasFeature(Embedded)
  /// Embedded Swift has no existentials; nobody reads other policies there.
  package enum AnyPolicyFormat: PolicyFormat {
    package var name: String { switch self {} }
    package var summary: String { switch self {} }
    package func recognizes(_ root: Node) -> Bool { switch self {} }
    package func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node { switch self {} }
  }
#else
  /// A format of any type.
  package typealias AnyPolicyFormat = any PolicyFormat
#endif
