package import Records
package import Engine
package import RuleLanguage
package import Source

/// A format in which another system can be told what a rule set says.
///
/// The document is made of what the compiled rules do with typical errors, however they are written. Whether it says the same of
/// all errors is proved by whoever asks for it: it is read again and compared with the rules.
package protocol PolicyExport: Sendable {
  /// The name on the command line, which is also the name of the ``PolicyFormat`` that reads it: `grpc`.
  var name: String { get }
  /// The format and what of it is written, in one line.
  var summary: String { get }
  /// Holds for the errors that the other system knows. Whatever the rules say of others is not compared.
  func knownErrors(to rules: ExportedRules) -> Condition
  /// Attributes that are a text in each of them, and never a list.
  var textAttributes: [Subject] { get }
  /// The document. What it does not say, or says otherwise, is reported. Nil, and an error is reported, if the rules name too many
  /// errors to try them all.
  func document(of rules: ExportedRules, in diagnostics: inout Diagnostics) -> Node?
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

  /// More errors are not tried: each is evaluated once or twice.
  static let mostErrors = 500_000

  /// Whether so many kinds of errors at so many places can be tried. If not, that is reported.
  func canTry(_ places: Int, _ kinds: Int, _ what: String, in diagnostics: inout Diagnostics) -> Bool {
    if places <= Self.mostErrors / max(1, kinds) { return true }
    diagnostics.report(
      Diagnostic(
        "limit-exceeded",
        "The rules name too many \(what): more than \(Self.mostErrors) errors would have to be tried. Export fewer rules at a time.",
        at: program.clauses.first?.title ?? place))
    return false
  }

  // MARK: - Conditions

  func compare(_ subject: Subject, _ comparison: Comparison) -> Condition {
    .compare(subject, comparison, Condition.Source(place, expected: ""))
  }

  func isOne(of texts: [String], _ subject: Subject) -> Condition {
    .any(texts.map { compare(subject, .text(TextTest(.equals, $0))) })
  }

  /// The errors that rules may ignore; other systems have their own words for them.
  var isCancellation: Condition {
    .any([
      compare(.field(.cancelled), .equal(.bool(true))),
      compare(.field(.type), .typeName("CancellationError", exactly: false)),
    ])
  }

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
