internal import Records
package import JSONSchema
internal import ErrorStreams
internal import Source

/// The JSON Schema (draft 2020-12) of `.errctl.yaml`, built from the codes, levels and options that its
/// reader knows.
public enum ConfigurationSchema {
  /// A one-line description for help.
  public static let summary = "configurations: .errctl.yaml"

  /// The schema as JSON text.
  public static func text() -> String { JSONWriter.text(of: build().schema.node) }

  /// The schema, and a sentence for each difference from the reader.
  package static func build() -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    let root = builder.mapping(
      "configuration",
      keys: Configuration.keys,
      [
        "version": .value(.made(1)).described("The version of this format."),
        "levels": levels,
        "options": options(&builder),
        "exclude": excluded,
        "fail-on": gates,
        "stream": streams,
        "input": input,
        "suites": suites,
      ],
      required: ["version"]
    )
    let schema = builder.document(
      "errctl configuration, version 1",
      "The levels and options of checks: .errctl.yaml, for the rule files in its folder and its subfolders.",
      root: root)
    return (schema, builder.gaps)
  }

  private static var levels: Schema {
    let levels = CodeList.all.filter { $0.mayChangeLevel }.map { entry in
      let level = Schema.words(Level.allCases.map { $0.rawValue })
      return (entry.code, level.described(entry.summary).otherwise(.made(entry.level.rawValue)))
    }
    return Schema.mapping(levels).described(
      "The level of a code's findings. With off, the check does not run."
    )
    .such(as: [#"{"missing-id": "off", "code-without-domain": "error"}"#])
  }

  private static func options(_ builder: inout SchemaBuilder) -> Schema {
    let checks = CodeList.all.map { entry in
      let options = (entry.page?.options ?? []).map { ($0.name, schema(of: $0)) }
      return (entry.code, Schema.mapping(options).described(entry.summary))
    }
    // Codes without options are allowed to be empty; editors suggest only those with options.
    let withOptions = checks.filter { !($0.1.node["properties"]?.members ?? []).isEmpty }
    return Schema.mapping(withOptions, others: .object(atMost: 0)).named(CodeList.all.map { $0.code })
      .described("The options of checks, by code. errctl codes CODE lists them.")
      .such(as: [#"{"long-retry": {"tries": 30, "time": "30m"}}"#])
  }

  private static func schema(of option: CheckPage.Option) -> Schema {
    let (schema, value): (Schema, Node) =
      switch option.value {
      case .number(let number): (.integer(Configuration.numbers), .made(number))
      case .duration(let span): (.duration, .made(span.shortText))
      case .flag(let flag): (.flag, .made(flag))
      case .texts(let texts): (.list(of: .scalar), .made(texts.map { .made($0) }))
      }
    return schema.described(option.meaning).otherwise(value)
  }

  private static var gates: Schema {
    let expressions = Schema.list(of: .text(".", "An expression such as changed > 0."))
    return Schema.mapping(
      Configuration.gatedCommands.map {
        (
          $0,
          expressions.described("Expressions as \($0) --fail-on takes them; if one holds, the status is 1.")
        )
      }
    )
    .described("What makes errctl replay and errctl diff fail, beside --fail-on.")
    .such(as: [#"{"replay": ["unhandled > 1 %"], "diff": ["retry->abort > 0"]}"#])
  }

  private static var streams: Schema {
    let path = Schema.text(".", "A path, such as errors.ndjson.")
    return Schema.oneOrMore(path)
      .described(
        "For editors: recorded errors, relative to this file's folder. errctl lsp shows above each rule how many of them it answers."
      )
      .such(as: [#""errors.ndjson""#, #"["monday.ndjson", "tuesday.ndjson"]"#])
  }

  private static var input: Schema {
    Schema.any([
      .words(FormatTable.names), .text("\\.(yaml|yml|json)$", "A format, “mixed”, or the path of a mapping."),
    ])
    .described("The format of the stream, as replay --input takes it. Default: detected.")
    .such(as: [#""access""#, #""api.mapping.yaml""#])
  }

  private static var suites: Schema {
    let path = Schema.text(".", "The path of a suite or a folder.")
    return Schema.oneOrMore(path)
      .described(
        "For editors: suites, or folders of suites, relative to this file's folder. errctl lsp runs them, and writes new cases into the first."
      )
      .such(as: [#""rules.test.yaml""#, #"["tests"]"#])
  }

  private static var excluded: Schema {
    let path = Schema.text(
      "^([^/.]|\\.([^.]|$))", "A path inside this file's folder, such as legacy/* or generated.")
    return Schema.list(of: path)
      .described(
        "Paths to exclude from a search of a folder, relative to this file's folder; * matches any characters."
      )
      .such(as: [#"["generated", "old/*.yaml"]"#])
  }
}
