package import Bytes

/// Reads YAML 1.2's core schema: one document per file, no tags and no merge keys, unless the dialect has them; anchors and
/// aliases within limits. A syntax fault or an exceeded limit ends the reading without a node. Other faults, such as a
/// duplicate key, are reported beside the node: check `diagnostics.hasErrors` first.
package struct YAMLReader {
  private let file: SourceFile
  private let limits: Limits
  private let dialect: YAMLDialect

  package static func read(
    _ file: SourceFile, limits: Limits, dialect: YAMLDialect = .rules, into diagnostics: inout Diagnostics
  ) -> Node? {
    YAMLReader(file: file, limits: limits, dialect: dialect).read(into: &diagnostics)
  }

  private func read(into diagnostics: inout Diagnostics) -> Node? {
    guard YAMLEvents.isSupported else {
      diagnostics.report(notSupported)
      return nil
    }
    guard file.bytes.count <= limits.ruleFileBytes else {
      diagnostics.report(tooLong)
      return nil
    }
    var composer = YAMLComposer(file: file, limits: limits, dialect: dialect)
    do {
      return try document(of: &composer, into: &diagnostics)
    } catch {
      switch error {
      case .fault(let fault): diagnostics.report(YAMLSyntaxReport.diagnostic(of: fault, in: file))
      case .limit(let finding): diagnostics.report(finding)
      }
      return nil
    }
  }

  private func document(of composer: inout YAMLComposer, into diagnostics: inout Diagnostics) throws(YAMLStop)
    -> Node?
  {
    guard let first = try composer.documentStart() else {
      diagnostics.report(empty)
      return nil
    }
    if case .documentStart(_, let version?) = first.kind, version != 2 {
      diagnostics.report(oldVersion(version, first.range))
    }
    let isEmpty = composer.isAtNothing
    let root = try composer.root(into: &diagnostics)
    if let second = try composer.documentStart() {
      if !dialect.isOfRules {
        return try list(of: &composer, after: isEmpty ? nil : root, into: &diagnostics)
      }
      diagnostics.report(severalDocuments(second.range, first: first.range))
      return nil
    }
    if isEmpty { diagnostics.report(empty) }
    return isEmpty ? nil : root
  }

  /// The first document and those behind it, without empty ones.
  private func list(of composer: inout YAMLComposer, after first: Node?, into diagnostics: inout Diagnostics)
    throws(YAMLStop) -> Node?
  {
    var documents = first.map { [$0] } ?? []
    repeat {
      let isEmpty = composer.isAtNothing
      if let root = try composer.root(into: &diagnostics), !isEmpty { documents.append(root) }
    } while try composer.documentStart() != nil
    guard documents.count > 1, let start = documents.first?.range, let end = documents.last?.range else {
      if documents.isEmpty { diagnostics.report(empty) }
      return documents.first
    }
    let range = range(start.bytes.lowerBound..<end.bytes.upperBound)
    return Node(.sequence(documents), style: .block, range: range)
  }
}

extension YAMLEvent {
  var isNothing: Bool { kind == .scalar(.plain) && range.isEmpty }
}

extension YAMLReader {
  private func range(_ bytes: Range<Int>) -> SourceRange { SourceRange(file: file, bytes: bytes) }

  private var notSupported: Diagnostic {
    Diagnostic(
      "yaml-not-supported", .error,
      "This build can't read YAML. Write the file as JSON, or build errctl with the trait YAML.",
      at: range(0..<0))
  }

  private var tooLong: Diagnostic {
    Diagnostic(
      "limit-exceeded", .error,
      "The file is \(file.bytes.count) bytes long. Split it. \(limits.hint("rule-file-bytes"))",
      at: range(0..<0))
  }

  private var empty: Diagnostic {
    Diagnostic("empty-file", .error, "The file is empty. Write a rule file.", at: range(0..<0))
  }

  private func severalDocuments(_ second: Range<Int>, first: Range<Int>) -> Diagnostic {
    Diagnostic(
      "several-documents", .error,
      "A second document begins here, but a file contains only one. Move it to a file of its own.",
      at: range(second.isEmpty ? second.lowerBound..<file.lineEnd(after: second.lowerBound) : second),
      related: [Diagnostic.Related("the first document begins here", at: range(first))])
  }

  private func oldVersion(_ minor: Int, _ start: Range<Int>) -> Diagnostic {
    Diagnostic(
      "yaml-version", .warning,
      "Rule files are YAML 1.2, where yes, no, on and off are texts. Write %YAML 1.2, or delete the line.",
      at: range(start.lowerBound..<file.lineEnd(after: start.lowerBound)))
  }
}

extension SourceFile {
  func lineEnd(after offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }
}
