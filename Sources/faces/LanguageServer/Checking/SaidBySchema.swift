internal import Source

/// The findings of a server that knows a file's JSON Schema, which are left out where one runs beside this one.
struct SaidBySchema {
  /// The codes that every reader of YAML reports.
  private static let ofYAML: Set<String> = [
    "syntax-error", "duplicate-key", "undefined-alias", "missing-space-after-colon", "tag-not-allowed",
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
    return violations.contains { violation in
      guard Self.meet(violation.range.bytes, finding.range.bytes) else { return false }
      return switch violation.kind {
      case .wrong: !Self.isBeyondSchemas(finding.code)
      case .missing: finding.code.hasPrefix("missing-")
      case .duplicate: finding.code.hasPrefix("duplicate-")
      }
    }
  }

  /// A value that is not written has no bytes.
  private static func meet(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.overlaps(other) || one.lowerBound == other.lowerBound && (one.isEmpty || other.isEmpty)
  }

  /// A schema knows neither names nor infinity, even where it rejects what is around them.
  private static func isBeyondSchemas(_ code: String) -> Bool {
    code == "number-not-finite" || code.hasSuffix("-cycle") || code.hasPrefix("duplicate-")
      || code.hasPrefix("unknown-") && !ofWords.contains(code)
  }
}
