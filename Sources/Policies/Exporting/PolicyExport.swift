package import Records
package import RuleEngine
package import Source

/// A format in which another system can be told what a rule set says.
///
/// The document is made of what the compiled rules do with typical errors, however they are written. Whether it says the same of
/// all errors is proved by whoever asks for it: it is read again and compared with the rules.
package protocol PolicyExport: Sendable {
  /// As on the command line, and the name of the ``PolicyFormat`` that reads it: `grpc`.
  var name: String { get }
  /// The format and what of it is written, in one line.
  var summary: String { get }
  /// The errors that the other system knows, as the text of a matcher. Whatever the rules say of others is not compared.
  func knownErrors(to rules: ExportedRules) -> String
  /// Attributes that are a text in each of them, and never a list.
  var textAttributes: [Subject] { get }
  /// The document. What it does not say, or says otherwise, is reported.
  func document(of rules: ExportedRules, in diagnostics: inout Diagnostics) -> Node
}

/// A compiled rule set, to be written in another format.
package struct ExportedRules {
  package let chain: ResponderChain
  package let program: RuleProgram

  package init(_ chain: ResponderChain, _ program: RuleProgram) {
    self.chain = chain
    self.program = program
  }

  /// Where a value stands that is of no clause.
  var place: SourceRange { program.roots[0].range }

  /// The conditions of rules and categories.
  var conditions: [Condition] {
    program.clauses.map { $0.condition } + program.categories.compactMap { $0.condition }
  }
}

extension Condition {
  /// The whole texts with which it compares a value.
  func texts(of subject: Subject) -> Set<String> {
    reduce(into: []) { texts, part in
      guard case .compare(subject, let comparison, _) = part else { return }
      switch comparison {
      case .equal(.string(let text)), .typeName(let text, _): texts.insert(text)
      default: if let name = comparison.name, !name.contains("*") { texts.insert(name) }
      }
    }
  }

  /// The texts with which a value has to begin.
  func prefixes(of subject: Subject) -> Set<String> {
    reduce(into: []) { prefixes, part in
      guard case .compare(subject, .text(let test), _) = part, test.operator == .hasPrefix else { return }
      prefixes.insert(test.operand)
    }
  }
}
