internal import Bytes

/// Findings as JSON, for programs.
public enum DiagnosticJSON {
  /// `{"diagnostics": […], "summary": {…}}` with a line feed.
  public static func text(of diagnostics: [Diagnostic], files: Int) -> String {
    let items = diagnostics.map { item($0) }.joined(separator: ",\n  ")
    let counts = Diagnostic.Severity.allCases.reversed().map { severity in
      "\"\(severity.rawValue)s\": \(diagnostics.count { $0.severity == severity })"
    }
    let list = items.isEmpty ? "[]" : "[\n  \(items)\n]"
    return
      "{\"diagnostics\": \(list), \"summary\": {\"files\": \(files), \(counts.joined(separator: ", "))}}\n"
  }

  package static func item(_ diagnostic: Diagnostic) -> String {
    var members = [
      "\"code\": \(diagnostic.code.json)",
      "\"severity\": \(diagnostic.severity.rawValue.json)",
      "\"message\": \(diagnostic.message.json)",
      place(diagnostic.range),
    ]
    if !diagnostic.related.isEmpty {
      let related = diagnostic.related.map { "{\"message\": \($0.message.json), \(place($0.range))}" }
      members.append("\"related\": [\(related.joined(separator: ", "))]")
    }
    if let witness = diagnostic.witness { members.append("\"witness\": \(witness)") }
    if !diagnostic.stream.isEmpty {
      members.append("\"stream\": [\(diagnostic.stream.joined(separator: ", "))]")
    }
    if let fix = diagnostic.fix {
      members.append("\"fix\": {\(place(fix.range)), \"replacement\": \(fix.replacement.json)}")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  package static func place(_ range: SourceRange) -> String {
    "\"file\": \(range.file.name.json), \"range\": {\"start\": \(position(range.start)), \"end\": \(position(range.end))}"
  }

  private static func position(_ position: SourcePosition) -> String {
    "{\"line\": \(position.line), \"column\": \(position.column)}"
  }
}
