package import Source

/// A format in which another system keeps its policies for errors. A file of it is read as the rule file that says the same.
package protocol PolicyFormat: Sendable {
  /// The name on the command line: `grpc`.
  var name: String { get }
  /// One file of it, as a count of files says it: `gRPC service config`.
  var noun: String { get }
  /// The format and what of it is read, in one line.
  var summary: String { get }
  /// Whether a merge key (`<<`) replaces what stands before it in its mapping, and the later of two equal keys counts, as in
  /// Ruby.
  var laterMergeWins: Bool { get }
  /// The kinds of Kubernetes' objects that it reads.
  var kinds: [String] { get }
  /// The document of a text that is neither YAML nor JSON; nil if it is none of this format.
  func document(of file: SourceFile, in diagnostics: inout Diagnostics) -> Node?
  /// Whether a document has this format, by what no other one has.
  func recognizes(_ root: Node) -> Bool
  /// Whether a document that no format recognizes has this one but for a misspelt key.
  func resembles(_ root: Node) -> Bool
  /// The sentence that says why a document does not have this format.
  func lack(of root: Node) -> String
  /// The rule file. Its values have the places of what they come from; what is lost and what is faulty is reported.
  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node
  /// The version of the system as which it is read, where versions differ: `252`.
  var version: String? { get }
}

extension PolicyFormat {
  package var version: String? { nil }
  package var laterMergeWins: Bool { false }
  package var kinds: [String] { [] }
  package func document(of file: SourceFile, in diagnostics: inout Diagnostics) -> Node? { nil }
  package func resembles(_ root: Node) -> Bool { false }
}

#if hasFeature(Embedded)
  /// Embedded Swift has no existentials; nobody reads other policies there.
  package enum AnyPolicyFormat: PolicyFormat {
    package var name: String { switch self {} }
    package var noun: String { switch self {} }
    package var summary: String { switch self {} }
    package func recognizes(_ root: Node) -> Bool { switch self {} }
    package func lack(of root: Node) -> String { switch self {} }
    package func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node { switch self {} }
  }
#else
  /// A format of any type.
  package typealias AnyPolicyFormat = any PolicyFormat
#endif
