internal import Engine
internal import Records
package import JSONSchema
internal import ErrorStreams
internal import Source

/// The JSON Schema (draft 2020-12) of `.errctl.yaml`, built from the codes, levels and options that its
/// reader knows.
package struct ConfigurationSchema {
  private let codes: CodeList

  package init(_ codes: CodeList) { self.codes = codes }

  /// A one-line description for help.
  package static let summary = "configurations: .errctl.yaml"

  /// The schema as JSON text.
  package func text() -> String { JSONWriter.text(of: build().schema.node) }

  /// The schema, and a sentence for each difference from the reader.
  package func build() -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    let root = builder.mapping(
      Configuration.keys,
      [
        "levels": levels, "options": options, "exclude": Self.excluded, "fail-on": Self.gates,
        "stream": .oneOrMore(.text(".", "A path, such as errors.ndjson.")), "input": Self.input,
        "suites": .oneOrMore(.text(".", "The path of a suite or a folder.")), "layers": Self.layers,
      ])
    let schema = builder.document(
      "errctl configuration, version 1",
      "The levels and options of checks: .errctl.yaml, for the rule files in its folder and its subfolders.",
      root: root)
    return (schema, builder.gaps)
  }

  private var levels: Schema {
    let levels = codes.all.filter { $0.mayChangeLevel }.map { entry in
      let level = Schema.words(Level.allCases.map { $0.rawValue })
      return (entry.code, level.described(entry.summary).otherwise(.made(entry.level.rawValue)))
    }
    return .mapping(levels)
  }

  private var options: Schema {
    let checks = codes.all.map { entry in
      let options = (entry.page?.options ?? []).map { ($0.name, Self.schema(of: $0)) }
      return (entry.code, Schema.mapping(options).described(entry.summary))
    }
    // Codes without options are allowed to be empty; editors suggest only those with options.
    let withOptions = checks.filter { !($0.1.node["properties"]?.members ?? []).isEmpty }
    return Schema.mapping(withOptions, others: .object(atMost: 0)).named(codes.all.map { $0.code })
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
  }

  private static var input: Schema {
    Schema.any([
      .words(FormatTable.names), .text("\\.(yaml|yml|json)$", "A format, “mixed”, or the path of a mapping."),
    ])
  }

  private static var layers: Schema {
    .list(
      of: .any([
        .integer(1...StackedTries.most), .text(".", "The path of a rule file, or a number of tries."),
      ]))
  }

  private static var excluded: Schema {
    let path = Schema.text(
      "^([^/.]|\\.([^.]|$))", "A path inside this file's folder, such as legacy/* or generated.")
    return .list(of: path)
  }
}
