internal import JSONSchema
public import RuleLanguage
internal import Source

/// The documents for which errctl has a JSON Schema (draft 2020-12), for editors and other tools.
public enum SchemaKind: String, Sendable, CaseIterable {
  /// A rule file.
  case ruleFile = "rule-file"
  /// A recorded error: a line of a stream.
  case record
  /// A resolution: a line of replay's output.
  case resolution
  /// A test suite.
  case testSuite = "test-suite"

  /// One line for help.
  public var summary: String {
    switch self {
    case .ruleFile: "rule files, in YAML and JSON"
    case .record: "recorded errors, one per line of a stream"
    case .resolution: "resolutions, one per line of replay's output"
    case .testSuite: "test suites, NAME.test.yaml"
    }
  }

  /// The schema as JSON text; keys of plugins accept any value.
  public func text(registry: Registry = Registry()) -> String {
    JSONWriter.text(of: build(registry).schema.node)
  }

  func build(_ registry: Registry) -> (schema: Schema, gaps: [String]) {
    switch self {
    case .ruleFile: RuleFileSchema.build(registry)
    case .record: RecordSchema.build()
    case .resolution: ResolutionSchema.build(registry)
    case .testSuite: TestSuiteSchema.build()
    }
  }
}
