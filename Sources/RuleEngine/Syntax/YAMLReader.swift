/// Reads a rule file in YAML: libyaml's events under the YAML 1.2 core schema, one document a file, without tags
/// and merge keys; anchors and aliases within limits.
///
/// A syntax fault or an exceeded limit ends the reading without a node. Faults that leave the rest readable, such
/// as a duplicate key, are reported beside the node: look at `diagnostics.hasErrors` before you use it.
package struct YAMLReader {
  private let file: SourceFile
  private let limits: Limits

  /// The value that `file` holds, or nil where it cannot be read.
  package static func read(
    _ file: SourceFile,
    limits: Limits,
    into diagnostics: inout Diagnostics
  ) -> Node? {
    YAMLReader(file: file, limits: limits).read(into: &diagnostics)
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
    guard let events = contentEvents(into: &diagnostics) else { return nil }
    guard let root = events.first, !root.isNothing else {
      diagnostics.report(empty)
      return nil
    }
    var composer = YAMLComposer(file: file, events: events)
    return composer.root(into: &diagnostics)
  }

  /// The events of the one document's content, all limits kept; nil where the reading ends here.
  private func contentEvents(into diagnostics: inout Diagnostics) -> [YAMLEvent]? {
    var stream = YAMLEvents(file.bytes)
    var census = YAMLCensus(file: file, limits: limits)
    var events: [YAMLEvent] = []
    var document: Range<Int>?
    do {
      while true {
        let event = try stream.next()
        switch event.kind {
        case .streamStart, .documentEnd: continue
        case .streamEnd:
          if let finding = census.finish() {
            diagnostics.report(finding)
            return nil
          }
          return events
        case .documentStart(_, let version):
          if let document {
            diagnostics.report(severalDocuments(event.range, first: document))
            return nil
          }
          document = event.range
          if let version, version != 2 { diagnostics.report(oldVersion(version, event.range)) }
        case .alias, .scalar, .sequenceStart, .sequenceEnd, .mappingStart, .mappingEnd:
          if let finding = census.count(event) {
            diagnostics.report(finding)
            return nil
          }
          events.append(event)
        }
      }
    } catch {
      diagnostics.report(YAMLSyntaxReport.diagnostic(of: error, in: file))
      return nil
    }
  }
}

extension YAMLEvent {
  /// Whether nothing at all is written here.
  var isNothing: Bool { kind == .scalar(.plain) && range.isEmpty }
}

extension YAMLReader {
  private func range(_ bytes: Range<Int>) -> SourceRange { SourceRange(file: file, bytes: bytes) }

  private var notSupported: Diagnostic {
    Diagnostic(
      "yaml-not-supported",
      .error,
      "this build reads no YAML: write the file as JSON, or build with the trait YAML",
      at: range(0..<0)
    )
  }

  private var tooLong: Diagnostic {
    Diagnostic(
      "limit-exceeded",
      .error,
      "the file is \(file.bytes.count) bytes long: split it \(limits.hint("rule-file-bytes"))",
      at: range(0..<0)
    )
  }

  private var empty: Diagnostic {
    Diagnostic("empty-file", .error, "the file is empty: write a rule file into it", at: range(0..<0))
  }

  private func severalDocuments(_ second: Range<Int>, first: Range<Int>) -> Diagnostic {
    Diagnostic(
      "several-documents",
      .error,
      "a second document begins here: a file holds one, put this one into a file of its own",
      at: range(second.isEmpty ? second.lowerBound..<file.lineEnd(after: second.lowerBound) : second),
      related: [Diagnostic.Related("the first document begins here", at: range(first))]
    )
  }

  private func oldVersion(_ minor: Int, _ start: Range<Int>) -> Diagnostic {
    Diagnostic(
      "yaml-version",
      .warning,
      "rule files are read as YAML 1.2, where yes, no, on and off are text: write %YAML 1.2, or delete the line",
      at: range(start.lowerBound..<file.lineEnd(after: start.lowerBound))
    )
  }
}

extension SourceFile {
  /// Where the line of `offset` ends, its line ending left out.
  func lineEnd(after offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }
}
