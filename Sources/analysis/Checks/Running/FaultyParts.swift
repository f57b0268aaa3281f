internal import Engine
internal import Source

/// Parts with an error. What a check finds there may be a consequence of it.
struct FaultyParts {
  private let parts: [SourceRange]
  private let errors: [SourceRange]

  init(_ program: RuleProgram, _ diagnostics: [Diagnostic]) {
    let errors = diagnostics.filter { $0.severity == .error }.map { $0.range }
    self.errors = errors
    guard !errors.isEmpty else {
      parts = []
      return
    }
    let all =
      program.allClauses.map { $0.clause.range } + program.declaredCategories.compactMap { $0.when?.range }
      + (program.matchers + program.alerts).map { $0.value.range }
    parts = all.filter { part in errors.contains { Self.meets(part, $0) } }
  }

  func explain(_ finding: Diagnostic) -> Bool {
    parts.contains { Self.meets($0, finding.range) } || errors.contains { Self.meets($0, finding.range) }
  }

  private static func meets(_ one: SourceRange, _ other: SourceRange) -> Bool {
    one.file === other.file && one.bytes.lowerBound <= other.bytes.upperBound
      && other.bytes.lowerBound <= one.bytes.upperBound
  }
}
