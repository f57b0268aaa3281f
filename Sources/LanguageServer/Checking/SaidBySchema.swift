internal import RuleEngine

/// What a server that knows a file's JSON Schema says of it, so that it is not said twice where one runs beside this one.
struct SaidBySchema {
  /// What every reader of YAML marks.
  private static let ofYAML: Set<String> = [
    "syntax-error", "duplicate-key", "undefined-alias", "missing-space-after-colon",
  ]
  private static let ofWords: Set<String> = [
    "unknown-key", "unknown-verdict", "unknown-operator", "unknown-field", "unknown-version",
    "unknown-action",
  ]

  private let violations: [SchemaViolations.Violation]

  /// - Parameter document: the text's value; nil if it can't be read.
  init(document: Node?, schema: Node) {
    violations = document.map { SchemaViolations.found(in: $0, by: schema) } ?? []
  }

  func contains(_ finding: Diagnostic) -> Bool {
    guard finding.severity == .error else { return false }
    if Self.ofYAML.contains(finding.code) { return true }
    return !Self.isAboutNames(finding.code)
      && violations.contains { violation in
        (!violation.isMissing || finding.code.hasPrefix("missing-"))
          && violation.range.bytes.overlaps(finding.range.bytes)
      }
  }

  /// A schema knows no names, even where it rejects what is around one.
  private static func isAboutNames(_ code: String) -> Bool {
    code.hasSuffix("-cycle") || code.hasPrefix("duplicate-")
      || code.hasPrefix("unknown-") && !ofWords.contains(code)
  }
}
